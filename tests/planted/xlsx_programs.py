"""Workbooks as Apache POI and Google write them, and what pivot tables bring along: slicers and timelines."""

import io
import zipfile
from xml.sax.saxutils import escape, quoteattr

import xlsx_parts as parts
from case import Case, Places, plant_all
from opc import PACKAGE_RELATIONS, RELATIONS

MICROSOFT = "http://schemas.microsoft.com/office"
SHEET = "xl/worksheets/sheet1.xml"
WORKBOOK = "xl/workbook.xml"
POI, GOOGLE = Places(), Places()
OFFICE = "application/vnd.openxmlformats-officedocument."


def register(places):
    """Adds the places that stand in any workbook."""
    for name, plant in (("slicer", slicer), ("timeline", timeline), ("pivot table with its parts", pivot_table), ("rich values and linked data", rich_values)):
        places.at(name)(plant)


def extended(package, part, mark, uri, xml):
    """An entry in the list of extensions at the end of a part."""
    def change(text):
        ext = f'<ext uri="{uri}" xmlns:x14="{MICROSOFT}/spreadsheetml/2009/9/main" xmlns:x15="{MICROSOFT}/spreadsheetml/2010/11/main" xmlns:r="{RELATIONS}">{xml}</ext>'
        return text.replace("</extLst>" + mark, ext + "</extLst>" + mark) if "</extLst>" + mark in text else text.replace(mark, f"<extLst>{ext}</extLst>{mark}")
    package.edit(part, change)


def cached(case):
    """A pivot cache of one field with two words, refreshed by somebody."""
    return case.own("email", case.mint.email(), "field name"), case.say("email", "cached word"), case.own("titled", case.mint.name(), "refreshed by")


def slicer(book, case):
    field, word, by = cached(case)
    caption, name = case.say(detail="caption"), case.repeat("name").replace(" ", "_")
    item, source = case.own("email", case.mint.email(), "item of another workbook's table"), case.own("dni", case.mint.dni(), "source")

    def edit(package):
        parts.pivot_cache(package, field, word, by, 2)
        package.add("xl/slicers/slicer1.xml", "application/vnd.ms-excel.slicer+xml",
                    f'{parts.START}<slicers xmlns="{MICROSOFT}/spreadsheetml/2009/9/main"><slicer name={quoteattr(name)} cache="Slicer_{name}" caption={quoteattr(caption)} rowHeight="241300"/></slicers>')
        package.add("xl/slicerCaches/slicerCache1.xml", "application/vnd.ms-excel.slicerCache+xml",
                    f'{parts.START}<slicerCacheDefinition xmlns="{MICROSOFT}/spreadsheetml/2009/9/main" name="Slicer_{name}" sourceName={quoteattr(source)}>'
                    f'<data><olap pivotCacheId="2"><levels count="1"><level uniqueName="[T].[{escape(field)}]" sourceCaption={quoteattr(field)} count="1"><ranges><range startItem="0">'
                    f'<i n="[T].[{escape(item)}]" c={quoteattr(item)}/></range></ranges></level></levels><selections count="1"><selection n="[T].[{escape(item)}]"/></selections></olap></data></slicerCacheDefinition>')
        cache = package.relate(WORKBOOK, f"{MICROSOFT}/2007/relationships/slicerCache", "slicerCaches/slicerCache1.xml")
        own = package.relate(SHEET, f"{MICROSOFT}/2007/relationships/slicer", "../slicers/slicer1.xml")
        extended(package, WORKBOOK, "</workbook>", "{BBE1A952-AA13-448e-AADC-164F8A28A991}", f'<x14:slicerCaches><x14:slicerCache r:id="{cache}"/></x14:slicerCaches>')
        extended(package, SHEET, "</worksheet>", "{A8765BA9-456A-4dab-B4F3-ACF838C121DE}", f'<x14:slicerList><x14:slicer r:id="{own}"/></x14:slicerList>')

    book.later(edit)


def timeline(book, case):
    caption, name, source = case.say(detail="caption"), case.repeat("name").replace(" ", "_"), case.own("email", case.mint.email(), "source")

    def edit(package):
        space = f"{MICROSOFT}/spreadsheetml/2010/11/main"
        package.add("xl/timelines/timeline1.xml", "application/vnd.ms-excel.timeline+xml",
                    f'{parts.START}<timelines xmlns="{space}"><timeline name={quoteattr(name)} cache="NativeTimeline_{name}" caption={quoteattr(caption)} level="2" selectionLevel="2" scrollPosition="2024-03-04T00:00:00"/></timelines>')
        package.add("xl/timelineCaches/timelineCache1.xml", "application/vnd.ms-excel.timelineCache+xml",
                    f'{parts.START}<timelineCacheDefinition xmlns="{space}" name="NativeTimeline_{name}" sourceName={quoteattr(source)}><state minimalRefreshVersion="6" lastRefreshVersion="6" pivotCacheId="2" filterType="unknown">'
                    '<bounds startDate="2024-01-01T00:00:00" endDate="2025-01-01T00:00:00"/></state></timelineCacheDefinition>')
        cache = package.relate(WORKBOOK, f"{MICROSOFT}/2011/relationships/timelineCache", "timelineCaches/timelineCache1.xml")
        own = package.relate(SHEET, f"{MICROSOFT}/2011/relationships/timeline", "../timelines/timeline1.xml")
        extended(package, WORKBOOK, "</workbook>", "{D0CA8CA8-9F24-4464-BF8E-62219DCF47F9}", f'<x15:timelineCacheRefs><x15:timelineCacheRef r:id="{cache}"/></x15:timelineCacheRefs>')
        extended(package, SHEET, "</worksheet>", "{7E03D99C-DC04-49d9-9315-930204A7B6E9}", f'<x15:timelineRefs><x15:timelineRef r:id="{own}"/></x15:timelineRefs>')

    book.later(edit)


def pivot_table(book, case):
    field, word, by = cached(case)
    name, data, caption = case.repeat("name"), case.say(detail="data field"), case.say("email", "caption of an item")
    record = case.say("email", "record")

    def edit(package):
        parts.pivot_cache(package, field, word, by, 3)
        definition = "xl/pivotCache/pivotCacheDefinition3.xml"
        package.add("xl/pivotCache/pivotCacheRecords1.xml", f"{OFFICE}spreadsheetml.pivotCacheRecords+xml",
                    f'{parts.START}<pivotCacheRecords xmlns="{parts.SHEETS}" count="2"><r><x v="0"/></r><r><s v={quoteattr(record)}/></r></pivotCacheRecords>')
        rid = package.relate(definition, "pivotCacheRecords", "pivotCacheRecords1.xml")
        package.edit(definition, lambda text: text.replace("<pivotCacheDefinition ", f'<pivotCacheDefinition r:id="{rid}" ', 1))
        table = "xl/pivotTables/pivotTable1.xml"
        package.add(table, f"{OFFICE}spreadsheetml.pivotTable+xml",
                    f'{parts.START}<pivotTableDefinition xmlns="{parts.SHEETS}" name={quoteattr(name)} cacheId="3" dataCaption="Values" rowHeaderCaption={quoteattr(caption)}><location ref="G20:H22" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/>'
                    f'<pivotFields count="1"><pivotField axis="axisRow" dataField="1" showAll="0"><items count="2"><item n={quoteattr(caption)} x="0"/><item t="default"/></items></pivotField></pivotFields>'
                    f'<rowFields count="1"><field x="0"/></rowFields><dataFields count="1"><dataField name={quoteattr(data)} fld="0" subtotal="count"/></dataFields></pivotTableDefinition>')
        package.relate(table, "pivotCacheDefinition", "../pivotCache/pivotCacheDefinition3.xml")
        package.relate(SHEET, "pivotTable", "../pivotTables/pivotTable1.xml")

    book.later(edit)


def rich_values(book, case):
    text, shown = case.say("email", "value"), case.own("titled", case.mint.name(), "shown")

    def edit(package):
        space = f"{MICROSOFT}/spreadsheetml/2017/richdata"
        package.add("xl/richData/rdrichvalue.xml", "application/vnd.ms-excel.rdrichvalue+xml",
                    f'{parts.START}<rvData xmlns="{space}" count="1"><rv s="0"><fb>{escape(shown)}</fb><v>Dr. {escape(shown)}</v><v>{escape(text)}</v></rv></rvData>')
        package.add("xl/richData/rdrichvaluestructure2.xml", "application/vnd.ms-excel.rdrichvaluestructure+xml",
                    f'{parts.START}<rvStructures xmlns="{space}" count="1"><s t="_linkedentitycore"><k n="_DisplayString" t="s"/><k n="mail" t="s"/></s></rvStructures>')
        for name, kind in (("rdrichvalue", "rdRichValue"), ("rdrichvaluestructure2", "rdRichValueStructure")):
            package.relate(WORKBOOK, f"{MICROSOFT}/2017/06/relationships/{kind}", f"richData/{name}.xml")

    book.later(edit)


class Plain:
    """A workbook written member by member."""

    def __init__(self, program):
        self.program, self.rows, self.members, self.strings = program, [], {}, []
        self.sheet_end, self.names, self.relations = "", "", []

    def text(self, text):
        """A cell of text: in place as POI streams it, shared as Google writes it."""
        if self.program == "poi":
            return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
        self.strings.append(text)
        return f'<c s="1" t="s"><v>{len(self.strings) - 1}</v></c>'

    def row(self, *cells):
        at = len(self.rows) + 1
        named = [cell.replace("<c ", f'<c r="{"ABCDEFGH"[nth]}{at}" ', 1) for nth, cell in enumerate(cells)]
        self.rows.append(f'<row r="{at}">{"".join(named)}</row>')

    def relate(self, kind, target, external=False):
        """A relation of the sheet."""
        self.relations.append(f'<Relationship Id="rId{len(self.relations) + 1}" Type="{RELATIONS}/{kind}" Target={quoteattr(target)}{" TargetMode=" + chr(34) + "External" + chr(34) if external else ""}/>')
        return f"rId{len(self.relations)}"

    def render(self):
        head = '<?xml version="1.0" encoding="UTF-8"?>\n' if self.program == "poi" else parts.START
        main = f"{OFFICE}spreadsheetml."
        shared = self.program != "poi"
        types = [("xl/workbook.xml", f"{main}sheet.main+xml"), (SHEET, f"{main}worksheet+xml"), ("xl/styles.xml", f"{main}styles+xml")]
        types += [("xl/sharedStrings.xml", f"{main}sharedStrings+xml")] if shared else []
        types += [(name, kind) for name, (kind, _) in self.members.items() if kind]
        defaults = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        defaults += f'<Default Extension="vml" ContentType="{OFFICE}vmlDrawing"/>'
        links = "".join(f'<Relationship Id="rId{nth}" Type="{RELATIONS}/{kind}" Target="{target}"/>' for nth, (kind, target) in enumerate(
            [("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"), *([("sharedStrings", "sharedStrings.xml")] if shared else [])], 1))
        package = [("officeDocument", "xl/workbook.xml"), *([("extended-properties", "docProps/app.xml")] if "docProps/app.xml" in self.members else [])]
        core = '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>' if "docProps/core.xml" in self.members else ""
        files = {
            "[Content_Types].xml": f'{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{defaults}' + "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in types) + "</Types>",
            "_rels/.rels": f'{head}<Relationships xmlns="{PACKAGE_RELATIONS}">' + "".join(f'<Relationship Id="rId{nth}" Type="{RELATIONS}/{kind}" Target="{target}"/>' for nth, (kind, target) in enumerate(package, 1)) + core + "</Relationships>",
            "xl/workbook.xml": f'{head}<workbook xmlns="{parts.SHEETS}" xmlns:r="{RELATIONS}"><workbookPr date1904="false"/><sheets><sheet name="Sheet0" r:id="rId1" sheetId="1"/></sheets>{self.names}</workbook>',
            "xl/_rels/workbook.xml.rels": f'{head}<Relationships xmlns="{PACKAGE_RELATIONS}">{links}</Relationships>',
            "xl/styles.xml": f'{head}<styleSheet xmlns="{parts.SHEETS}"><numFmts count="0"/><fonts count="1"><font><sz val="11.0"/><color indexed="8"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts>'
                             '<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
                             '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>',
            SHEET: f'{head}<worksheet xmlns="{parts.SHEETS}" xmlns:r="{RELATIONS}"><dimension ref="A1"/><sheetViews><sheetView workbookViewId="0" tabSelected="true"/></sheetViews><sheetFormatPr defaultRowHeight="15.0"/>'
                   f'<sheetData>{"".join(self.rows)}</sheetData>{self.sheet_end}</worksheet>',
            **{name: data for name, (_, data) in self.members.items()},
        }
        if shared:
            files["xl/sharedStrings.xml"] = f'{head}<sst xmlns="{parts.SHEETS}" count="{len(self.strings)}" uniqueCount="{len(self.strings)}">' + "".join(f"<si><t>{escape(text)}</t></si>" for text in self.strings) + "</sst>"
        if self.relations:
            files["xl/worksheets/_rels/sheet1.xml.rels"] = f'{head}<Relationships xmlns="{PACKAGE_RELATIONS}">{"".join(self.relations)}</Relationships>'
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(zipfile.ZipInfo(name, (2024, 3, 4, 10, 20, 30)), text, zipfile.ZIP_DEFLATED)
        return out.getvalue()


def cells(book, case):
    book.row(*(book.text(title) for title in ("Name", "E-mail", "Phone")))
    book.row(book.text(case.repeat()), book.text(case.own("email", case.mint.email())), book.text(case.own("phone", case.mint.phone())))
    book.row(book.text(case.say(detail="note")))


def numbers(book, case):
    digits = case.own("number", case.mint.phone().replace(" ", "")[1:], "double")
    book.row(book.text("Phone:"), f'<c t="n"><v>{float(digits):.1f}</v></c>')
    digits = case.own("number", case.mint.phone().replace(" ", "")[1:], "power of ten")
    book.row(book.text("Phone:"), f'<c s="0" t="n"><v>{digits[0]}.{digits[1:]}E{len(digits) - 1}</v></c>')


def formulas(book, case):
    book.row(f'<c t="str"><f>HYPERLINK("mailto:{case.own("email", case.mint.email(), "HYPERLINK")}","write")</f></c>', f'<c t="str"><f>"{case.say("email", "literal")}"</f><v/></c>')
    book.row(f'<c t="str"><f>IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),"{case.say("email", "value of a foreign function")}")</f><v>{escape(case.say("email", "what it came to"))}</v></c>')


def links(book, case):
    target = f"mailto:{case.own('email', case.mint.email(), 'mail')}"
    page = f"https://www.google.com/url?q={case.own('url', case.mint.url(), 'page')}&sa=D&ust=1709545230000000"
    ids = [book.relate("hyperlink", target, True), book.relate("hyperlink", page, True)]
    book.sheet_end += "<hyperlinks>" + "".join(f'<hyperlink ref="A{nth}" r:id="{rid}"/>' for nth, rid in enumerate(ids, 1)) + "</hyperlinks>"


def comments(book, case):
    text, author = case.say(), case.own("titled", case.mint.name(), "author")
    name = "xl/comments1.xml"
    book.members[name] = (f"{OFFICE}spreadsheetml.comments+xml", f'{parts.START}<comments xmlns="{parts.SHEETS}"><authors><author/><author>{escape(author)}</author></authors><commentList>'
                          f'<comment ref="A1" authorId="1"><text><r><t xml:space="preserve">{escape(text)}\n\t-{escape(author)}</t></r></text></comment></commentList></comments>')
    book.members["xl/drawings/vmlDrawing1.vml"] = ("", '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">'
                                                   f'<v:shape id="_x0000_s1025" type="#_x0000_t202" alt={quoteattr(case.say(detail="drawing"))} style="visibility:hidden"><x:ClientData ObjectType="Note"><x:Row>0</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>')
    book.relate("comments", "../comments1.xml")
    book.sheet_end += f'<legacyDrawing r:id="{book.relate("vmlDrawing", "../drawings/vmlDrawing1.vml")}"/>'


def properties(book, case):
    book.members["docProps/app.xml"] = (f"{OFFICE}extended-properties+xml", f'<Properties xmlns="{RELATIONS.replace("relationships", "extended-properties")}"><Application>Apache POI</Application><Company>{escape(case.say("email", "company"))}</Company></Properties>')
    book.members["docProps/core.xml"] = ("application/vnd.openxmlformats-package.core-properties+xml", '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
                                         f'<dcterms:created xsi:type="dcterms:W3CDTF">2024-03-04T10:20:30Z</dcterms:created><dc:creator>{escape(case.repeat("author"))}</dc:creator><dc:title>{escape(case.say(detail="title"))}</dc:title></cp:coreProperties>')


def names(book, case):
    name = case.repeat("name").replace(" ", "_")
    book.names += f'<definedNames><definedName name={quoteattr(name)}>Sheet0!$A$1</definedName><definedName name="Constant" comment={quoteattr(case.say(detail="comment"))}>"{escape(case.say("email", "constant"))}"</definedName></definedNames>'


def lists(book, case):
    book.sheet_end += (f'<dataValidations count="1"><dataValidation type="list" sqref="C9" showInputMessage="true" prompt={quoteattr(case.say(detail="prompt"))}>'
                       f'<formula1>"{case.own("email", case.mint.email(), "choice")},other"</formula1></dataValidation></dataValidations>')


for places in (POI, GOOGLE):
    for plant in (cells, numbers, formulas, comments, properties, names):
        places.at(plant.__name__)(plant)
# The order of elements is that of the schema, so that these two stand by themselves.
POI.at("lists")(lists)
GOOGLE.at("links")(links)


def make(mint, rng):
    for program, places in (("poi", POI), ("google", GOOGLE)):
        for number, chosen in enumerate(places.files(rng, together=2, times=3)):
            case = Case(mint, f"xlsx/{program}-{number:02d}.xlsx", "xlsx")
            book = Plain(program)
            for text in (case.introduce(), *case.controls):
                book.row(book.text(text))
            # What ends a sheet comes in the order of the schema.
            order = {"lists": 0, "links": 1, "comments": 2}
            plant_all(sorted(chosen, key=lambda place: order.get(place.name, -1)), book, case)
            yield case, book.render()
