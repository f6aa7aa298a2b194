"""XML: any vocabulary, and clinical documents in the manner of CDA."""

import random

from lxml import etree

import xml_kinds
from case import Case, Places, halves, plant_all

PLACES = Places()


class Record:
    """The children of the root element, and how the file is encoded."""

    def __init__(self):
        self.children, self.before, self.encoding, self.after, self.doctype = [], [], "UTF-8", [], []


@PLACES.at("text and mixed content")
def text(record, case):
    name = case.piece("titled")
    first, second = halves(name.value)
    record.children.append(f"<note>{name.before}<hi>{first}</hi>{second} agreed.</note><note>{case.say()}</note>")


@PLACES.at("attributes")
def attributes(record, case):
    record.children.append(f"<person contact=\"{case.say('email')}\" note='{case.say(detail='single quotes')}'/>")


@PLACES.at("CDATA")
def cdata(record, case):
    record.children.append(f"<html><![CDATA[<p>{case.say()}</p>]]></html>")
    first, second = halves(case.piece("email", "over two sections").value)
    record.children.append(f"<html><![CDATA[Contact {first}]]><![CDATA[{second}]]></html>")


@PLACES.at("comment")
def comment(record, case):
    record.children.append(f"<!-- {case.say()} --><!-- {case.repeat()} -->")
    record.after.append(f"<!-- {case.say(detail='after the root')} -->")


@PLACES.at("processing instruction")
def instruction(record, case):
    record.before.append(f'<?editor {case.say("email")}?>')
    record.children.append(f"<?note {case.say(detail='inside')}?>")


@PLACES.at("entities")
def entities(record, case):
    value = case.piece("email").value.replace("@", "&#64;").replace(".", "&#x2e;")
    record.children.append(f"<note>Contact {value} &amp; others</note>")


@PLACES.at("entities of its own")
def own_entities(record, case):
    record.doctype.append(f"<!ENTITY who '{case.repeat()}'><!ENTITY mark '<hi>{case.say('email', 'with an element')}</hi>'>")
    record.doctype.append(f"<!ENTITY none '{case.say(detail='that nothing refers to')}'>")
    record.children.append(f"<note to='&who;'>&who; agreed; &mark; too</note><note>{case.say(detail='beside')}</note>")


@PLACES.at("element named for its content")
def named(record, case):
    record.children.append(f"<patient><name>{case.repeat()}</name><email>{case.own('email', case.mint.email())}</email>"
                           f"<phone>{case.own('phone', case.mint.phone())}</phone><dni>{case.own('dni', case.mint.dni())}</dni></patient>")


@PLACES.at("latin-1 declared")
def latin(record, case):
    record.encoding = "ISO-8859-1"
    record.children.append(f"<note>{case.say('accented')} y señora</note>")


@PLACES.at("utf-16", alone=True)
def wide(record, case):
    record.encoding = "UTF-16"
    record.children.append(f"<note>{case.say('accented')}</note><a b=\"{case.say('email')}\"/>")


@PLACES.at("namespace and schema location")
def namespace(record, case):
    record.children.append(f'<x:y xmlns:x="{case.own("url", case.mint.url())}" x:by="{case.repeat()}">y</x:y>')


@PLACES.at("deep nesting")
def deep(record, case):
    record.children.append("<d>" * 60 + case.say() + "</d>" * 60)


@PLACES.at("clinical document")
def cda(record, case):
    given, family = case.repeat("name in parts").split()
    record.children.append(
        '<ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole>'
        f'<id extension="{case.own("dni", case.mint.dni(), "id")}" root="1.2.724.4.41"/>'
        f'<telecom value="tel:{case.own("phone", case.mint.phone(), "telecom").replace(" ", "")}"/>'
        f'<telecom value="mailto:{case.own("email", case.mint.email(), "telecom")}"/>'
        f"<patient><name><given>{given}</given><family>{family}</family></name></patient></patientRole></recordTarget>"
        f"<component><section><text><paragraph>{case.say()}</paragraph><list><item>{case.say(detail='narrative list')}</item></list>"
        "</text></section></component></ClinicalDocument>")


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=4)):
        case = Case(mint, f"xml/xml-{number:02d}.xml", "xml")
        record = Record()
        plant_all(places, record, case)
        body = "\n".join([f"<note>{case.introduce()}</note>", *record.children, *(f"<p>{c}</p>" for c in case.controls)])
        start = f'<?xml version="1.0" encoding="{record.encoding}"?>\n' + "".join(record.before)
        start += f"<!DOCTYPE record [{''.join(record.doctype)}]>" if record.doctype else ""
        data = f"{start}\n<record>\n{body}\n</record>\n{''.join(record.after)}\n".encode(record.encoding)
        etree.fromstring(data)
        yield case, data
    yield from xml_kinds.make(mint)


def refused(mint, seed):
    levels = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 10))
    bomb = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "ha">{levels}]><r>&e9;</r>'
    yield "entities.xml", "entities that multiply", bomb.encode()
    yield "external-entity.xml", "entity that is another file", b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'
    yield "too-deep.xml", "a hundred thousand levels", b'<?xml version="1.0"?>' + b"<d>" * 100_000 + b"</d>" * 100_000
    yield "unbalanced.xml", "tags that do not match", b'<?xml version="1.0"?><a><b>Contact x</a></b>'
