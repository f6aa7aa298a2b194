"""What workbooks have in which values hide from who reads text alone, and what Excel 365 writes besides."""

import base64
import datetime
import io
import urllib.parse
import zipfile
from xml.sax.saxutils import escape, quoteattr

import pictures
import xlsx_parts as parts

SHEET = "xl/worksheets/sheet1.xml"
EXCEL = "application/vnd.ms-excel."
MICROSOFT = "http://schemas.microsoft.com/office"


def register(places):
    """Adds the places to those of workbooks."""
    for name, plant, expect in PLACES:
        places.at(name, expect=expect)(plant)


def row(book, *cells):
    """A row of cells as XML."""
    book.later(lambda package: parts.append_row(package, SHEET, "".join(cells)))


def inline(text):
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def exponent(digits):
    """A whole number as a double with a power of ten."""
    return f"{digits[0]}.{digits[1:]}E{len(digits) - 1}"


def doubles(book, case):
    for detail, write in (("power of ten", exponent), ("fraction of nothing", lambda digits: digits + ".0")):
        digits = case.own("number", case.mint.phone().replace(" ", "")[1:], detail)
        row(book, inline("Phone:"), f"<c><v>{write(digits)}</v></c>")
    digits = case.own("number", case.mint.phone().replace(" ", "")[1:], "in a formula")
    row(book, inline("Phone:"), f"<c><f>{exponent(digits)}+0</f><v>{digits}</v></c>")


def birth(case):
    day, month, year = (int(part) for part in case.mint.dob().split("/"))
    date = datetime.date(year, month, day)
    return date, (date - datetime.date(1899, 12, 30)).days


def serials(book, case):
    _, serial = birth(case)
    case.own("serial", f"<v>{serial}</v>", "under its header")
    row(book, inline("Date of birth:"), f"<c><v>{serial}</v></c>")
    date, serial = birth(case)
    case.own("serial", f"DATE({date.year},{date.month},{date.day})", "by a formula")
    case.own("serial", f"<v>{serial}</v>", "result of the formula")
    row(book, inline("Date of birth:"), f"<c><f>DATE({date.year},{date.month},{date.day})</f><v>{serial}</v></c>")


def built(book, case):
    name = case.piece("titled", "joined strings").value
    cut = len(name) // 2
    row(book, f'<c t="str"><f>"Dr. {name[:cut]}"&amp;"{name[cut:]}"</f></c>')
    name = case.piece("titled", "CONCATENATE").value
    row(book, f'<c t="str"><f>CONCATENATE("Dr. ","{name[:3]}",CHAR({ord(name[3])}),"{name[4:]}")</f></c>')
    name = case.piece("titled", "joined, with a result").value
    row(book, f'<c t="str"><f>"Dr. {name[:4]}"&amp;"{name[4:]}"</f><v>Dr. {name}</v></c>')


def paths(book, case):
    mail = case.own("email", case.mint.email(), "formula")
    row(book, f"<c><f>'C:\\Users\\{mail}\\[Budget.xlsx]Sheet1'!A1</f><v>1</v></c>")
    name = case.repeat("percent signs")
    target = f"file:///C:/Users/{urllib.parse.quote(name)}/book.xlsx"
    book.later(lambda package: parts.external_link(package, target, "Sheet1", "x"))


def query(book, case):
    """Power Query: a zip archive between lengths, as base64, in UTF-16."""
    mail = case.own("email", case.mint.email())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Formulas/Section1.m", f'section Section1; shared Q = Csv.Document("C:\\Users\\{mail}\\x.csv");')
    data = (0).to_bytes(4, "little") + len(packed.getvalue()).to_bytes(4, "little") + packed.getvalue() + bytes(8)
    xml = (f'<?xml version="1.0" encoding="utf-16"?><DataMashup xmlns="http://schemas.microsoft.com/DataMashup">{base64.b64encode(data).decode()}</DataMashup>')

    def edit(package):
        package.members["customXml/item1.xml"] = b"\xff\xfe" + xml.encode("utf-16-le")
        package.relate("xl/workbook.xml", "customXml", "../customXml/item1.xml")

    book.later(edit)


def packed_xml(book, case):
    text, name = case.say("email"), case.say("titled", "as a file")

    def edit(package):
        long = base64.b64encode(f"Dear all, as agreed {name} will write to you from now on.".encode()).decode()
        short = base64.b64encode(f"{text}, the new address of the office in town".encode()).decode()
        package.members["customXml/item2.xml"] = f"<r xmlns='urn:x'><a>{short}</a><b>{long}</b></r>".encode()
        package.relate("xl/workbook.xml", "customXml", "../customXml/item2.xml")

    book.later(edit)


def foreign_pivot(book, case):
    shared, path = case.say("email"), case.own("email", case.mint.email(), "path of the other workbook")

    def edit(package):
        parts.pivot_cache(package, "Field", shared, "x")
        name = "xl/pivotCache/pivotCacheDefinition1.xml"
        rid = package.relate(name, "externalLinkPath", f"file:///C:/Users/{path}/other.xlsx", external=True)
        package.edit(name, lambda text: text.replace('ref="A1:A2" sheet="Sheet"/>', f'ref="A1:A2" sheet="Sheet" r:id="{rid}"/>'))

    book.later(edit)


def dangling(book, case):
    mail, name = case.own("email", case.mint.email(), "relation"), case.own("email", case.mint.email(), "content type")

    def edit(package):
        package.relate(SHEET, "http://x.example/relationships/note", f"../people/{mail}.xml")
        package.edit("[Content_Types].xml", lambda text: text.replace(
            "</Types>", f'<Override PartName="/people/{name}.xml" ContentType="application/xml"/></Types>'))

    book.later(edit)


def named_members(book, case):
    name, mail = case.repeat("picture").replace(" ", "_"), case.own("email", case.mint.email(), "part")

    def edit(package):
        package.add(f"xl/media/{name}.png", "image/png", pictures.png("x", "y"))
        package.relate("xl/workbook.xml", "image", f"media/{name}.png")
        package.add(f"customXml/{mail}.xml", "application/xml", "<r/>")
        package.relate("xl/workbook.xml", "customXml", f"../customXml/{mail}.xml")

    book.later(edit)


def drawn(book, case):
    """A drawing in SVG with a page and a picture inside its addresses."""
    text = case.say("email", "text")
    page = base64.b64encode(f"<p>{case.say('email', 'page in an address')}</p>".encode()).decode()
    plain = urllib.parse.quote(case.say("email", "text in an address"))
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>Plan</title>'
           f'<text>{escape(text)}</text><a xlink:href="data:text/html;base64,{page}"/><a xlink:href="data:text/plain,{plain}"/></svg>')

    def edit(package):
        package.add("xl/media/image9.svg", "image/svg+xml", svg)
        package.relate("xl/workbook.xml", "image", "media/image9.svg")

    book.later(edit)


def excel_365(book, case):
    """What every workbook of today has besides its cells."""
    row(book, inline("Note"), inline(case.say("email")))
    row(book, inline("The function XLOOKUP of Microsoft looks for a value."), "<c><f>_xlfn.XLOOKUP(1,A1:A2,B1:B2)</f><v>1</v></c>")
    uid = "{00000000-0001-0000-0000-000000000000}"
    rule = "{7A82DA9E-20F6-46BD-BF44-1A475728DA1A}"

    def edit(package):
        package.edit("xl/workbook.xml", lambda text: text.replace(
            "</workbook>", '<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}" xmlns:x15="' + MICROSOFT + '/spreadsheetml/2010/11/main"><x15:workbookPr chartTrackingRefBase="1"/></ext>'
            '<ext uri="{B58B0392-4F1F-4190-BB64-5DF3571DCE5F}" xmlns:xcalcf="' + MICROSOFT + '/spreadsheetml/2018/calcfeatures"><xcalcf:calcFeatures>'
            '<xcalcf:feature name="microsoft.com:RD"/><xcalcf:feature name="microsoft.com:Single"/><xcalcf:feature name="microsoft.com:FV"/>'
            "</xcalcf:calcFeatures></ext></extLst></workbook>"))
        package.edit(SHEET, lambda text: text.replace("<worksheet ", f'<worksheet xmlns:xr="{MICROSOFT}/spreadsheetml/2014/revision" xr:uid="{uid}" ', 1).replace(
            "</worksheet>", '<extLst><ext xmlns:x14="' + MICROSOFT + '/spreadsheetml/2009/9/main" uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"><x14:conditionalFormattings>'
            f'<x14:conditionalFormatting xmlns:xm="{MICROSOFT}/excel/2006/main"><x14:cfRule type="dataBar" id="{rule}"><x14:dataBar minLength="0" maxLength="100">'
            '<x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/></x14:dataBar></x14:cfRule><xm:sqref>A1:A9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst></worksheet>').replace(
            "</sheetData>", '</sheetData><conditionalFormatting sqref="A1:A9"><cfRule type="dataBar" priority="1"><dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar>'
            '<extLst><ext xmlns:x14="' + MICROSOFT + '/spreadsheetml/2009/9/main" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}">'
            f"<x14:id>{rule}</x14:id></ext></extLst></cfRule></conditionalFormatting>", 1))
        package.add("xl/metadata.xml", f"{parts.SHEET}sheetMetadata+xml",
                    f'{parts.START}<metadata xmlns="{parts.SHEETS}" xmlns:xda="{MICROSOFT}/spreadsheetml/2017/dynamicarray"><metadataTypes count="1">'
                    '<metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" cellMeta="1"/></metadataTypes>'
                    '<futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>'
                    '<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>')
        package.relate("xl/workbook.xml", "sheetMetadata", "metadata.xml")
        package.add("xl/richData/rdrichvaluestructure.xml", f"{EXCEL}rdrichvaluestructure+xml",
                    f'{parts.START}<rvStructures xmlns="{MICROSOFT}/spreadsheetml/2017/richdata" count="1"><s t="_error"><k n="errorType" t="i"/></s></rvStructures>')
        package.relate("xl/workbook.xml", f"{MICROSOFT}/2017/06/relationships/rdRichValueStructure", "richData/rdrichvaluestructure.xml")
        package.add("docMetadata/LabelInfo.xml", "application/vnd.ms-office.classificationlabels+xml",
                    f'{parts.START}<clbl:labelList xmlns:clbl="{MICROSOFT}/2020/mipLabelMetadata"><clbl:label id="{rule}" enabled="1" method="Standard" siteId="{rule}" removed="0"/></clbl:labelList>')
        package.relate("", f"{MICROSOFT}/2020/02/relationships/classificationlabels", "docMetadata/LabelInfo.xml")
        package.add("xl/webextensions/webextension1.xml", "application/vnd.ms-office.webextension+xml",
                    f'{parts.START}<we:webextension xmlns:we="{MICROSOFT}/webextensions/webextension/2010/11" id="{rule}"><we:reference id="wa104380862" version="1.0.0.0" store="en-GB" storeType="OMEX"/>'
                    f'<we:properties><we:property name="state" value="&quot;{rule.strip("{}").lower()}&quot;"/></we:properties></we:webextension>')
        package.add("xl/webextensions/taskpanes.xml", "application/vnd.ms-office.webextensiontaskpanes+xml",
                    f'{parts.START}<wetp:taskpanes xmlns:wetp="{MICROSOFT}/webextensions/taskpanes/2010/11"><wetp:taskpane dockstate="right" visibility="0" width="350" row="1">'
                    f'<wetp:webextensionref xmlns:r="{parts.RELATIONS}" r:id="rId1"/></wetp:taskpane></wetp:taskpanes>')
        package.relate("", f"{MICROSOFT}/2011/relationships/webextensiontaskpanes", "xl/webextensions/taskpanes.xml")
        package.relate("xl/webextensions/taskpanes.xml", f"{MICROSOFT}/2011/relationships/webextension", "webextension1.xml")
        package.members["xl/customProperty1.bin"] = "key".encode("utf-16-le")
        package.edit("[Content_Types].xml", lambda text: text.replace("</Types>", '<Override PartName="/xl/customProperty1.bin" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.customProperty"/></Types>'))
        package.relate(SHEET, "customProperty", "../customProperty1.bin")

    book.later(edit)


PLACES = [
    ("numbers as doubles", doubles, "masked"),
    ("dates as numbers and formulas", serials, "masked"),
    ("formula that puts a value together", built, "masked"),
    ("paths in formulas and links", paths, "masked"),
    ("Power Query", query, "masked"),
    ("base64 in custom XML", packed_xml, "masked"),
    ("pivot cache of another workbook", foreign_pivot, "masked"),
    ("relation and content type of nothing", dangling, "masked"),
    ("members named for somebody", named_members, "masked"),
    ("drawing with files in its addresses", drawn, "masked"),
    ("what Excel 365 writes", excel_365, "masked"),
]
