"""Web pages: HTML as people write it, XHTML, and HTML that is broken in the usual ways."""

import base64
import html
import json
import random
import urllib.parse

from lxml import etree

from case import Case, Places, halves, plant_all, thirds

PLACES = Places()
# What only HTML bears: unclosed tags, entities by name, conditional comments.
HTML_ONLY = Places()


class Page:
    """The parts of a page that places write into."""

    def __init__(self):
        self.head, self.body, self.encoding = [], [], "utf-8"

    def render(self, case, xhtml):
        start = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n' if xhtml else "<!DOCTYPE html>\n"
        space = ' xmlns="http://www.w3.org/1999/xhtml"' if xhtml else ""
        charset = "" if xhtml else f'<meta charset="{self.encoding}">'
        body = [f"<h1>Visit</h1><p>{case.introduce()}</p>", *self.body, *(f"<p>{c}</p>" for c in case.controls)]
        lines = [f'<html{space} lang="en"><head>{charset}<title>Visit</title>', *self.head, "</head><body>", *body]
        return start + "\n".join(lines) + "\n</body></html>\n"


def quoted(text):
    return html.escape(text, quote=True)


@PLACES.at("text across inline tags")
def inline_tags(page, case):
    name = case.piece("titled")
    first, second = halves(name.value)
    page.body.append(f"<p>{name.before}<b>{first}</b>{second} will call.</p>")
    one, two, three = thirds(case.piece("email", "three elements").value)
    page.body.append(f"<p>Contact <span>{one}</span><i>{two}</i><em class='x'>{three}</em> today.</p>")


@PLACES.at("alt and title attributes")
def alt_title(page, case):
    page.body.append(f'<p><img alt="{quoted(case.say())}" src="x.png" /> <span title="{quoted(case.repeat())}">here</span></p>')


@PLACES.at("form values")
def form_values(page, case):
    page.body.append(
        f'<form action="/send"><input type="hidden" name="c" value="{quoted(case.say())}" />'
        f'<input placeholder="{quoted(case.say(detail="placeholder"))}" />'
        f'<select><option value="{quoted(case.say("email", "option value"))}">{quoted(case.say(detail="option"))}</option></select></form>')


@PLACES.at("aria-label and data attributes")
def aria_data(page, case):
    page.body.append(f'<div aria-label="{quoted(case.say())}" data-owner="{quoted(case.say("email", "data-"))}">box</div>')


@PLACES.at("single-quoted attribute")
def single_quoted(page, case):
    page.body.append(f"<div title='{quoted(case.say())}'>box</div>")


@PLACES.at("mailto and tel links")
def mailto_tel(page, case):
    mail = case.own("email", case.mint.email(), "mailto")
    phone = case.own("phone", case.mint.phone(), "tel")
    page.body.append(f'<p><a href="mailto:{mail}?subject=Visit">write</a> or <a href="tel:{phone.replace(" ", "")}">call</a></p>')


@PLACES.at("value in a query")
def query(page, case):
    mail = urllib.parse.quote(case.own("email", case.mint.email(), "percent-encoded"), safe="")
    plain = case.own("email", case.mint.email(), "plain")
    page.body.append(f'<p><a href="https://example.com/find?user={mail}&amp;next={plain}">find</a></p>')


@PLACES.at("link to a user")
def user_link(page, case):
    page.body.append(f'<p><a href="{case.own("url", case.mint.url())}">profile</a></p>')


@PLACES.at("meta author and description")
def meta(page, case):
    page.head.append(f'<meta name="author" content="{quoted(case.repeat())}" />')
    page.head.append(f'<meta name="description" content="{quoted(case.say())}" />')
    page.head.append(f'<meta property="og:title" content="{quoted(case.say(detail="og:title"))}" />')


@PLACES.at("title element")
def title(page, case):
    page.head.append(f"<title>{quoted(case.say())}</title>")


@PLACES.at("comment")
def comment(page, case):
    page.body.append(f"<!-- {case.say()} --><!--{case.repeat()}-->")


@PLACES.at("JSON-LD")
def json_ld(page, case):
    data = {"@context": "https://schema.org", "@type": "Person", "name": case.repeat(), "email": case.own("email", case.mint.email())}
    page.head.append(f'<script type="application/ld+json">{json.dumps(data)}</script>')


@PLACES.at("script strings")
def script(page, case):
    mail = case.own("email", case.mint.email(), "escaped string").replace("@", "\\u0040")
    page.body.append(f'<script>var note = "{case.say("phone")}"; var mail = \'{mail}\'; // {case.say("mrn", "comment")}\n</script>')


@PLACES.at("style comments and content")
def style(page, case):
    page.head.append(f'<style>/* {case.say()} */ p.x::before {{ content: "{case.say("email", "content")}"; }}</style>')


@PLACES.at("event handler")
def handler(page, case):
    page.body.append(f'<button onclick="alert(\'{quoted(case.say("email"))}\')">ask</button>')


@PLACES.at("textarea")
def textarea(page, case):
    page.body.append(f"<textarea>{case.say()}\n{case.repeat()}</textarea>")


@PLACES.at("noscript and template")
def noscript(page, case):
    page.body.append(f"<noscript><p>{case.say()}</p></noscript><template><p>{case.say(detail='template')}</p></template>")


@PLACES.at("iframe srcdoc")
def srcdoc(page, case):
    inner = f"<p>{quoted(case.say())}</p><p title=\"{quoted(case.say('email', 'attribute inside'))}\">in</p>"
    page.body.append(f'<iframe srcdoc="{quoted(inner)}"></iframe>')


@PLACES.at("svg text, title and desc")
def svg(page, case):
    page.body.append(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>{case.repeat()}</title><desc> {case.say()} </desc>'
        f"<text>{case.say(detail='text')}</text></svg>")


@PLACES.at("data URI of text", expect="either")
def data_uri(page, case):
    coded = base64.b64encode(case.say("email").encode()).decode()
    plain = urllib.parse.quote(case.say("email", "percent-encoded"))
    page.body.append(f'<p><a href="data:text/plain;base64,{coded}">one</a> <a href="data:text/plain,{plain}">two</a></p>')


@PLACES.at("numeric entities")
def numeric_entities(page, case):
    value = case.piece("email").value
    coded = "".join(f"&#{ord(c)};" if i % 3 == 0 else c for i, c in enumerate(value))
    name = case.piece("accented", "hexadecimal").value
    page.body.append(f"<p>Contact {coded}. Patient: {''.join(c if c.isascii() else f'&#x{ord(c):X};' for c in name)}</p>")


@PLACES.at("base address")
def base(page, case):
    page.head.append(f'<base href="{case.own("url", case.mint.url())}/" />')


@PLACES.at("microdata")
def microdata(page, case):
    page.body.append(
        f'<div itemscope="itemscope" itemtype="https://schema.org/Person"><span itemprop="name">{case.repeat()}</span>'
        f'<meta itemprop="email" content="{case.own("email", case.mint.email())}" /></div>')


@PLACES.at("table with header cells")
def table(page, case):
    page.body.append(f"<table><caption>{case.say(detail='caption')}</caption><tr><th>Name</th><th>E-mail</th></tr>"
                     f"<tr><td>{case.repeat()}</td><td>{case.own('email', case.mint.email())}</td></tr></table>")


@PLACES.at("hidden by style")
def hidden(page, case):
    page.body.append(f'<div style="display:none">{case.say()}</div><p hidden="hidden">{case.say(detail="hidden attribute")}</p>')


@PLACES.at("non-breaking spaces and capitals")
def nbsp(page, case):
    phone = case.piece("phone").value.replace(" ", "\u00a0")
    page.body.append(f"<p>Phone: {phone}</p><p>{case.repeat('in capitals').upper()}</p>")


@PLACES.at("preformatted text")
def preformatted(page, case):
    page.body.append(f"<pre>{case.say()}\n  {case.say('iban')}</pre>")


@PLACES.at("identifiers of elements")
def identifiers(page, case):
    page.body.append(f'<h2 id="{case.repeat().replace(" ", "-").lower()}">Notes</h2>')


@PLACES.at("mail address that Cloudflare turned")
def turned(page, case):
    def digits(value):
        key = case.rng.randint(1, 255)
        return bytes([key, *(byte ^ key for byte in value.encode())]).hex()

    page.body.append(f'<p><a class="__cf_email__" data-cfemail="{digits(case.own("email", case.mint.email()))}">[email]</a>'
                     f'<a href="/cdn-cgi/l/email-protection#{digits(case.own("email", case.mint.email(), "link"))}">x</a></p>')


@PLACES.at("strings put together in a script")
def joined(page, case):
    one, two, three = thirds(case.own("email", case.mint.email()))
    page.body.append(f"<script>var m = '{one}' + '{two}'+\"{three}\"; write(atob('{base64.b64encode(case.say(detail='atob').encode()).decode()}'));</script>")


@PLACES.at("user name in paths and attributes")
def user_name(page, case):
    given, family = case.repeat().lower().split()
    page.body.append(f'<p data-owner="{given}.{family}">C:\\Users\\{given[0]}{family}\\x</p><img src="/photos/{given}_{family}.png" alt="" />')


@HTML_ONLY.at("named entities")
def named_entities(page, case):
    value = case.piece("email").value.replace("@", "&commat;").replace(".", "&period;")
    name = case.piece("accented").value
    page.body.append(f"<p>Contact {value}. Patient:&nbsp;{name.replace('á', '&aacute;').replace('ó', '&oacute').replace('ñ', '&ntilde;')}</p>")


@HTML_ONLY.at("conditional comment")
def conditional(page, case):
    page.body.append(f"<!--[if mso]><p>{case.say()}</p><![endif]-->")


@HTML_ONLY.at("unclosed tags and stray signs")
def unclosed(page, case):
    page.body.append(f"<p>a < b & c > d <p>{case.say()}<li>{case.say('email', 'list')}<td><b>{case.repeat()}")


@HTML_ONLY.at("attributes twice and unquoted")
def duplicate_attributes(page, case):
    page.body.append(f'<span title="{quoted(case.say())}" title="{quoted(case.say(detail="second"))}" data-m={case.own("email", case.mint.email(), "unquoted")}>x</span>')


@HTML_ONLY.at("bogus comment")
def bogus_comment(page, case):
    page.body.append(f"<!{case.say()}><?{case.say('email', 'instruction')}></{case.own('dni', case.mint.dni(), 'end tag')}>")


@HTML_ONLY.at("comment that never ends")
def endless(page, case):
    page.body.append(f"<p>{case.say()}</p>")
    page.endless = f"<!-- {case.say(detail='in it')}"


@HTML_ONLY.at("upper-case tags and plaintext in xmp")
def xmp(page, case):
    page.body.append(f"<XMP><b>{case.say()}</b></XMP><P>{case.say(detail='upper case')}</P>")


@HTML_ONLY.at("latin-1 page")
def latin_page(page, case):
    page.encoding = "iso-8859-1"
    page.body.append(f"<p>{case.say('accented')} — adiós</p>".replace("—", "-"))


@HTML_ONLY.at("page in an older encoding", alone=True)
def older_page(page, case):
    page.encoding = case.rng.choice(["iso-8859-15", "koi8-r", "shift_jis", "gb18030"])
    page.body.append(f"<p>{case.say()}</p><p title='{case.say('email')}'>{ {'iso-8859-15': '20 €', 'koi8-r': 'да', 'shift_jis': '日本', 'gb18030': '中文'}[page.encoding] }</p>")


@HTML_ONLY.at("utf-16 page", alone=True)
def wide_page(page, case):
    page.encoding = "utf-16"
    page.body.append(f"<p>{case.say('accented')}</p><p title='{case.say('email')}'>x</p>")


def make(mint, seed):
    """All pages, as `(case, bytes)`."""
    rng = random.Random(seed)
    both = Places(PLACES.items + HTML_ONLY.items)
    yield from pages(mint, both.files(rng), "html", xhtml=False)
    yield from pages(mint, PLACES.files(rng, together=10, times=1), "xhtml", xhtml=True)


def pages(mint, lists, ending, xhtml):
    for number, places in enumerate(lists):
        case = Case(mint, f"html/{ending}-{number:02d}.{ending}", "html")
        page = Page()
        plant_all(places, page, case)
        text = page.render(case, xhtml) + getattr(page, "endless", "")
        data = text.encode(page.encoding)
        if xhtml:
            etree.fromstring(data)
        yield case, data
