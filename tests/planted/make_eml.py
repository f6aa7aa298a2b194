"""Mail: built with the standard library, and by hand where it would not write such a thing."""

import random
from base64 import b64encode, encodebytes
from email.header import Header
from email.message import EmailMessage
from email.mime.text import MIMEText
from email.policy import SMTP
from urllib.parse import quote

from case import Case, Places, halves, plant_all

PLACES = Places()


class Mail:
    """A message with a plain body; places add headers, parts, and edits of the finished bytes."""

    def __init__(self):
        self.message = EmailMessage(policy=SMTP)
        self.raw_headers = []
        self.lines = []
        self.html = None
        self.attachments = []
        self.edits = []
        self.encoding = ("utf-8", "8bit")

    def render(self, case):
        message = self.message
        for name, value in (("From", "ward@example.com"), ("To", "desk@example.com"), ("Subject", "Visit")):
            if name not in message:
                message[name] = value
        message["Date"] = "Mon, 04 Mar 2024 10:20:30 +0100"
        body = "\n".join([case.introduce(), "", *self.lines, "", *case.controls]) + "\n"
        charset, coding = self.encoding
        message.set_content(body, charset=charset, cte=coding)
        if self.html:
            message.add_alternative(self.html, subtype="html")
        for add in self.attachments:
            add(message)
        data = message.as_bytes()
        head, _, rest = data.partition(b"\r\n\r\n")
        data = b"\r\n".join([*(line.encode() for line in self.raw_headers), head]) + b"\r\n\r\n" + rest
        for edit in self.edits:
            data = edit(data)
        return data


def addressed(case, detail=""):
    """A name and an address, as headers have them."""
    return f"{case.own('titled', case.mint.name(), detail)} <{case.own('email', case.mint.email(), detail)}>"


@PLACES.at("From, To, Cc, Reply-To")
def people(mail, case):
    for name in ("From", "To", "Cc", "Reply-To"):
        mail.message[name] = addressed(case, name)


@PLACES.at("several recipients, folded")
def recipients(mail, case):
    mail.message["Bcc"] = ", ".join(addressed(case, "Bcc") for _ in range(5))


@PLACES.at("Subject")
def subject(mail, case):
    mail.message["Subject"] = f"{case.say()} {case.repeat()}"


@PLACES.at("Received and Message-ID")
def received(mail, case):
    mail.raw_headers += [
        f"Received: from mx.example.com (mx.example.com [192.0.2.7])\r\n by in.example.com for <{case.own('email', case.mint.email())}>;\r\n Mon, 04 Mar 2024 10:20:31 +0100",
        f"Message-ID: <{case.own('email', case.mint.email(), 'Message-ID')}>",
        f"In-Reply-To: <{case.own('email', case.mint.email(), 'In-Reply-To')}>",
        f"Return-Path: <{case.own('email', case.mint.email(), 'Return-Path')}>"]


@PLACES.at("X- headers and DKIM")
def extension_headers(mail, case):
    mail.raw_headers += [
        f"X-Original-To: {case.own('email', case.mint.email())}", f"X-Note: {case.say(detail='X-Note')}",
        f"DKIM-Signature: v=1; a=rsa-sha256; d=example.com; i={case.own('email', case.mint.email(), 'DKIM')};\r\n b=QUJDREVGR0g=",
        f"List-Unsubscribe: <mailto:{case.own('email', case.mint.email(), 'List-Unsubscribe')}>"]


@PLACES.at("encoded words, B and Q")
def encoded_words(mail, case):
    mail.raw_headers.append("X-Patient: " + Header(case.say("accented", "B"), "utf-8").encode())
    name = case.piece("accented", "Q").value.encode("latin-1")
    coded = "".join(chr(b) if chr(b).isalnum() and b < 128 else f"={b:02X}" for b in name)
    mail.raw_headers.append(f"X-Doctor: Patient: =?iso-8859-1?Q?{coded}?=")


@PLACES.at("encoded words in a row")
def encoded_row(mail, case):
    first, second = halves(case.say("accented"))
    mail.raw_headers.append(f"Comments: {Header(first, 'utf-8').encode()}\r\n {Header(second, 'utf-8').encode()}")


@PLACES.at("folded header")
def folded(mail, case):
    first, second = case.say("titled").rsplit(" ", 1)
    mail.raw_headers.append(f"Keywords: visit,\r\n {first}\r\n\t{second}")


@PLACES.at("plain body")
def plain(mail, case):
    mail.lines += [case.say(), f"> {case.say(detail='quoted')}", f"-- \n{case.say(detail='signature')}"]


@PLACES.at("html alternative")
def html(mail, case):
    name = case.piece("titled", "split by tags").value
    mail.html = (f"<html><body><p>Dr. <b>{name[:5]}</b>{name[5:]}</p><p>{case.say()}</p><!-- {case.repeat()} -->"
                 f"<a href='mailto:{case.own('email', case.mint.email(), 'mailto')}'>x</a></body></html>")


@PLACES.at("quoted-printable body")
def quoted_printable(mail, case):
    mail.encoding = ("utf-8", "quoted-printable")
    mail.lines += [case.say("accented"), "x" * 60 + " " + case.say("email", "over a soft line break")]


@PLACES.at("base64 body")
def base64_body(mail, case):
    mail.encoding = ("utf-8", "base64")
    mail.lines += [case.say("accented"), case.say()]


@PLACES.at("latin-1 8bit body")
def latin_body(mail, case):
    mail.encoding = ("iso-8859-1", "8bit")
    mail.lines.append(case.say("accented"))


# Other bodies have letters that these character sets lack.
@PLACES.at("body in an older charset", alone=True)
def older_body(mail, case):
    mail.encoding = case.rng.choice([("gb2312", "base64"), ("iso-8859-15", "quoted-printable"), ("big5", "base64")])
    mail.lines.append(f"{case.say()}\n{case.say(detail='second line')}")


@PLACES.at("nested message")
def nested(mail, case):
    inner = EmailMessage(policy=SMTP)
    inner["From"], inner["Subject"] = addressed(case, "its From"), case.say(detail="its subject")
    inner.set_content(case.say(detail="its body") + "\n")
    mail.attachments.append(lambda message: message.add_attachment(inner))


@PLACES.at("text attachment")
def text_attachment(mail, case):
    text, table = case.say(), f"name,email\n{case.repeat()},{case.own('email', case.mint.email(), 'csv')}\n"
    mail.attachments.append(lambda m: m.add_attachment(text + "\n", filename="note.txt"))
    mail.attachments.append(lambda m: m.add_attachment(table, subtype="csv", filename="list.csv", cte="base64"))


@PLACES.at("attachment file names")
def file_names(mail, case):
    plain = case.own("email", case.mint.email(), "plain") + ".txt"
    wide = quote(case.own("accented", case.mint.name(accented=True), "RFC 2231"))
    mail.attachments.append(lambda m: m.add_attachment("nothing\n", filename=plain))
    word = Header("Patient: " + case.own("accented", case.mint.name(accented=True), "encoded word") + ".txt", "utf-8").encode()
    mail.attachments.append(lambda m: m.add_attachment("nothing\n", filename="X-NAME.txt"))
    mail.attachments.append(lambda m: m.add_attachment("nothing\n", filename="Y-NAME.txt"))
    mail.edits.append(lambda data: data.replace(b"Y-NAME.txt", word.replace("\n", "\r\n").encode()))
    mail.edits.append(lambda data: data.replace(b'filename="X-NAME.txt"', f"filename*=utf-8''Patient%3A%20{wide}.txt".encode()))


@PLACES.at("preamble and epilogue")
def preamble(mail, case):
    before, after = case.say(), case.say(detail="epilogue")
    mail.attachments.append(lambda m: m.add_attachment("nothing\n", filename="n.txt"))
    mail.attachments.append(lambda m: (setattr(m, "preamble", before + "\n"), setattr(m, "epilogue", after + "\n")))


@PLACES.at("calendar")
def calendar(mail, case):
    text = ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\n"
            f"ORGANIZER;CN={case.own('titled', case.mint.name(), 'CN')}:mailto:{case.own('email', case.mint.email())}\r\n"
            f"SUMMARY:{case.repeat()}\r\nDESCRIPTION:{case.say(detail='description')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    mail.attachments.append(lambda m: m.add_attachment(text, subtype="calendar"))


@PLACES.at("vcard")
def vcard(mail, case):
    given, family = case.repeat().split()
    text = (f"BEGIN:VCARD\r\nVERSION:3.0\r\nN:{family};{given};;;\r\nFN:{given} {family}\r\n"
            f"EMAIL:{case.own('email', case.mint.email())}\r\nTEL:{case.own('phone', case.mint.phone())}\r\nEND:VCARD\r\n")
    mail.attachments.append(lambda m: m.add_attachment(text, subtype="vcard", filename="card.vcf"))


def attached(mail, body, kind):
    """A part of a kind that the library would not write by itself: it is named when the mail is done."""
    stand_in = kind.replace("/", "-")
    mail.edits.append(lambda data: data.replace(f"application/{stand_in}".encode(), kind.encode()))

    def add(message):
        message.add_attachment(body.encode(), maintype="application", subtype=stand_in, cte="7bit")

    return add


@PLACES.at("delivery notice")
def delivery_notice(mail, case):
    address, returned = case.mint.email(), case.mint.email()
    case.record("email", address, "final recipient")
    original = case.own("email", case.mint.email(), "original recipient")
    status = (f"Reporting-MTA: dns; mx.example.com\r\nArrival-Date: Mon, 04 Mar 2024 10:20:30 +0100\r\n\r\n"
              f"Original-Recipient: rfc822;{original}\r\nFinal-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
              f"Diagnostic-Code: smtp; 550 5.1.1 <{address}>: no mailbox for {case.repeat('diagnostic')}\r\n")
    headers = f"From: {addressed(case, 'returned headers')}\r\nTo: <{case.own('email', returned, 'returned headers')}>\r\nSubject: {case.say(detail='returned subject')}\r\n"
    mail.attachments.append(attached(mail, status, "message/delivery-status"))
    mail.attachments.append(attached(mail, headers, "text/rfc822-headers"))


@PLACES.at("reports inside reports")
def nested_reports(mail, case):
    inner = EmailMessage(policy=SMTP)
    inner["From"], inner["Subject"] = addressed(case, "inner From"), "Undelivered"
    inner.set_content(case.say(detail="inner body") + "\n")
    attached(mail, f"Original-Recipient: rfc822;{case.own('email', case.mint.email(), 'disposition')}\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n",
             "message/disposition-notification")(inner)
    outer = EmailMessage(policy=SMTP)
    outer["From"], outer["Subject"] = addressed(case, "outer From"), "Report"
    outer.set_content("See below.\n")
    outer.add_attachment(inner)
    mail.attachments.append(lambda message: message.add_attachment(outer))


@PLACES.at("addresses inside addresses")
def returned_to(mail, case):
    local, domain = case.own("email", case.mint.email()).split("@")
    mail.raw_headers.append(f"Errors-To: <bounce+{local}={domain}@lists.example.com>")
    mail.raw_headers.append(f"X-Envelope: SRS0=ab12=cd={domain}={case.own('email', case.mint.email(), 'SRS').split('@')[0]}@fwd.example.com")


@PLACES.at("base64 in the text")
def base64_in_text(mail, case):
    packed = encodebytes((case.say() + ". " + " ".join(case.controls)).encode()).decode().strip()
    mail.lines += ["Content-Transfer-Encoding: base64", "", packed, f"token {b64encode(case.say(detail='short').encode()).decode()}"]


@PLACES.at("cards in quoted-printable")
def quoted_card(mail, case):
    name = case.own("accented", case.mint.name(accented=True))
    coded = "".join(f"={byte:02X}" for byte in name.encode())
    text = (f"BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:{coded[:60]}=\r\n{coded[60:]}\r\n"
            f"EMAIL:{case.own('email', case.mint.email(), 'mail')}\r\nEND:VCARD\r\n")
    mail.attachments.append(lambda m: m.add_attachment(text, subtype="x-vcard", filename="card.vcf"))


@PLACES.at("boundary")
def boundary(mail, case):
    mark = case.own("dni", case.mint.dni())
    mail.attachments.append(lambda m: (m.add_attachment("nothing\n", filename="n.txt"), m.set_boundary(f"--{mark}")))


@PLACES.at("content headers")
def content_headers(mail, case):
    described, ident = case.say(), case.own("email", case.mint.email(), "Content-ID")

    def add(message):
        message.add_attachment("nothing\n", filename="n.txt")
        part = list(message.iter_attachments())[-1]
        part["Content-Description"] = described
        part["Content-ID"] = f"<{ident}>"

    mail.attachments.append(add)


@PLACES.at("office and PDF attachments", alone=True, expect="either")
def office(mail, case):
    import make_docx
    import make_pdf
    docx, pdf = make_docx.small(case.say(detail="docx")), make_pdf.small(case.say(detail="pdf"))
    kind = "vnd.openxmlformats-officedocument.wordprocessingml.document"
    mail.attachments.append(lambda m: m.add_attachment(docx, maintype="application", subtype=kind, filename="letter.docx"))
    mail.attachments.append(lambda m: m.add_attachment(pdf, maintype="application", subtype="pdf", filename="letter.pdf"))


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=4)):
        case = Case(mint, f"eml/eml-{number:02d}.eml", "eml")
        mail = Mail()
        plant_all(places, mail, case)
        yield case, mail.render(case)


def refused(mint, seed):
    mail = Mail()
    mail.attachments.append(
        lambda m: m.add_attachment(b"\x00\x01\x02unknown", maintype="application", subtype="x-unknown", filename="a.bin"))
    yield "unknown-attachment.eml", "attachment of an unknown kind", mail.render(Case(mint, "refused", "eml"))
    text = MIMEText("-----BEGIN PKCS7-----\nAAAA\n-----END PKCS7-----\n")
    text.replace_header("Content-Type", 'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"')
    text["Subject"] = "sealed"
    yield "encrypted.eml", "encrypted mail", text.as_bytes()
