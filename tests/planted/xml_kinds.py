"""XML of vocabularies of its own: maps, drawings, books, flat office documents. Their namespaces must stay."""

import base64
import urllib.parse
from xml.sax.saxutils import escape

from case import Case

SVG = "http://www.w3.org/2000/svg"
KML = "http://www.opengis.net/kml/2.2"
GPX = "http://www.topografix.com/GPX/1/1"
DOCBOOK = "http://docbook.org/ns/docbook"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"


def point(case):
    """A latitude and a longitude, in seven decimals."""
    return f"{case.rng.randint(36, 59)}.{case.mint.digits(7)}", f"-{case.rng.randint(1, 9)}.{case.mint.digits(7)}"


def position(case, detail):
    latitude, longitude = point(case)
    return case.own("latitude", latitude, detail), case.own("longitude", longitude, detail)


def kml(case):
    (lat, lon), (lat2, lon2) = position(case, "point"), position(case, "line")
    look = position(case, "look")
    return f"""<kml xmlns="{KML}" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>{escape(case.introduce())}</name>
<Placemark id="p1"><name>Home of {escape(case.repeat())}</name><address>{escape(case.say("email"))}</address><phoneNumber>{case.own("phone", case.mint.phone())}</phoneNumber>
<description><![CDATA[<p>{case.say()}</p>]]></description><Point><coordinates>{lon},{lat},0</coordinates></Point></Placemark>
<Placemark><LineString><coordinates>
 {lon2},{lat2},12
 -3.7000000,40.4000000,12
</coordinates></LineString><LookAt><longitude>{look[1]}</longitude><latitude>{look[0]}</latitude></LookAt></Placemark>
{controls(case, "description")}</Document></kml>""", KML


def gpx(case):
    (lat, lon), (lat2, lon2) = position(case, "waypoint"), position(case, "track")
    return f"""<gpx version="1.1" creator="Viewer" xmlns="{GPX}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="{GPX} {GPX}/gpx.xsd">
<metadata><author><name>{escape(case.introduce())}</name></author><desc>{escape(case.say("email"))}</desc></metadata>
<wpt lat="{lat}" lon="{lon}"><name>Home</name><cmt>{escape(case.say())}</cmt></wpt>
<trk><name>Walk</name><desc>{escape(case.repeat())}</desc><trkseg><trkpt lat="{lat2}" lon="{lon2}"><ele>612</ele></trkpt></trkseg></trk>
{"".join(f"<rte><desc>{control}</desc></rte>" for control in case.controls)}</gpx>""", GPX


def svg(case):
    name = case.piece("titled", "over spans")
    cut = len(name.value) // 2
    page = base64.b64encode(f"<p>{case.say('email', 'page in an address')}</p>".encode()).decode()
    plain = urllib.parse.quote(case.say("email", "text in an address"))
    return f"""<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"><title>{escape(case.introduce())}</title><desc>{escape(case.say())}</desc>
<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>{escape(case.repeat("metadata"))}</dc:creator></rdf:RDF></metadata>
<path d="M10.5 20.25L30.125-4.5z" transform="matrix(1 0 0 1 0 0)" style="fill:#ff0000;stroke:none"/>
<text x="5" y="5" font-family="Georgia">{name.before}<tspan>{name.value[:cut]}</tspan><tspan dx="1">{name.value[cut:]}</tspan> signed.</text>
<a xlink:href="mailto:{case.own("email", case.mint.email(), "link")}"><text>{escape(case.repeat())}</text></a>
<image xlink:href="data:text/html;base64,{page}"/><use xlink:href="data:text/plain,{plain}"/>
{"".join(f"<text>{control}</text>" for control in case.controls)}</svg>""", SVG


def docbook(case):
    return f"""<article xmlns="{DOCBOOK}" version="5.0" xml:lang="en"><title>{escape(case.introduce())}</title>
<para>{escape(case.say())}</para><para>See <link xlink:href="https://people.example.org/users/{case.own("surname", case.mint.surname().lower())}" xmlns:xlink="http://www.w3.org/1999/xlink">{escape(case.repeat())}</link>.</para>
{controls(case, "para")}</article>""", DOCBOOK


def flat(case):
    """An OpenDocument text in one file."""
    spaces = " ".join(f'xmlns:{name}="{OFFICE}{name}:1.0"' for name in ("office", "text", "style", "meta", "table"))
    return f"""<office:document {spaces} xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ooo="http://openoffice.org/2004/office" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><meta:generator>OpenOffice.org/3.2$Unix OpenOffice.org_project/320m18</meta:generator><dc:creator>{escape(case.repeat("meta"))}</dc:creator><meta:user-defined meta:name="Info 1">{escape(case.say("email", "meta"))}</meta:user-defined></office:meta>
<office:body><office:text><text:p>{escape(case.introduce())}</text:p><text:p>{escape(case.say())}</text:p>{controls(case, "text:p")}</office:text></office:body></office:document>""", "http://openoffice.org/2004/office"


def controls(case, element):
    return "".join(f"<{element}>{control}</{element}>" for control in case.controls)


KINDS = {"kml": kml, "gpx": gpx, "svg": svg, "docbook.xml": docbook, "fodt": flat}


def make(mint):
    for ending, build in KINDS.items():
        for number in range(3):
            case = Case(mint, f"xml/kind-{number:02d}.{ending}", "xml")
            case.place = ending
            body, space = build(case)
            case.controls = [*case.controls, space]
            yield case, f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'.encode()
