"""Parts of Word packages that python-docx does not write."""

from xml.sax.saxutils import escape, quoteattr

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SPACES = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in {
    "w": W,
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "v": "urn:schemas-microsoft-com:vml",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
}.items())
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def text(value):
    return f'<w:r><w:t xml:space="preserve">{escape(value)}</w:t></w:r>'


def notes(word, kind, values):
    """Footnotes or endnotes, and a paragraph that refers to them."""
    body = "".join(f'<w:{kind} w:id="{i}"><w:p>{text(value)}</w:p></w:{kind}>' for i, value in enumerate(values, 2))
    marks = (f'<w:{kind} w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:{kind}>'
             f'<w:{kind} w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:{kind}>')
    xml = f"{START}<w:{kind}s {SPACES}>{marks}{body}</w:{kind}s>"
    word.body("<w:p>" + text("Noted") + "".join(f'<w:r><w:{kind}Reference w:id="{i}"/></w:r>' for i, _ in enumerate(values, 2)) + "</w:p>")

    def edit(package):
        package.add(f"word/{kind}s.xml", f"{WORD}{kind}s+xml", xml)
        package.relate("word/document.xml", f"{kind}s", f"{kind}s.xml")

    word.later(edit)


def people(package, author, mail):
    """The authors of comments, and the part that threads them."""
    xml = (f'{START}<w15:people {SPACES}><w15:person w15:author={quoteattr(author)}>'
           f'<w15:presenceInfo w15:providerId="AD" w15:userId={quoteattr("S::" + mail + "::1")}/></w15:person></w15:people>')
    package.add("word/people.xml", f"{WORD}people+xml", xml)
    package.relate("word/document.xml", "http://schemas.microsoft.com/office/2011/relationships/people", "people.xml")
    package.add("word/commentsExtended.xml", f"{WORD}commentsExtended+xml",
                f'{START}<w15:commentsEx {SPACES}><w15:commentEx w15:paraId="00000001" w15:done="0"/></w15:commentsEx>')
    package.relate("word/document.xml", "http://schemas.microsoft.com/office/2011/relationships/commentsExtended", "commentsExtended.xml")


def text_box(content, fallback, description):
    """A drawn text box, with the older form for older programs."""
    return ('<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">'
            f'<wp:extent cx="2000000" cy="500000"/><wp:docPr id="41" name="Box" descr={quoteattr(description)}/><a:graphic>'
            '<a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/>'
            '<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>'
            f'<wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>'
            '<mc:Fallback><w:pict><v:shape id="s1" style="width:150pt;height:40pt" type="#t">'
            f'<v:textbox><w:txbxContent>{fallback}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>')


def field(instruction, result, more=""):
    """A complex field; its instruction may be in two runs."""
    second = f'<w:r><w:instrText xml:space="preserve">{escape(more)}</w:instrText></w:r>' if more else ""
    return ('<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
            f'<w:r><w:instrText xml:space="preserve">{escape(instruction)}</w:instrText></w:r>{second}'
            f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>')


def attached_template(package, target):
    rid = package.relate("word/settings.xml", "attachedTemplate", target, external=True)
    package.before("word/settings.xml", "</w:settings>",
                   f'<w:attachedTemplate xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="{rid}"/>')


def custom_xml(package, xml):
    package.members["customXml/item9.xml"] = (START + xml).encode()
    package.relate("word/document.xml", "customXml", "../customXml/item9.xml")


def glossary(package, content, name):
    """Building blocks, which are a document of their own."""
    xml = (f'{START}<w:glossaryDocument {SPACES}><w:docParts><w:docPart><w:docPartPr><w:name w:val={quoteattr(name)}/></w:docPartPr>'
           f'<w:docPartBody>{content}</w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>')
    package.add("word/glossary/document.xml", f"{WORD}document.glossary+xml", xml)
    package.relate("word/document.xml", "glossaryDocument", "glossary/document.xml")


def chart(word, title, cached, workbook):
    """A bar chart whose numbers are in an embedded workbook."""
    xml = (f'{START}<c:chartSpace {SPACES}><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>{escape(title)}</a:t></a:r></a:p></c:rich></c:tx></c:title>'
           '<c:plotArea><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:order val="0"/><c:cat><c:strRef><c:f>Sheet1!$A$1</c:f>'
           f'<c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{escape(cached)}</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser></c:barChart></c:plotArea></c:chart>'
           '<c:externalData r:id="rId1"/></c:chartSpace>')
    package = word.document.part.package
    part = Part(PackURI("/word/charts/chart1.xml"), "application/vnd.openxmlformats-officedocument.drawingml.chart+xml", xml.encode(), package)
    sheet = Part(PackURI("/word/embeddings/book1.xlsx"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", workbook, package)
    part.rels.get_or_add(RELATIONSHIP_TYPE.PACKAGE, sheet)
    rid = word.document.part.relate_to(part, RELATIONSHIP_TYPE.CHART)
    word.body(drawing(f'<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="{rid}"/></a:graphicData>', 51))


def drawing(graphic, number):
    return ('<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="3000000" cy="2000000"/>'
            f'<wp:docPr id="{number}" name="Drawing"/><a:graphic>{graphic}</a:graphic></wp:inline></w:drawing></w:r></w:p>')


def diagram(word, data, drawn):
    """SmartArt: its data, and the drawing that stands in for it."""
    space = SPACES
    model = (f'{START}<dgm:dataModel {space}><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:bodyPr/><a:p><a:r><a:t>{escape(data)}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>'
             '<dgm:cxnLst/></dgm:dataModel>')
    shape = (f'{START}<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" {space}><dsp:spTree><dsp:sp><dsp:txBody><a:bodyPr/>'
             f'<a:p><a:r><a:t>{escape(drawn)}</a:t></a:r></a:p></dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>')

    def edit(package):
        base = "application/vnd.openxmlformats-officedocument.drawingml."
        package.add("word/diagrams/data1.xml", f"{base}diagramData+xml", model)
        package.add("word/diagrams/drawing1.xml", "application/vnd.ms-office.drawingml.diagramDrawing+xml", shape)
        rid = package.relate("word/document.xml", "diagramData", "diagrams/data1.xml")
        package.relate("word/document.xml", "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing", "diagrams/drawing1.xml")
        package.edit("word/document.xml", lambda text: text.replace("DIAGRAM-ID", rid))

    word.body(drawing('<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:relIds r:dm="DIAGRAM-ID" r:lo="DIAGRAM-ID" r:qs="DIAGRAM-ID" r:cs="DIAGRAM-ID"/></a:graphicData>', 61))
    word.later(edit)
