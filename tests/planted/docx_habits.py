"""What Word, SharePoint and Google Docs put into documents besides their text."""

import base64
import urllib.parse
from xml.sax.saxutils import escape, quoteattr

import docx_parts as parts

MAIN = "word/document.xml"
CORE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
MICROSOFT = "http://schemas.microsoft.com/office"


def register(places):
    """Adds the places to those of documents."""
    for name, plant in PLACES:
        places.at(name)(plant)


def custom(package, number, xml, schemas):
    """A custom part and its properties."""
    package.members[f"customXml/item{number}.xml"] = xml.encode()
    package.relate(MAIN, "customXml", f"../customXml/item{number}.xml")
    refs = "".join(f'<ds:schemaRef ds:uri="{schema}"/>' for schema in schemas)
    package.add(f"customXml/itemProps{number}.xml", "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
                f'{parts.START}<ds:datastoreItem ds:itemID="{{{number:08X}-1111-4222-8333-444455556666}}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"><ds:schemaRefs>{refs}</ds:schemaRefs></ds:datastoreItem>')
    package.relate(f"customXml/item{number}.xml", "customXmlProps", f"itemProps{number}.xml")


def title_control(word, case):
    mapping = f"xmlns:ns0='http://purl.org/dc/elements/1.1/' xmlns:ns1='{CORE}' "
    word.body('<w:sdt><w:sdtPr><w:alias w:val="Title"/><w:tag w:val=""/><w:id w:val="1716156811"/>'
              f'<w:dataBinding w:prefixMappings={quoteattr(mapping)} w:xpath="/ns1:coreProperties[1]/ns0:title[1]" w:storeItemID="{{6C3C8BC8-F283-45AE-878A-BAB7291924A1}}"/><w:text/></w:sdtPr>'
              f"<w:sdtContent><w:p>{parts.text(case.say())}</w:p></w:sdtContent></w:sdt>")


def share_point(word, case):
    name, text = case.own("titled", case.mint.name(), "shared with"), case.say("email", "column")

    def edit(package):
        guid = "4ffa91fb-a0ff-4ac5-b2db-65c790d184a4"
        custom(package, 21, f'{parts.START}<p:properties xmlns:p="{MICROSOFT}/2006/metadata/properties" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:pc="{MICROSOFT}/infopath/2007/PartnerControls">'
               f'<documentManagement><SharedWithUsers xmlns="{guid}"><UserInfo><DisplayName>Dr. {escape(name)}</DisplayName><AccountId>12</AccountId><AccountType/></UserInfo></SharedWithUsers>'
               f'<Note xmlns="{guid}">{escape(text)}</Note></documentManagement></p:properties>', [f"{MICROSOFT}/2006/metadata/properties", guid])
        custom(package, 22, f'{parts.START}<ct:contentTypeSchema ct:_="" ma:_="" ma:contentTypeName="Document" ma:contentTypeID="0x010100B1E8C8A1F0" ma:contentTypeScope="" ma:versionID="3d0fb0ac0e3b61d5d4a1cbd9f7b6f1e5" '
               f'xmlns:ct="{MICROSOFT}/2006/metadata/contentType" xmlns:ma="{MICROSOFT}/2006/metadata/properties/metaAttributes"><xsd:schema targetNamespace="{MICROSOFT}/2006/metadata/properties" ma:root="true" '
               f'ma:fieldsID="af28b7d7bb3e9ab3" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:p="{MICROSOFT}/2006/metadata/properties"><xsd:import namespace="{guid}"/>'
               '<xsd:element name="documentManagement"><xsd:complexType><xsd:all><xsd:element ref="ns2:SharedWithUsers" minOccurs="0"/></xsd:all></xsd:complexType></xsd:element></xsd:schema>'
               f'<xsd:schema targetNamespace="{CORE}" elementFormDefault="qualified" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:dc="http://purl.org/dc/elements/1.1/">'
               '<xsd:import namespace="http://purl.org/dc/elements/1.1/" schemaLocation="http://dublincore.org/schemas/xmls/qdc/2003/04/02/dc.xsd"/>'
               '<xsd:element name="coreProperties" type="CT_coreProperties"/><xsd:complexType name="CT_coreProperties"><xsd:all><xsd:element ref="dc:creator" minOccurs="0" maxOccurs="1"/>'
               '<xsd:element name="lastModifiedBy" minOccurs="0" maxOccurs="1" type="xsd:string"/></xsd:all></xsd:complexType></xsd:schema></ct:contentTypeSchema>',
               [f"{MICROSOFT}/2006/metadata/contentType", "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/", CORE])
        custom(package, 23, f'<?mso-contentType?><FormTemplates xmlns="http://schemas.microsoft.com/sharepoint/v3/contenttype/forms"><Display>DocumentLibraryForm</Display><Edit>DocumentLibraryForm</Edit><New>DocumentLibraryForm</New></FormTemplates>',
               ["http://schemas.microsoft.com/sharepoint/v3/contenttype/forms"])

    word.later(edit)


def called_like_fonts(word, case):
    """People who are called like typefaces and styles, and the maker of the program."""
    for name in ("Georgia Strong", "Shruti Verdana", "Kartika Calibri"):
        word.body(f"<w:p>{parts.text('Dr. ' + case.own('name', name))}</w:p>")
    word.body(f"<w:p>{parts.text('Georgia, Strong, Shruti and Kartika were told that Microsoft, see http://www.microsoft.com/office, had called.')}</w:p>")
    word.body('<w:p><w:r><w:rPr><w:rStyle w:val="Strong"/><w:rFonts w:ascii="Georgia" w:hAnsi="Shruti" w:cs="Kartika"/></w:rPr><w:t>Well.</w:t></w:r></w:p>')


def packed(word, case):
    text = case.say("email", "base64")
    name = urllib.parse.quote(case.repeat("percent signs"))

    def edit(package):
        custom(package, 27, f"<r xmlns='urn:x'><v>{base64.b64encode(('Write to ' + text + ' before the end of the week').encode()).decode()}</v></r>", [])
        package.relate(MAIN, "hyperlink", f"file:///C:/Users/{name}/letter.docx", external=True)

    word.later(edit)


def google(word, case):
    mail = case.own("email", case.mint.email())
    word.body(f"<w:p>{parts.text('Contact ' + mail)}</w:p>")

    def edit(package):
        package.members["customXml/item9.xml"] = (
            '<?xml version="1.0" encoding="UTF-8"?><go:gDocsCustomXmlDataStorage xmlns:go="http://customooxmlschemas.google.com/" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
            '<go:docsCustomData xmlns:go="http://customooxmlschemas.google.com/" roundtripDataSignature="AMtx7mgZ">CgMxLjA4AHIhMWV4YW1wbGVleGFtcGxl</go:docsCustomData></go:gDocsCustomXmlDataStorage>').encode()
        package.relate(MAIN, "customXml", "../customXml/item9.xml")

    word.later(edit)


PLACES = [
    ("title control", title_control),
    ("SharePoint", share_point),
    ("people called like typefaces", called_like_fonts),
    ("base64 and percent signs", packed),
    ("Google Docs", google),
]
