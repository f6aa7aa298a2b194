"""Parts of workbooks that openpyxl does not write."""

import re
from xml.sax.saxutils import escape, quoteattr

SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml."


def append_row(package, sheet, cells):
    """A row after all others."""
    def change(text):
        number = text.count("<row ") + 1
        cell = cells.replace("<c ", f'<c r="A{number}" ', 1)
        row = f'<row r="{number}">{cell}</row>'
        return text.replace("<sheetData/>", f"<sheetData>{row}</sheetData>", 1) if "<sheetData/>" in text else text.replace("</sheetData>", row + "</sheetData>", 1)
    package.edit(sheet, change)


def threaded(package, sheet, person, mail, text):
    space = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
    persons = (f'{START}<personList xmlns="{space}"><person displayName={quoteattr(person)} id="{{1}}" userId={quoteattr("S::" + mail)} providerId="AD"/></personList>')
    comments = (f'{START}<ThreadedComments xmlns="{space}"><threadedComment ref="A1" dT="2024-03-04T10:00:00.00" personId="{{1}}" id="{{2}}">'
                f"<text>{escape(text)}</text></threadedComment></ThreadedComments>")
    package.add("xl/persons/person.xml", "application/vnd.ms-excel.person+xml", persons)
    package.add("xl/threadedComments/threadedComment1.xml", "application/vnd.ms-excel.threadedcomments+xml", comments)
    package.relate("xl/workbook.xml", "http://schemas.microsoft.com/office/2017/10/relationships/person", "persons/person.xml")
    package.relate(sheet, "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment", "../threadedComments/threadedComment1.xml")


def pivot_cache(package, field, shared, refreshed_by, number=1):
    name = f"pivotCache/pivotCacheDefinition{number}.xml"
    definition = (f'{START}<pivotCacheDefinition xmlns="{SHEETS}" xmlns:r="{RELATIONS}" refreshedBy={quoteattr(refreshed_by)} recordCount="1">'
                  '<cacheSource type="worksheet"><worksheetSource ref="A1:A2" sheet="Sheet"/></cacheSource>'
                  f'<cacheFields count="1"><cacheField name={quoteattr(field)}><sharedItems count="1"><s v={quoteattr(shared)}/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>')
    package.add(f"xl/{name}", f"{SHEET}pivotCacheDefinition+xml", definition)
    rid = package.relate("xl/workbook.xml", "pivotCacheDefinition", name)
    package.before("xl/workbook.xml", "</workbook>", f'<pivotCaches><pivotCache cacheId="{number}" xmlns:r="{RELATIONS}" r:id="{rid}"/></pivotCaches>')


def drawing(package, sheet, text, alt, name):
    """A text box on the sheet."""
    xml = (f'{START}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
           '<xdr:twoCellAnchor><xdr:from><xdr:col>5</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>'
           '<xdr:to><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>5</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>'
           f'<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name={quoteattr(name)} descr={quoteattr(alt)}/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr>'
           '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="99" cy="99"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>'
           f'<xdr:txBody><a:bodyPr/><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>')
    package.add("xl/drawings/drawing9.xml", "application/vnd.openxmlformats-officedocument.drawing+xml", xml)
    rid = package.relate(sheet, "drawing", "../drawings/drawing9.xml")
    mark = next(m for m in ("<legacyDrawing", "<tableParts", "</worksheet>") if m.encode() in package.members[sheet])
    package.before(sheet, mark, f'<drawing xmlns:r="{RELATIONS}" r:id="{rid}"/>')


def external_link(package, target, sheet, cached):
    xml = (f'{START}<externalLink xmlns="{SHEETS}" xmlns:r="{RELATIONS}"><externalBook r:id="EXTERNAL-ID"><sheetNames><sheetName val={quoteattr(sheet)}/></sheetNames>'
           f'<sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>{escape(cached)}</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>')
    name = "xl/externalLinks/externalLink1.xml"
    package.add(name, f"{SHEET}externalLink+xml", xml)
    rid = package.relate(name, "externalLinkPath", target, external=True)
    package.edit(name, lambda text: text.replace("EXTERNAL-ID", rid))
    link = package.relate("xl/workbook.xml", "externalLink", "externalLinks/externalLink1.xml")
    mark = next(m for m in ("<definedNames", "<calcPr", "</workbook>") if m.encode() in package.members["xl/workbook.xml"])
    package.before("xl/workbook.xml", mark, f'<externalReferences><externalReference xmlns:r="{RELATIONS}" r:id="{link}"/></externalReferences>')


def connection(package, name, string, command):
    xml = (f'{START}<connections xmlns="{SHEETS}"><connection id="1" name={quoteattr(name)} type="5" refreshedVersion="6">'
           f'<dbPr connection={quoteattr(string)} command={quoteattr(command)}/></connection></connections>')
    package.add("xl/connections.xml", f"{SHEET}connections+xml", xml)
    package.relate("xl/workbook.xml", "connections", "connections.xml")


def share(package):
    """Moves the strings of all cells into a table of shared strings, as most programs have them; openpyxl writes them in place."""
    strings = []

    def moved(match):
        strings.append(match[3])
        return f'{match[1]} t="s"{match[2]}><v>{len(strings) - 1}</v></c>'

    for name in [name for name in package.members if name.startswith("xl/worksheets/sheet")]:
        package.edit(name, lambda text: INLINE.sub(moved, text))
    items = "".join(f"<si>{string}</si>" for string in strings)
    package.add("xl/sharedStrings.xml", f"{SHEET}sharedStrings+xml",
                f'{START}<sst xmlns="{SHEETS}" count="{len(strings)}" uniqueCount="{len(strings)}">{items}</sst>')
    package.relate("xl/workbook.xml", "sharedStrings", "sharedStrings.xml")


INLINE = re.compile(r'(<c [^>]*?) t="inlineStr"([^>]*)><is>(.*?)</is></c>', re.S)
