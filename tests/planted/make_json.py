"""JSON of any shape, and resources of FHIR R4, single, in bundles and as lines."""

import base64
import json
import random

from case import Case, Places, plant_all

PLACES = Places()
FHIR = Places()


@PLACES.at("nested strings")
def nested(data, case):
    data["visit"] = {"rooms": [{"notes": ["none", case.say()]}, [case.repeat(), [case.say(detail="arrays")]]]}


@PLACES.at("key that is a value")
def key(data, case):
    data["index"] = {case.own("email", case.mint.email()): {"seen": True}, case.own("dni", case.mint.dni(), "DNI"): 3}


@PLACES.at("number")
def number(data, case):
    data["phone"] = int(case.own("number", case.mint.phone().replace(" ", "")[1:]))


@PLACES.at("number as a power of ten")
def power(data, case):
    digits = case.own("number", case.mint.phone().replace(" ", "")[3:])
    data["phone_number"] = f"<NUMBER>{digits[0]}.{digits[1:]}E{len(digits) - 1}<NUMBER>"
    more = case.own("number", case.mint.phone().replace(" ", "")[3:], "with noughts")
    data["mobile"] = f"<NUMBER>{more}.0<NUMBER>"


@PLACES.at("base64 inside a string and files in data addresses")
def coats(data, case):
    data["log"] = f"body {base64.b64encode(case.say().encode()).decode()} sent"
    data["link"] = f"data:text/plain;base64,{base64.b64encode(case.say(detail='data address').encode()).decode()}"
    data["hex"] = case.say(detail="hexadecimal").encode().hex()


@PLACES.at("JSON in JSON in JSON")
def json_twice(data, case):
    inner = json.dumps({"email": case.own("email", case.mint.email()), "who": case.repeat()})
    data["deep"] = json.dumps({"payload": json.dumps({"payload": inner}), "note": case.say()})


@PLACES.at("unicode escapes")
def escapes(data, case):
    data["escaped"] = "<RAW>" + "".join(f"\\u{ord(c):04x}" if i % 2 else c for i, c in enumerate(case.say("accented")))


@PLACES.at("labelled members")
def labelled(data, case):
    data["person"] = {
        "name": case.own("titled", case.mint.name(), "name"), "email": case.own("email", case.mint.email()),
        "phone": case.own("phone", case.mint.phone()), "iban": case.own("iban", case.mint.iban())}


@PLACES.at("escaped slashes and HTML inside")
def html_inside(data, case):
    data["html"] = f"<p>Contact <b>{case.own('email', case.mint.email())}</b></p><a href=\"mailto:{case.own('email', case.mint.email(), 'mailto')}\">x</a>"


@PLACES.at("JSON in a string")
def json_inside(data, case):
    data["payload"] = json.dumps({"email": case.own("email", case.mint.email()), "note": case.say("accented")})


@PLACES.at("base64 text", expect="either")
def base64_text(data, case):
    data["attachment"] = {"contentType": "text/plain", "data": base64.b64encode(case.say().encode()).decode()}


@PLACES.at("split name members")
def split_name(data, case):
    given, family = case.repeat("given and family").split()
    data["subject"] = {"given": given, "family": family}


def patient(case):
    given, family = case.patient.split()
    case.record("patient", case.patient, "name")
    return {
        "resourceType": "Patient", "id": f"p{case.rng.randint(100, 999)}",
        "text": {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{case.introduce()}<p>{case.controls[0]}</p><p>{case.controls[1]}</p></div>'},
        "name": [{"use": "official", "text": case.patient, "family": family, "given": [given]}],
        "active": True, "gender": "female",
    }


@FHIR.at("identifier")
def identifier(resource, case):
    resource["identifier"] = [{"system": "urn:oid:1.3.6.1.4.1.19126.3", "value": case.own("dni", case.mint.dni())},
                              {"type": {"text": "MRN"}, "value": case.own("mrn", case.mint.mrn())}]


@FHIR.at("telecom")
def telecom(resource, case):
    resource["telecom"] = [{"system": "phone", "value": case.own("phone", case.mint.phone())},
                           {"system": "email", "value": case.own("email", case.mint.email())}]


@FHIR.at("address")
def address(resource, case):
    street = f"{case.rng.randint(11, 99)} {case.mint.surname()} Street"
    resource["address"] = [{"use": "home", "text": f"{case.own('address', street)}, Leeds", "line": [street], "city": "Leeds", "postalCode": "LS99 7QJ"}]


@FHIR.at("birthDate")
def birth(resource, case):
    day, month, year = case.mint.dob().split("/")
    resource["birthDate"] = case.own("dob", f"{year}-{month}-{day}")
    resource["_birthDate"] = {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/patient-birthTime", "valueDateTime": f"{year}-{month}-{day}T14:35:45Z"}]}


@FHIR.at("contact")
def contact(resource, case):
    name = case.own("titled", case.mint.name())
    resource["contact"] = [{"relationship": [{"text": "mother"}], "name": {"family": name.split()[1], "given": [name.split()[0]]},
                            "telecom": [{"system": "phone", "value": case.own("phone", case.mint.phone(), "phone")}]}]


@FHIR.at("photo title")
def photo(resource, case):
    resource["photo"] = [{"contentType": "image/png", "title": case.say(), "url": f"Binary/{case.own('email', case.mint.email(), 'url')}"}]


@FHIR.at("extension valueString")
def extension(resource, case):
    resource["extension"] = [{"url": "http://example.org/note", "valueString": case.say()},
                             {"url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName", "valueString": case.repeat()}]


@FHIR.at("contained resource")
def contained(resource, case):
    name = case.own("titled", case.mint.name())
    resource["contained"] = [{"resourceType": "Practitioner", "id": "pr1", "name": [{"prefix": ["Dr."], "family": name.split()[1], "given": [name.split()[0]]}],
                              "telecom": [{"system": "email", "value": case.own("email", case.mint.email(), "telecom")}]}]
    resource["generalPractitioner"] = [{"reference": "#pr1", "display": case.own("titled", case.mint.name(), "display")}]


@FHIR.at("narrative")
def narrative(resource, case):
    name = case.piece("titled", "split by tags").value
    extra = f"<p>Dr. <b>{name[:4]}</b>{name[4:]}</p><p title=\"{case.say('email', 'attribute')}\">x</p><p>{case.say()}</p></div>"
    resource["text"]["div"] = resource["text"]["div"].replace("</div>", extra)


@FHIR.at("attachment data", alone=True, expect="either")
def attachment(resource, case):
    resource["photo"] = [{"contentType": "text/plain", "data": base64.b64encode(case.say().encode()).decode()}]


@FHIR.at("meta source and tag")
def meta(resource, case):
    resource["meta"] = {"source": f"mailto:{case.own('email', case.mint.email())}", "tag": [{"display": case.say(detail="tag")}]}


@FHIR.at("primitive extension and language")
def primitive(resource, case):
    resource["_active"] = {"extension": [{"url": "http://example.org/why", "valueString": case.say()}]}


def related(case, resource):
    """An observation and a practitioner beside the patient."""
    case.place = "bundle"
    doctor = case.own("titled", case.mint.name(), "practitioner")
    return [
        {"resourceType": "Observation", "status": "final", "code": {"text": "Heart rate"},
         "subject": {"reference": f"Patient/{resource['id']}", "display": case.repeat("subject display")},
         "performer": [{"display": f"Dr. {doctor}"}], "effectiveDateTime": "2021-03-04T09:30:10+01:00",
         "valueQuantity": {"value": 80, "unit": "beats/minute"}, "note": [{"text": case.say(detail="observation note")}]},
        {"resourceType": "Practitioner", "id": "d1", "name": [{"family": doctor.split()[1], "given": [doctor.split()[0]], "prefix": ["Dr."]}]},
    ]


def dumped(data):
    """JSON text; what a place has escaped itself stays as it is."""
    text = json.dumps(data, indent=2, ensure_ascii=False).replace("<RAW>", "").replace("\\\\u", "\\u")
    return text.replace('"<NUMBER>', "").replace('<NUMBER>"', "")


def make(mint, seed):
    rng = random.Random(seed)
    for index, places in enumerate(PLACES.files(rng, together=3)):
        case = Case(mint, f"json/json-{index:02d}.json", "json")
        data = {"note": case.introduce(), "controls": case.controls}
        plant_all(places, data, case)
        yield case, dumped(data).encode()
    for index, places in enumerate(FHIR.files(rng, together=4)):
        yield fhir_file(mint, index, places)
    yield from lines(mint, rng)


def fhir_file(mint, index, places):
    """A patient alone, or every third time in a bundle."""
    case = Case(mint, f"json/fhir-{index:02d}.json", "json")
    case.place = "patient"
    resource = patient(case)
    plant_all(places, resource, case)
    if index % 3 == 0:
        entries = [{"fullUrl": f"urn:uuid:{i}", "resource": each} for i, each in enumerate([resource, *related(case, resource)])]
        resource = {"resourceType": "Bundle", "type": "collection", "entry": entries}
    return case, json.dumps(resource, indent=1 if index % 2 else None, ensure_ascii=index % 4 == 0).encode()


def lines(mint, rng):
    """Resources as lines; the places of two lists share a file."""
    for index, places in enumerate(FHIR.files(rng, together=6, times=1)):
        case = Case(mint, f"json/fhir-{index:02d}.ndjson", "json")
        case.place = "patient"
        resource = patient(case)
        plant_all(places, resource, case)
        rows = [resource, *related(case, resource)]
        yield case, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def refused(mint, seed):
    yield "broken.json", "not strict JSON", b'{"note": "Patient: Nobody", }'
    yield "too-deep.json", "a hundred thousand levels", b"[" * 100_000 + b"]" * 100_000
