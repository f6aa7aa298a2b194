"""Holds sfumato against Presidio, service by service, with the same requests.

    compare.py SFUMATO ANALYSER ANONYMISER

The addresses are those of `sfumato serve --no-token` and of the two services of `services.py`. Two things are told:

- of the 46 requests of Presidio's end-to-end tests that need neither its image service nor its packages, in how many
  each side gives what those tests expect: everything equal, and type and place only;
- of many more requests to the anonymiser, made at random and the same in every run, which are not answered alike.
"""

import json
import random
import sys
import urllib.error
import urllib.request

JOHN = "John Smith drivers license is AC432223"
PERSON = {"entity_type": "PERSON", "start": 0, "end": 10, "score": 0.85, "analysis_explanation": None}
LICENCE = {
    "entity_type": "US_DRIVER_LICENSE",
    "start": 30,
    "end": 38,
    "score": 0.6499999999999999,
    "analysis_explanation": None,
}
CIPHER = "e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy"
PARK = "I'm George Washington Square Park"
JANE = "hello world, my name is Jane Doe. My number is: 034453334"
ENTITIES = (
    "PHONE_NUMBER US_DRIVER_LICENSE US_PASSPORT SG_NRIC_FIN LOCATION CREDIT_CARD CRYPTO UK_NHS US_SSN US_BANK_NUMBER "
    "EMAIL_ADDRESS DATE_TIME IP_ADDRESS PERSON IBAN_CODE NRP US_ITIN MEDICAL_LICENSE AU_ABN AU_ACN AU_TFN AU_MEDICARE URL"
).split()
NO_ONE = {"error": "No matching recognizers were found to serve the request."}


def call(base, path, body=None, raw=None):
    """Status and value of an answer."""
    data = raw if raw is not None else None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(base + path, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text.startswith((b"{", b"[")) else text.decode()


def found(entity, start, end, score, why=None):
    return {"entity_type": entity, "start": start, "end": end, "score": score, "analysis_explanation": why}


def item(operator, entity, start, end, text):
    return {"operator": operator, "entity_type": entity, "start": start, "end": end, "text": text}


def place(start, end, entity, score=0.8):
    return {"start": start, "end": end, "score": score, "entity_type": entity}


def explained(recogniser, score, original, word, text=None, pattern=None, name=None):
    return {
        "recognizer": recogniser, "pattern_name": name, "pattern": pattern, "original_score": original, "score": score,
        "textual_explanation": text, "score_context_improvement": score - original if word else 0,
        "supportive_context_word": word, "validation_result": None,
    }


BY_SPACY = explained("SpacyRecognizer", 0.85, 0.85, "", "Identified as PERSON by Spacy's Named Entity Recognition")


def by_pattern(word):
    name = "Driver License - Alphanumeric (weak)"
    return explained("UsLicenseRecognizer", 0.6499999999999999, 0.3, word, None, "the pattern of Presidio", name)


def zip_code(**more):
    pattern = {"name": "zip code (weak)", "regex": "(\\b\\d{5}(?:\\-\\d{4})?\\b)", "score": 0.01}
    return [{"name": "Zip code Recognizer", "supported_language": "en", "patterns": [pattern], "supported_entity": "ZIP"} | more]


def titles(name, entity, words):
    return {"name": name, "supported_language": "en", "deny_list": words, "supported_entity": entity}


def analysis_cases():
    """Requests to the analyser: name, path, body, status, and what is expected, or nothing."""
    def ask(name, expected, status=200, **body):
        return name, "/analyze", body, status, expected

    def john(name, expected, text=JOHN, status=200, **body):
        return ask(name, expected, status, text=text, language="en", **body)

    both, zipped = [PERSON, LICENCE], JOHN + ". Zip code: 10023"
    admin = "email: admin@github.com"
    email = [found("EMAIL_ADDRESS", 7, 23, 0.85)]
    broken = zip_code(patterns=[{"type": "x", "bebex": "x", "confidence": 0.01}])
    mister = [titles("Mr. Recognizer", "MR_TITLE", ["Mr.", "Mister"]), titles("Ms. Recognizer", "MS_TITLE", ["Ms.", "Miss", "Mrs."])]
    told = "Failed to parse /analyze request for AnalyzerEngine.analyze(). Pattern.__init__() got an unexpected keyword argument 'type'"
    return [
        john("full", both),
        john("threshold", [PERSON], score_threshold=0.7),
        ask("nothing", {"error": "No text provided"}, 500),
        ask("no text", {"error": "No text provided"}, 500, language="en"),
        ask("no language", {"error": "No language provided"}, 500, text=JOHN),
        ask("unknown language", NO_ONE, 500, text=JOHN, language="zz"),
        john("correlation", None, correlation_id="123"),
        john("trace", None, trace="1"),
        john("wrong trace", None, trace="somedata"),
        john("no decision", both, return_decision_process=0),
        john("decision", [found("PERSON", 0, 10, 0.85, BY_SPACY), found("US_DRIVER_LICENSE", 22, 30, 0.6499999999999999, by_pattern("license"))],
             text="John Smith license is AC432223", return_decision_process=True),
        john("context", [found("PERSON", 0, 15, 0.85, BY_SPACY), found("US_DRIVER_LICENSE", 19, 27, 0.6499999999999999, by_pattern("driver"))],
             text="John Smith D.L. is AC432223", return_decision_process=True, context=["Driver license"]),
        john("entities", [PERSON], entities=["PERSON"]),
        ("supported", "/supportedentities?language=en", None, 200, ENTITIES),
        ("unsupported", "/supportedentities?language=he", None, 500, NO_ONE),
        ("illegal query", "/supportedentities?uknown=input", None, 200, ENTITIES),
        john("ad hoc", [*both, found("ZIP", 50, 55, 0.01)], text=zipped, ad_hoc_recognizers=zip_code()),
        john("wrong ad hoc", {"error": told}, text=zipped, status=400, ad_hoc_recognizers=broken),
        john("ad hoc context", [*both, found("ZIP", 50, 55, 0.4)], text=zipped, ad_hoc_recognizers=zip_code(context=["zip", "code"])),
        john("deny list", [found("PERSON", 4, 14, 0.85), found("US_DRIVER_LICENSE", 36, 44, 0.6499999999999999), found("MR_TITLE", 0, 3, 1.0)],
             text="Mr. John Smith's drivers license is AC432223", ad_hoc_recognizers=mister),
        john("allow list", [], text=admin, allow_list=["admin@github.com"]),
        john("allow by expression", [], text=admin, allow_list=[".*@github.com"], allow_list_match="regex"),
        john("allow without", email, text=admin, allow_list=[".*@github.com"]),
        john("allow with case", email, text="email: admin@GitHub.com", allow_list=[".*@github.com"], allow_list_match="regex", regex_flags=0),
        john("batch", [both, both], text=[JOHN, JOHN]),
    ]


def hiding_cases():
    """Requests to the anonymiser."""
    masking = {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True}
    usual = {"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}, "PHONE_NUMBER": masking}

    def hide(name, text, operators, results, expected, status=200):
        return name, "/anonymize", {"text": text, "anonymizers": operators, "analyzer_results": results}, status, expected

    def show(name, body, expected, status=200):
        return name, "/deanonymize", body, status, expected

    def decrypt(text, key):
        return {"text": text, "deanonymizers": {"NUMBER": {"type": "decrypt", "key": key}},
                "anonymizer_results": [{"start": 0, "end": len(text), "entity_type": "NUMBER"}]}

    names = [place(24, 32, "NAME"), place(24, 28, "FIRST_NAME"), place(29, 32, "LAST_NAME", 0.6), place(48, 57, "PHONE_NUMBER", 0.95)]
    walk = [place(4, 21, "NAME"), place(11, 33, "LOCATION")]
    broken = b'{"text": "x", "anonymizers": {"DEFAULT": {"type": "replace"},},}'
    plain = "text_for_encryption"
    mails = "The user has the following two emails: email1@conto.com and email2@conto.com"
    return [
        hide("valid", JANE, usual, names, {"text": "hello world, my name is ANONYMIZED. My number is: 03445****", "items": [
            item("mask", "PHONE_NUMBER", 50, 59, "03445****"), item("replace", "NAME", 24, 34, "ANONYMIZED")]}),
        hide("empty text", "", {"DEFAULT": usual["DEFAULT"]}, [], {"text": "", "items": []}),
        hide("no results", "hello world! nice to meet you!", usual, [], {"text": "hello world! nice to meet you!", "items": []}),
        ("broken", "/anonymize", broken, 400, {"error": "The browser (or proxy) sent a request that this server could not understand."}),
        hide("custom", mails, {"DEFAULT": {"type": "custom", "new_value": "lambda x:  x[::-1]"}}, [place(39, 55, "EMAIL_ADDRESS", 1.0)],
             {"error": "Custom type anonymizer is not supported"}, 400),
        ("operators", "/anonymizers", None, 200, ["hash", "mask", "redact", "replace", "encrypt", "custom"]),
        show("decrypt", decrypt(CIPHER, "1" * 16), {"text": plain, "items": [item("decrypt", "NUMBER", 0, 19, plain)]}),
        show("wrong key", decrypt(CIPHER, "invalidkey"), {"error": "Invalid input, key must be of length 128, 192 or 256 bits"}, 422),
        show("no key", {"text": CIPHER}, {"text": CIPHER, "items": []}),
        show("no text to decrypt", {"key": "1" * 16}, {"text": "", "items": []}),
        show("no payload", {}, {"error": "Invalid request json"}, 400),
        ("there and back", "round trip", None, 200, "Lorem Ipsum is a Software Engineer"),
        hide("keep", JANE, {"NAME": {"type": "keep"}, "PHONE_NUMBER": {"type": "replace"}}, [place(24, 32, "NAME", 0.8), place(48, 57, "PHONE_NUMBER", 0.95)],
             {"text": "hello world, my name is Jane Doe. My number is: <PHONE_NUMBER>", "items": [
                 item("replace", "PHONE_NUMBER", 48, 62, "<PHONE_NUMBER>"), item("keep", "NAME", 24, 32, "Jane Doe")]}),
        hide("keep the first", PARK, {"NAME": {"type": "keep"}, "LOCATION": {"type": "replace"}}, walk, {"text": "I'm George Washington<LOCATION>", "items": [
            item("replace", "LOCATION", 21, 31, "<LOCATION>"), item("keep", "NAME", 4, 21, "George Washington")]}),
        hide("keep the second", PARK, {"NAME": {"type": "replace"}, "LOCATION": {"type": "keep"}}, walk, {"text": "I'm <NAME>Washington Square Park", "items": [
            item("keep", "LOCATION", 10, 32, "Washington Square Park"), item("replace", "NAME", 4, 10, "<NAME>")]}),
        hide("keep both", PARK, {"DEFAULT": {"type": "keep"}}, walk, {"text": "I'm George WashingtonWashington Square Park", "items": [
            item("keep", "LOCATION", 21, 43, "Washington Square Park"), item("keep", "NAME", 4, 21, "George Washington")]}),
    ]


DEMO = """Here are a few examples sentences we currently support:

Hello, my name is David Johnson and I live in Maine.
My credit card number is 4095-2609-9393-4932 and my crypto wallet id is 16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ.

On September 18 I visited microsoft.com and sent an email to test@presidio.site,  from IP 192.168.0.1.

My passport: 191280342 and my phone number: (212) 555-1234.

This is a valid International Bank Account Number: IL150120690000003111111 . Can you please check the status on bank account 954567876544?

Kate's social security number is 078-05-1126.  Her driver license? it is 1234567A.

"""
DEMO_HIDDEN = """Here are a few examples sentences we currently support:

Hello, my name is <PERSON> and I live in <LOCATION>.
My credit card number is <CREDIT_CARD> and my crypto wallet id is <CRYPTO>.

On <DATE_TIME> I visited <URL> and sent an email to <EMAIL_ADDRESS>,  from IP <IP_ADDRESS>.

My passport: <US_PASSPORT> and my phone number: <PHONE_NUMBER>.

This is a valid International Bank Account Number: <IBAN_CODE> . Can you please check the status on bank account <US_BANK_NUMBER>?

<PERSON>'s social security number is <US_SSN>.  Her driver license? it is <US_DRIVER_LICENSE>.

"""


def flow_cases():
    """One service after the other: name, analysis, what is expected of it, operators, and the text in the end."""
    masking = {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True}
    operators = {"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}, "US_DRIVER_LICENSE": masking, "PERSON": {"type": "replace", "new_value": "<PERSON>"}}
    asked = {"text": JOHN, "language": "en"}
    high = asked | {"score_threshold": 0.7}
    return [
        ("flow", asked, [PERSON, LICENCE], operators, "<PERSON> drivers license is AC43****"),
        ("flow above a threshold", high, [PERSON], operators, "<PERSON> drivers license is AC432223"),
        ("flow with all entities", high | {"entities": "all"}, [PERSON], operators, "<PERSON> drivers license is AC432223"),
        ("flow of an unknown entity", asked, [PERSON, LICENCE], {"ABC": {"type": "replace", "new_value": "<PERSON>"}}, "<PERSON> drivers license is <US_DRIVER_LICENSE>"),
        ("demonstration", {"text": " ".join(line.strip() for line in DEMO.split("\n")), "language": "en", "score_threshold": 0.35}, None, None,
         " ".join(line.strip() for line in DEMO_HIDDEN.split("\n"))),
    ]


def by_place(value):
    """What is left of an answer if only types and places, texts and errors count."""
    if isinstance(value, list) and value and isinstance(value[0], dict) and "entity_type" in value[0]:
        return sorted((it["entity_type"], it["start"], it["end"]) for it in value)
    if isinstance(value, list):
        return [by_place(it) for it in value] if value and isinstance(value[0], list) else sorted(map(str, value))
    return {name: by_place(it) for name, it in value.items()} if isinstance(value, dict) else value


def in_order(value):
    """The same value with lists in one order, and without the score of an item, which came later than the tests."""
    if isinstance(value, dict):
        return {name: in_order(it) for name, it in value.items() if not (name == "score" and "operator" in value)}
    if isinstance(value, list):
        return sorted((in_order(it) for it in value), key=lambda it: json.dumps(it, sort_keys=True))
    return value


def fits(got, expected):
    """Whether an answer is all that is expected, and whether it is by type and place."""
    (status, value), (wanted_status, wanted) = got, expected
    if status != wanted_status:
        return False, False
    if wanted is None:
        return True, True
    return in_order(value) == in_order(wanted), by_place(value) == by_place(wanted)


def round_trip(base):
    """Encrypts with two keys and decrypts again."""
    text = "Lorem Ipsum is a Software Engineer"
    keys = {"DEFAULT": "1" * 16, "TITLE": "2" * 16}
    operators = {name: {"type": "encrypt", "key": key} for name, key in keys.items()}
    results = [place(0, 12, "NAME"), place(18, len(text), "TITLE")]
    hidden = call(base, "/anonymize", {"text": text, "anonymizers": operators, "analyzer_results": results})[1]["text"]
    operators = {name: {"type": "decrypt", "key": key} for name, key in keys.items()}
    places = [{"start": 0, "end": 44, "entity_type": "NAME"}, {"start": 50, "end": 114, "entity_type": "TITLE"}]
    status, value = call(base, "/deanonymize", {"text": hidden, "deanonymizers": operators, "anonymizer_results": places})
    return status, value.get("text")


def flow(analyser, anonymiser, asked, expected, operators, text):
    """Whether a flow gives what is expected, and whether it does by type and place."""
    if asked.get("entities") == "all":
        asked = asked | {"entities": call(analyser, "/supportedentities?language=en")[1]}
    analysed = call(analyser, "/analyze", asked)
    exactly, roughly = fits(analysed, (200, expected))
    body = {"text": asked["text"], "analyzer_results": analysed[1]} | ({"anonymizers": operators} if operators else {})
    status, value = call(anonymiser, "/anonymize", body)
    is_same = status == 200 and value.get("text") == text
    return exactly and is_same, roughly and is_same


def passed(analyser, anonymiser):
    """Which cases a side passes: by name, whether everything is equal and whether type and place are."""
    done = {}
    for name, path, body, status, expected in analysis_cases():
        done[name] = fits(call(analyser, path, body), (status, expected))
    for name, path, body, status, expected in hiding_cases():
        if path == "round trip":
            done[name] = fits(round_trip(anonymiser), (status, expected))
        elif isinstance(body, bytes):
            done[name] = fits(call(anonymiser, path, raw=body), (status, expected))
        else:
            done[name] = fits(call(anonymiser, path, body), (status, expected))
    for name, *rest in flow_cases():
        done[name] = flow(analyser, anonymiser, *rest)
    return done


def any_request(dice):
    """A request to the anonymiser, with something wrong now and then."""
    text = "".join(dice.choice("abc Ñ😀  .") for _ in range(dice.randrange(40)))
    kinds = ["A", "B", "C"]

    def operator():
        return dice.choice([
            {"type": "replace"}, {"type": "replace", "new_value": dice.choice(["", "X", "ñ😀", 7, [1], None])}, {"type": "redact"}, {"type": "keep"},
            {"type": "mask", "masking_char": dice.choice(["*", "", "😀", "**", 1]), "chars_to_mask": dice.choice([0, 1, 5, 99, -2, "x", True]), "from_end": dice.choice([True, False, 0, 1])},
            {"type": "hash", "salt": dice.choice(["0123456789abcdef", "ñ" * 16, "short", ""]), "hash_type": dice.choice(["sha256", "sha512", "md5"])},
            {"type": "encrypt", "key": dice.choice(["short", 7, ""])}, {"type": "nothing"}, {}, {"type": ""},
        ])

    def result():
        start = dice.randrange(-1, len(text) + 1) if dice.random() < 0.1 else dice.randrange(len(text) + 1)
        end = dice.randrange(len(text) + 3) if dice.random() < 0.1 else dice.randrange(max(start, 0), len(text) + 1)
        one = {"start": start, "end": end, "score": dice.choice([0.1, 0.5, 0.9, 1]), "entity_type": dice.choice(kinds)}
        if dice.random() < 0.03:
            del one[dice.choice(list(one))]
        if dice.random() < 0.03:
            one[dice.choice(["start", "end"])] = dice.choice(["x", 1.5, None, True])
        return one

    wrong = dice.random() < 0.3
    chosen = operator if wrong else lambda: dice.choice([{"type": "replace"}, {"type": "redact"}, {"type": "keep"}, {"type": "replace", "new_value": "Ñ"}])
    body = {"text": text, "analyzer_results": [result() for _ in range(dice.randrange(8))]}
    if dice.random() < 0.8:
        body["anonymizers"] = {kind: chosen() for kind in dice.sample([*kinds, "DEFAULT"], dice.randrange(4))}
    if dice.random() < 0.02:
        body.pop(dice.choice(list(body)))
    if dice.random() < 0.05:
        body["text"] = dice.choice([None, 7, [text], [text, text], []])
    return body


def main():
    sfumato, analyser, anonymiser = (address.rstrip("/") for address in sys.argv[1:])
    ours, theirs = passed(sfumato, sfumato), passed(analyser, anonymiser)
    print(f"{len(ours)} requests of the end-to-end tests")
    print(f"{'':28} everything equal   type and place")
    for name, done in (("sfumato", ours), ("Presidio", theirs)):
        print(f"{name:28} {sum(it[0] for it in done.values()):16} {sum(it[1] for it in done.values()):16}")
    for name in ours:
        if not (all(ours[name]) and all(theirs[name])):
            print(f"  {name:26} sfumato {ours[name]}  Presidio {theirs[name]}")
    dice, count, other = random.Random(7), 3000, 0
    for _ in range(count):
        body = any_request(dice)
        mine, its = (call(base, "/anonymize", body) for base in (sfumato, anonymiser))
        if mine != its:
            other += 1
            if other <= 5:
                print("differs:", json.dumps(body), mine, its, sep="\n   ")
    print(f"{count - other} of {count} random requests to anonymise are answered alike")


if __name__ == "__main__":
    main()
