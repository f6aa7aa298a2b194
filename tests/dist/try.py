#!/usr/bin/env python3
"""Installs everything that `cargo xtask dist` built where nothing else is, and runs it there.

    tests/dist/try.py [FOLDER]        # target/dist if not given

The archive runs in an empty environment, the package on a Debian of its own, the image on its own file system, which it
cannot write to, as the user it names, and the wheel in an empty environment of Python. It needs root, and debootstrap
(Debian), which it installs where it may. People in the letters are invented.
"""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
LETTER = "Dear Dr. Ann Lee, write to ann.lee@example.org."
MASKED = "Dear Dr. [PERSON 1], write to [EMAIL 1]."
LARGEST = 100_000_000
#: Runs a program in a file system that it cannot write to: a namespace of its own, mounted to be read.
READ_ONLY = """
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 125
if touch "$1/tmp/written" 2>/dev/null; then exit 126; fi
root=$1; user=$2; shift 2
exec env -i /usr/sbin/chroot --userspec="$user" "$root" "$@"
"""


def told(what: str) -> None:
    print(f"ok: {what}", flush=True)


def checked(holds: object, what: str) -> None:
    if not holds:
        sys.exit(f"try.py: {what}")


def run(*call: object, text: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in call], input=text, capture_output=True, text=True, env=env)


def masks(what: str, *call: object) -> None:
    """Holds that a call of the program masks the letter, in an environment of nothing."""
    done = run(*call, "mask", "-", "-q", text=LETTER, env={})
    checked(done.stdout == MASKED, f"{what}: {done.returncode}, {done.stdout or done.stderr}")


def one(dist: Path, pattern: str) -> Path:
    found = list(dist.glob(pattern))
    checked(len(found) == 1, f"not one file {pattern} in {dist}")
    return found[0]


def sums(dist: Path) -> None:
    lines = (line.split("  ") for line in (dist / "SHA256SUMS").read_text().splitlines())
    known = {name: digest for digest, name in lines}
    files = [path for path in dist.iterdir() if path.name != "SHA256SUMS"]
    checked(known.keys() == {path.name for path in files}, "SHA256SUMS names other files than there are")
    for path in files:
        data = path.read_bytes()
        checked(known[path.name] == hashlib.sha256(data).hexdigest(), f"{path.name} is not that of SHA256SUMS")
        checked(len(data) <= LARGEST, f"{path.name} is larger than 100 MB")
    told("checksums and sizes")


def materials(dist: Path) -> None:
    bill = json.loads(one(dist, "*.cdx.json").read_text())
    checked((bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5"), "no bill of materials")
    names = {component["name"] for component in bill["components"]}
    checked({"sfumato", "serde", "rustls", "clap"} <= names, "the bill of materials lacks a crate")
    checked(not {"proptest", "xtask", "sfumato-python"} & names, "the bill of materials has what is not built in")
    for component in bill["components"]:
        checked(component["licenses"][0]["expression"], f"{component['name']} has no licence")
        is_ours = component["name"].startswith("sfumato")
        checked(is_ours or re.fullmatch("[0-9a-f]{64}", component["hashes"][0]["content"]), "a crate without its digest")
    on = set(bill["dependencies"][0]["dependsOn"])
    checked(on == {component["bom-ref"] for component in bill["components"]}, "dependencies are not the components")
    told(f"bill of materials, {len(names)} crates")


def archive(dist: Path, work: Path) -> None:
    with tarfile.open(one(dist, "sfumato-*.tar.gz")) as packed:
        packed.extractall(work / "archive", filter="data")
    folder = one(work / "archive", "sfumato-*")
    masks("archive", folder / "sfumato")
    for path in ("man/man1/sfumato-mask.1", "completions/_sfumato", "NOTICE", "LICENSE-MIT", "sfumato.cdx.json"):
        checked((folder / path).stat().st_size, f"archive: no {path}")
    checked(run("bash", "-n", folder / "completions/sfumato.bash").returncode == 0, "archive: bash refuses its completions")
    if shutil.which("man"):
        page = run("man", "--warnings", "-l", folder / "man/man1/sfumato.1", env={**os.environ, "MANPAGER": "cat"})
        checked("sfumato-mask(1)" in page.stdout and not page.stderr, f"archive: man says {page.stderr[:200]}")
    told("archive")


def debian(dist: Path, work: Path) -> None:
    clean = TARGET / "dist-tools" / "debian"
    if not (clean / "etc/debian_version").exists():
        if not shutil.which("debootstrap"):
            subprocess.run(["apt-get", "update", "-q"], check=True)
            subprocess.run(["apt-get", "install", "-q", "-y", "--no-install-recommends", "debootstrap"], check=True)
        shutil.rmtree(clean, ignore_errors=True)
        done = run("debootstrap", "--variant=minbase", "bookworm", clean, env=dict(os.environ))
        checked(done.returncode == 0, f"debootstrap: {done.stderr[-300:]}")
    root = work / "debian"
    subprocess.run(["cp", "-a", clean, root], check=True)
    shutil.copy(one(dist, "sfumato_*.deb"), root / "sfumato.deb")
    environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root"}

    def inside(*call: str) -> subprocess.CompletedProcess[str]:
        return run("chroot", root, *call, env=environment)

    # What it depends on is in the smallest Debian, so that nothing else has to be fetched.
    done = inside("dpkg", "--install", "/sfumato.deb")
    checked(done.returncode == 0, f"deb: {done.stderr}")
    masks("deb", "/usr/sbin/chroot", root, "/usr/bin/sfumato")
    version = inside("sfumato", "--version").stdout.split()[1]
    state = inside("dpkg-query", "-W", "-f", "${Status} ${Version}", "sfumato").stdout
    checked(state == f"install ok installed {version}", f"deb: {state}")
    listed = inside("dpkg", "--listfiles", "sfumato").stdout.splitlines()
    kept = ("man/man1/sfumato-mask.1.gz", "bash-completion/completions/sfumato", "doc/sfumato/copyright")
    for path in (*kept, "zsh/vendor-completions/_sfumato", "doc/sfumato/sfumato.cdx.json"):
        checked(f"/usr/share/{path}" in listed, f"deb: no /usr/share/{path}")
    checked(inside("dpkg", "--purge", "sfumato").returncode == 0, "deb: it cannot be removed")
    checked(not (root / "usr/bin/sfumato").exists() and not (root / "usr/share/doc/sfumato").exists(), "deb: it leaves files")
    told("deb")


def image(dist: Path, work: Path) -> None:
    layout, root = work / "layout", work / "image"
    with tarfile.open(one(dist, "*.oci.tar")) as packed:
        packed.extractall(layout, filter="data")
    config = unpacked(layout, root)
    user, entry, call = config["User"], config["Entrypoint"], config["Cmd"]
    checked(user.split(":")[0] not in ("", "0", "root"), "image: it runs as root")
    checked(not any((root / path).exists() for path in ("bin/sh", "usr/bin/sh", "bin/bash")), "image: it has a shell")
    inside = ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", root, user]
    masks("image", "/usr/bin/env", f"PATH={os.environ['PATH']}", *inside, *entry)
    refused = run(*inside, *entry, *call, env=dict(os.environ))
    checked(refused.returncode == 2 and refused.stderr.count("\n") == 1, f"image: without tokens {refused.stderr}")
    new = run(*inside, *entry, "serve", "--new-token", "try", env=dict(os.environ)).stdout
    token, line = (re.search(rf"^{name}:\s+(.*)$", new, re.MULTILINE)[1] for name in ("token", "line"))
    # Brought by whoever runs it, as a file of his own.
    (root / "etc/sfumato/tokens").write_text(line + "\n")
    server = subprocess.Popen([str(word) for word in (*inside, *entry, *call)], stdout=subprocess.DEVNULL)
    try:
        answer = asked(server, config, token)
        checked(MASKED in answer, f"image: the server answers {answer}")
        status = Path(f"/proc/{server.pid}/status").read_text()
        checked(re.search(r"^Uid:\s+65532\s+65532", status, re.MULTILINE), "image: the server runs as somebody else")
    finally:
        server.kill()
        server.wait()
    told("image")


def unpacked(layout: Path, root: Path) -> dict:
    """Unpacks an image as a runtime does it, by its digests, and returns how it is to be run."""
    checked(json.loads((layout / "oci-layout").read_text()) == {"imageLayoutVersion": "1.0.0"}, "image: no layout")

    def blob(named: dict) -> bytes:
        data = (layout / "blobs/sha256" / named["digest"].removeprefix("sha256:")).read_bytes()
        checked("sha256:" + hashlib.sha256(data).hexdigest() == named["digest"], "image: a wrong digest")
        checked(len(data) == named["size"], "image: a wrong size")
        return data

    manifest = json.loads(blob(json.loads((layout / "index.json").read_text())["manifests"][0]))
    config = json.loads(blob(manifest["config"]))
    for layer, digest in zip(manifest["layers"], config["rootfs"]["diff_ids"], strict=True):
        plain = gzip.decompress(blob(layer))
        checked("sha256:" + hashlib.sha256(plain).hexdigest() == digest, "image: a wrong layer")
        with tarfile.open(fileobj=io.BytesIO(plain)) as packed:
            packed.extractall(root, filter="fully_trusted")
    return config["config"]


def asked(server: subprocess.Popen, config: dict, token: str) -> str:
    """What the server answers to the letter, once it is there."""
    port = next(iter(config["ExposedPorts"])).split("/")[0]
    heads = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = json.dumps({"text": LETTER}).encode()
    for _ in range(100):
        if server.poll() is not None:
            return f"nothing, and ended with {server.returncode}"
        try:
            request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/mask", body, heads)
            return urllib.request.urlopen(request, timeout=5).read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()
        except OSError:
            time.sleep(0.1)
    return "nothing"


def wheel(dist: Path, work: Path) -> None:
    package = one(dist, "*.whl")
    for name in ("python3.10", "python3.11", "python3.12", "python3.13"):
        versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
        python = next(versions.glob(f"*/bin/{name}"), None) or shutil.which(name)
        if not python or run(python, "-m", "venv", work / name, env=dict(os.environ)).returncode != 0:
            print(f"left out: {name}, which is not here")
            continue
        own = work / name / "bin"
        environment = {"PATH": "/usr/bin:/bin"}
        started = time.monotonic()
        done = run(own / "pip", "install", "-q", "--disable-pip-version-check", "--no-index", package, env=environment)
        checked(done.returncode == 0, f"wheel: {done.stderr}")
        call = "import sfumato, sys; print(sfumato.Anonymiser().mask(sys.argv[1]))"
        first = run(own / "python", "-I", "-c", call, LETTER, env=environment)
        took = time.monotonic() - started
        checked(first.stdout == MASKED + "\n", f"wheel: {first.stdout or first.stderr}")
        masks("wheel", own / "sfumato")
        told(f"wheel, {name}: {took:.1f} s from pip to the first text")


def main() -> None:
    dist = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET / "dist"
    with tempfile.TemporaryDirectory(prefix="sfumato-dist-") as name:
        sums(dist)
        materials(dist)
        for each in (archive, debian, image, wheel):
            each(dist, Path(name))
    told("all")


if __name__ == "__main__":
    main()
