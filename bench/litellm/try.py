"""Tries LiteLLM's own package against the server: its generic guardrail, and its hook for Presidio.

    python -m venv VENV && VENV/bin/pip install 'litellm[proxy]'
    VENV/bin/python try.py SFUMATO LITELLM

SFUMATO is the address of `sfumato serve --no-token`, LITELLM the program of the package. A model's server that repeats
what it is told and LiteLLM's proxy before it run on this machine; each way is asked 50 prompts, whole and streamed, and
what the model saw and the client got is counted.
"""

import http.server
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

NAMES = ["Ann Lee", "Harold Pym", "Eleanor Whitcombe", "Ned Finch", "Margaret Oakes"]
SEEN = []
KEY = "sk-" + secrets.token_hex(24)


class EchoModel(http.server.BaseHTTPRequestHandler):
    """Says again what was said last, word by word if it is to be streamed."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        SEEN.append(body)
        asked = json.loads(body)
        said = asked["messages"][-1]["content"]
        self.send_response(200)
        base = {"id": "x", "created": 1, "model": "m"}
        if asked.get("stream"):
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for at in range(0, len(said), 7):
                self.event({**base, "object": "chat.completion.chunk", "choices": [
                    {"index": 0, "delta": {"role": "assistant", "content": said[at:at + 7]}, "finish_reason": None}]})
            self.event({**base, "object": "chat.completion.chunk", "choices": [
                {"index": 0, "delta": {}, "finish_reason": "stop"}]})
            self.wfile.write(b"data: [DONE]\n\n")
            return
        message = {"role": "assistant", "content": said}
        answer = json.dumps({**base, "object": "chat.completion", "choices": [
            {"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}).encode()
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def event(self, value):
        self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())


def free_port():
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


def config(sfumato, model):
    guardrails = [
        {"guardrail_name": "generic", "litellm_params": {
            "guardrail": "generic_guardrail_api", "mode": ["pre_call", "post_call"], "api_base": sfumato,
            "streaming_transform_mode": "incremental_diff"}},
        {"guardrail_name": "presidio", "litellm_params": {
            "guardrail": "presidio", "mode": "pre_call", "output_parse_pii": True, "presidio_filter_scope": "input",
            "presidio_analyzer_api_base": sfumato, "presidio_anonymizer_api_base": sfumato}},
    ]
    models = [{"model_name": "m", "litellm_params": {
        "model": "openai/m", "api_base": f"http://127.0.0.1:{model}/v1", "api_key": "none"}}]
    # JSON is YAML.
    return json.dumps({"model_list": models, "guardrails": guardrails})


def ask(proxy, way, said, stream):
    body = {"model": "m", "stream": stream, "guardrails": [way], "messages": [{"role": "user", "content": said}]}
    asked = urllib.request.Request(f"http://127.0.0.1:{proxy}/v1/chat/completions", json.dumps(body).encode(),
                                   {"content-type": "application/json", "authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        text = answer.read().decode()
    if not stream:
        return json.loads(text)["choices"][0]["message"]["content"]
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]
    return "".join(event["choices"][0]["delta"].get("content") or "" for event in events if event.get("choices"))


def tried(proxy, way, stream):
    """How many prompts went up masked, and how many came back as they were."""
    masked = whole = 0
    for turn in range(50):
        name = NAMES[turn % len(NAMES)]
        mail = f"{name.lower().replace(' ', '.')}.{turn}@example.org"
        said = f"Write to Dr. {name} at {mail} that it is done; {name} knows."
        SEEN.clear()
        got = ask(proxy, way, said, stream)
        masked += bool(SEEN) and not any(value in seen for seen in SEEN for value in (name, mail))
        whole += got == said
    return masked, whole


def main():
    sfumato, program = sys.argv[1].rstrip("/"), sys.argv[2]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), EchoModel)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    proxy = free_port()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(config(sfumato, server.server_port))
        quiet = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False", "LITELLM_MASTER_KEY": KEY}
        with open(os.path.join(folder, "log"), "w", encoding="utf-8") as log:
            running = subprocess.Popen([program, "--config", path, "--port", str(proxy), "--host", "127.0.0.1"],
                                       env=quiet, stdout=log, stderr=log)
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{proxy}/health/liveliness", timeout=1)
                    break
                except OSError:
                    time.sleep(0.2)
            for way in ("generic", "presidio"):
                for stream in (False, True):
                    masked, whole = tried(proxy, way, stream)
                    form = "streamed" if stream else "whole"
                    print(f"{way:9} {form:9} {masked} of 50 sent masked, {whole} of 50 came back as they were")
        finally:
            running.terminate()
            running.wait()
            if "--log" in sys.argv:
                print(open(os.path.join(folder, "log"), encoding="utf-8").read()[-6000:])


if __name__ == "__main__":
    main()
