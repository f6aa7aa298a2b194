//! Office packages for tests, with a word of its own in every place: `Zqheader`, `Zqcomment`.

/// An archive of these members, stored.
pub fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in members {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let start = (out.len() as u32).to_le_bytes();
        let size = (content.len() as u32).to_le_bytes();
        let name_length = (name.len() as u16).to_le_bytes();
        // Version 2.0, names in UTF-8, stored, on the first day there is.
        let fields =
            [&[20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0][..], &crc.sum().to_le_bytes(), &size, &size, &name_length, &[0, 0]]
                .concat();
        out.extend([b"PK\x03\x04", &fields[..], name.as_bytes(), content].concat());
        directory.extend([b"PK\x01\x02", &[20, 0][..], &fields, &[0; 10], &start, name.as_bytes()].concat());
    }
    let count = (members.len() as u16).to_le_bytes();
    let (start, size) = ((out.len() as u32).to_le_bytes(), (directory.len() as u32).to_le_bytes());
    out.extend([&directory[..], b"PK\x05\x06", &[0; 4], &count, &count, &size, &start, &[0, 0]].concat());
    out
}

/// Parts with their content types, and the relations between them.
#[derive(Default)]
pub struct TestParts {
    members: Vec<(String, Vec<u8>)>,
    types: String,
    /// By the part that refers; an empty name is the package.
    relations: Vec<(String, String)>,
}

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

impl TestParts {
    /// Adds a part that `source` refers to by `id`.
    pub fn part(mut self, source: &str, id: &str, kind: &str, name: &str, content_type: &str, content: &[u8]) -> Self {
        self.members.push((name.to_owned(), content.to_vec()));
        self.types += &format!("<Override PartName=\"/{name}\" ContentType=\"{content_type}\"/>");
        self.relation(source, id, kind, &format!("/{name}"), "")
    }

    /// Adds an XML part of the format.
    pub fn xml(self, source: &str, id: &str, kind: &str, name: &str, content: &str) -> Self {
        let content_type = format!("application/vnd.openxmlformats-officedocument.{kind}+xml");
        self.part(source, id, kind, name, &content_type, content.as_bytes())
    }

    /// Adds a relation to something outside.
    pub fn outside(self, source: &str, id: &str, kind: &str, target: &str) -> Self {
        self.relation(source, id, kind, target, " TargetMode=\"External\"")
    }

    fn relation(mut self, source: &str, id: &str, kind: &str, target: &str, mode: &str) -> Self {
        let kind = if kind.contains('/') { kind.to_owned() } else { format!("{OFFICE}{kind}") };
        let relation = format!("<Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"{target}\"{mode}/>");
        match self.relations.iter_mut().find(|(from, _)| from == source) {
            Some((_, relations)) => *relations += &relation,
            None => self.relations.push((source.to_owned(), relation)),
        }
        self
    }

    /// The package.
    pub fn package(&self) -> Vec<u8> {
        let types = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
             <Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
             <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
             <Default Extension=\"xml\" ContentType=\"application/xml\"/>{}</Types>",
            self.types
        );
        let mut members = vec![("[Content_Types].xml".to_owned(), types.into_bytes())];
        for (source, relations) in &self.relations {
            let (folder, file) = source.rsplit_once('/').map_or(("", source.as_str()), |(folder, file)| (folder, file));
            let slash = if folder.is_empty() { "" } else { "/" };
            let xml = format!(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{relations}\
                 </Relationships>"
            );
            members.push((format!("{folder}{slash}_rels/{file}.rels"), xml.into_bytes()));
        }
        members.extend(self.members.iter().cloned());
        let members: Vec<(&str, &[u8])> = members.iter().map(|(name, content)| (&**name, &content[..])).collect();
        zipped(&members)
    }
}

/// The namespaces that the fixtures use.
pub const SPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:w14=\"http://schemas.microsoft.com/office/word/2010/wordml\" \
    xmlns:w15=\"http://schemas.microsoft.com/office/word/2012/wordml\" \
    xmlns:w16cex=\"http://schemas.microsoft.com/office/word/2018/wordml/cex\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
    xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" \
    xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
    xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" \
    xmlns:dgm=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\" \
    xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" \
    xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\" \
    xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\" \
    xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
    xmlns:p14=\"http://schemas.microsoft.com/office/powerpoint/2010/main\" \
    xmlns:p188=\"http://schemas.microsoft.com/office/powerpoint/2018/8/main\" \
    xmlns:vt=\"http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n tEXt Zqpixels";
/// Metadata that is not read stays whole where metadata is kept.
const THUMBNAIL: &[u8] = b"\x89PNG\r\n\x1a\n";
const OLE: &[u8] = b"\xd0\xcf\x11\xe0 Zqobject";

/// Returns the parts with properties of the document: its author, times and program.
pub fn with_properties(parts: TestParts) -> TestParts {
    let core = format!(
        "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" {SPACES}>\
         <dc:creator>Zqcreator</dc:creator><dc:title>Zqtitle</dc:title></cp:coreProperties>"
    );
    let app = format!(
        "<Properties {SPACES}><Company>Zqcompany</Company><TitlesOfParts><vt:vector size=\"1\" baseType=\"lpstr\">\
         <vt:lpstr>Zqparttitle</vt:lpstr></vt:vector></TitlesOfParts></Properties>"
    );
    let custom = format!(
        "<Properties {SPACES}><property pid=\"2\" name=\"Zqpropertyname\"><vt:lpwstr>Zqproperty</vt:lpwstr></property>\
         </Properties>"
    );
    parts
        .xml("", "c1", "core-properties", "docProps/core.xml", &core)
        .xml("", "c2", "extended-properties", "docProps/app.xml", &app)
        .xml("", "c3", "custom-properties", "docProps/custom.xml", &custom)
        .part("", "c4", "metadata/thumbnail", "docProps/thumbnail.png", "image/png", THUMBNAIL)
}

/// A Word document with something in every place.
pub fn docx() -> Vec<u8> {
    docx_parts().package()
}

/// The parts of it.
pub fn docx_parts() -> TestParts {
    let document = format!("<w:document {SPACES}><w:body>{BODY}<w:sectPr/></w:body></w:document>");
    let part = |root: &str, inner: &str| format!("<w:{root} {SPACES}>{inner}</w:{root}>");
    let line = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let main = "word/document.xml";
    let parts = TestParts::default()
        .xml("", "d", "officeDocument", main, &document)
        .xml(main, "h1", "header", "word/header1.xml", &part("hdr", &line("Zqheader")))
        .xml(main, "f1", "footer", "word/footer1.xml", &part("ftr", &line("Zqfooter")))
        .xml(main, "n1", "footnotes", "word/footnotes.xml", &part("footnotes", &line("Zqfootnote")))
        .xml(main, "n2", "endnotes", "word/endnotes.xml", &part("endnotes", &line("Zqendnote")))
        .xml(main, "n3", "comments", "word/comments.xml", &part("comments", COMMENT))
        .xml(main, "n4", "commentsExtensible", "word/commentsExtensible.xml", EXTENSIBLE)
        .xml(main, "n5", "people", "word/people.xml", PEOPLE)
        .xml(main, "s1", "settings", "word/settings.xml", &part("settings", SETTINGS))
        .xml(main, "s2", "styles", "word/styles.xml", &part("styles", STYLES))
        .xml(
            main,
            "g1",
            "glossaryDocument",
            "word/glossary/document.xml",
            &part("glossaryDocument", &line("Zqglossary")),
        )
        .xml(main, "g2", "chart", "word/charts/chart1.xml", &format!("<c:chartSpace {SPACES}>{CHART}</c:chartSpace>"))
        .xml(
            main,
            "g3",
            "diagramData",
            "word/diagrams/data1.xml",
            &format!("<dgm:dataModel {SPACES}>{DIAGRAM}</dgm:dataModel>"),
        )
        .part(main, "x1", "customXml", "customXml/item1.xml", "application/xml", CUSTOM.as_bytes())
        .part(main, "i1", "image", "word/media/image1.png", "image/png", PNG)
        .part(main, "o1", "oleObject", "word/embeddings/oleObject1.bin", "application/x-ole", OLE)
        .part(main, "o2", "http://x/vbaProject", "word/vbaProject.bin", "application/vnd.ms-office.vbaProject", OLE)
        .part(main, "o3", "aFChunk", "word/chunk.bin", "application/x-unknown", OLE)
        .xml(main, "o4", "control", "word/activeX/activeX1.xml", "<x a=\"Zqcontrol\"/>")
        .part(
            "word/activeX/activeX1.xml",
            "b",
            "activeXControlBinary",
            "word/activeX/activeX1.bin",
            "application/x-ole",
            OLE,
        )
        .outside(main, "l1", "hyperlink", "mailto:Zqlink@example.org")
        .outside(main, "l2", "hyperlink", "data:text/plain;base64,enFkYXRhenFkYXRh")
        .outside("word/settings.xml", "t1", "attachedTemplate", "file:///C:/Users/Zqtemplate/a.dotm");
    with_properties(parts)
}

/// The words that stand in it.
pub const DOCX_WORDS: &str = "Zqsplit Zqcell Zqinserted Zqdeleted Zqmoved Zqhidden Zqfield Zqresult Zqsimple Zqanchored Zqtooltip Zqbookmark \
    Zqalias Zqtag Zqbinding Zqlist Zqcontrolled Zqsmart Zqbox Zqfallback Zqdescription Zqalttext Zqmath Zqcaption \
    Zqruby Zqnote Zqinstruction Zqheader Zqfooter Zqfootnote Zqendnote Zqcomment Zqcommenter Zqauthor Zqperson \
    Zquser Zqvariable Zqmerge Zqstyle Zqglossary Zqseries Zqcharttitle Zqdiagram Zqitem Zqattribute Zqlink \
    Zqtemplate Zqcreator Zqtitle Zqcompany Zqparttitle Zqproperty Zqpropertyname Zqcontrol";

/// The body of the Word document.
pub const BODY: &str = "<w:p w:rsidR=\"00AB12CD\" w14:paraId=\"12345678\"><w:r><w:t>Name: Zqs</w:t></w:r>\n  \
    <w:proofErr w:type=\"spellStart\"/><w:r w:rsidRPr=\"00AB12CE\"><w:rPr><w:b/></w:rPr><w:t>pl</w:t></w:r>\
    <w:bookmarkStart w:id=\"1\" w:name=\"_GoBack\"/><w:r><w:softHyphen/><w:t xml:space=\"preserve\">it </w:t><w:tab/><w:t>end</w:t></w:r></w:p>\
    <w:tbl><w:tblPr><w:tblCaption w:val=\"Zqcaption\"/></w:tblPr><w:tr><w:tc><w:p><w:r><w:t>Zqcell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>\
    <w:p><w:ins w:id=\"2\" w:author=\"Zqauthor\" w:date=\"2024-03-04T10:00:00Z\"><w:r><w:t>Zqinserted</w:t></w:r></w:ins>\
    <w:r><w:t xml:space=\"preserve\"> </w:t></w:r><w:del w:id=\"3\" w:author=\"Zqauthor\"><w:r><w:delText>Zqdeleted</w:delText></w:r></w:del></w:p>\
    <w:p><w:moveFrom w:id=\"4\" w:author=\"Zqauthor\"><w:r><w:t>Zqmoved</w:t></w:r></w:moveFrom></w:p>\
    <w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Zqhidden</w:t></w:r></w:p>\
    <w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> HYPERLINK \"Zqfi</w:instrText></w:r>\
    <w:r><w:instrText>eld\" </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>\
    <w:r><w:t>Zqresult</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>\
    <w:p><w:fldSimple w:instr=\" QUOTE Zqsimple \"><w:r><w:t>q</w:t></w:r></w:fldSimple></w:p>\
    <w:p><w:hyperlink r:id=\"l1\" w:tooltip=\"Zqtooltip\"><w:r><w:t>Zqanchored</w:t></w:r></w:hyperlink>\
    <w:bookmarkStart w:id=\"5\" w:name=\"Zqbookmark\"/></w:p>\
    <w:sdt><w:sdtPr><w:alias w:val=\"Zqalias\"/><w:tag w:val=\"Zqtag\"/><w:dataBinding w:xpath=\"/Zqbinding\"/>\
    <w:dropDownList><w:listItem w:displayText=\"Zqlist\" w:value=\"1\"/></w:dropDownList></w:sdtPr>\
    <w:sdtContent><w:p><w:r><w:t>Zqcontrolled</w:t></w:r></w:p></w:sdtContent></w:sdt>\
    <w:p><w:smartTag><w:smartTagPr><w:attr w:name=\"who\" w:val=\"Zqsmart\"/></w:smartTagPr><w:r><w:t>x</w:t></w:r></w:smartTag></w:p>\
    <w:p><w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><wp:anchor><wp:posOffset>1234567</wp:posOffset>\
    <wp:docPr id=\"1\" name=\"Box 1\" descr=\"Zqdescription\"/><wps:txbx><w:txbxContent><w:p><w:r><w:t>Zqbox</w:t></w:r></w:p>\
    </w:txbxContent></wps:txbx></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape alt=\"Zqalttext\" o:gfxdata=\"UEsDBBQ\" \
    style=\"width:10pt\"><v:textbox><w:txbxContent><w:p><w:r><w:t>Zqfallback</w:t></w:r></w:p></w:txbxContent></v:textbox>\
    </v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>after</w:t></w:r></w:p>\
    <w:p><m:oMath><m:r><m:t>Zqmath</m:t></m:r></m:oMath><w:r><w:ruby><w:rt><w:r><w:t>Zqruby</w:t></w:r></w:rt></w:ruby></w:r></w:p>\
    <w:p><w:r><w:object><o:OLEObject Type=\"Embed\" ProgID=\"Package\" r:id=\"o1\"/></w:object></w:r>\
    <w:r><w:object><w:control r:id=\"o4\" w:name=\"Button\"/></w:object></w:r></w:p><w:altChunk r:id=\"o3\"/>\
    <!-- Zqnote --><?note Zqinstruction?>";
const COMMENT: &str = "<w:comment w:id=\"0\" w:author=\"Zqcommenter\" w:initials=\"AB\" w:date=\"2024-03-04T10:00:00Z\">\
    <w:p><w:r><w:t>Zqcomment</w:t></w:r></w:p></w:comment>";
const EXTENSIBLE: &str = "<w16cex:commentsExtensible xmlns:w16cex=\"http://schemas.microsoft.com/office/word/2018/wordml/cex\">\
    <w16cex:commentExtensible w16cex:durableId=\"22E1D0A1\" w16cex:dateUtc=\"2024-03-04T10:00:00Z\"/></w16cex:commentsExtensible>";
const PEOPLE: &str = "<w15:people xmlns:w15=\"http://schemas.microsoft.com/office/word/2012/wordml\"><w15:person w15:author=\"Zqperson\">\
    <w15:presenceInfo w15:providerId=\"AD\" w15:userId=\"S::Zquser::1\"/></w15:person></w15:people>";
const SETTINGS: &str = "<w:attachedTemplate r:id=\"t1\"/><w:rsids><w:rsidRoot w:val=\"00AB12CD\"/></w:rsids>\
    <w:docVars><w:docVar w:name=\"Owner\" w:val=\"Zqvariable\"/></w:docVars>\
    <w:mailMerge><w:connectString w:val=\"Zqmerge\"/></w:mailMerge><w15:docId w15:val=\"{0AB12CD3-0AB1-2CD3-0AB1-2CD30AB12CD3}\"/>";
const STYLES: &str = "<w:latentStyles><w:lsdException w:name=\"heading 1\"/></w:latentStyles>\
    <w:style w:type=\"paragraph\" w:styleId=\"Heading1\"><w:name w:val=\"Zqstyle\"/><w:basedOn w:val=\"Normal\"/><w:rsid w:val=\"00AB12CD\"/></w:style>";
const CHART: &str = "<c:title><a:p><a:r><a:t>Zqcharttitle</a:t></a:r></a:p></c:title><c:strCache><c:pt idx=\"0\"><c:v>Zqseries</c:v></c:pt></c:strCache>";
const DIAGRAM: &str =
    "<dgm:pt modelId=\"1\"><dgm:t><a:p><a:r><a:t>Zqdia</a:t></a:r><a:r><a:t>gram</a:t></a:r></a:p></dgm:t></dgm:pt>";
const CUSTOM: &str = "<data xmlns=\"urn:x\" who=\"Zqattribute\"><item>Zqitem</item></data>";

/// A presentation with something in every place.
pub fn pptx() -> Vec<u8> {
    let main = "ppt/presentation.xml";
    let slide = "ppt/slides/slide1.xml";
    let shape =
        |text: &str| format!("<p:sp><p:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>");
    let part = |root: &str, inner: &str| format!("<p:{root} {SPACES}>{inner}</p:{root}>");
    let parts = TestParts::default()
        .xml("", "d", "officeDocument", main, &part("presentation", "<p:extLst><p14:section name=\"Zqsection\" id=\"{0AB12CD3-0AB1-2CD3-0AB1-2CD30AB12CD3}\"/></p:extLst>"))
        .xml(main, "s1", "slide", slide, &part("sld", SLIDE))
        .xml(slide, "n1", "notesSlide", "ppt/notesSlides/notesSlide1.xml", &part("notes", &shape("Zqnotes")))
        .xml(slide, "l1", "slideLayout", "ppt/slideLayouts/slideLayout1.xml", &part("sldLayout", &shape("Zqlayout")))
        .xml(slide, "c1", "comments", "ppt/comments/comment1.xml", &part("cmLst", "<p:cm authorId=\"0\" dt=\"2024-03-04T10:00:00\"><p:pos x=\"1\" y=\"1\"/><p:text>Zqremark</p:text></p:cm>"))
        .xml(main, "c2", "commentAuthors", "ppt/commentAuthors.xml", &part("cmAuthorLst", "<p:cmAuthor id=\"0\" name=\"Zqremarker\" initials=\"AB\"/>"))
        .xml(main, "c3", "authors", "ppt/authors.xml", &format!("<p188:authorLst {SPACES}><p188:author id=\"{{0AB12CD3-0AB1-2CD3-0AB1-2CD30AB12CD3}}\" name=\"Zqmodern\" userId=\"S::Zqmodernuser\" providerId=\"AD\"/></p188:authorLst>"))
        .xml(main, "t1", "tags", "ppt/tags/tag1.xml", &part("tagLst", "<p:tag name=\"OWNER\" val=\"Zqtag\"/>"))
        .part(slide, "i1", "image", "ppt/media/image1.png", "image/png", PNG)
        .part(slide, "m1", "video", "ppt/media/media1.mp4", "video/mp4", OLE)
        .part(slide, "o1", "oleObject", "ppt/embeddings/oleObject1.bin", "application/x-ole", OLE)
        .outside(slide, "l2", "hyperlink", "mailto:Zqlink@example.org");
    with_properties(parts).package()
}

/// The words that stand in it.
pub const PPTX_WORDS: &str = "Zqsplit Zqcell Zqalttext Zqshapename Zqtooltip Zqsection Zqnotes Zqlayout Zqremark Zqremarker Zqmodern \
    Zqmodernuser Zqtag Zqlink Zqcreator Zqcompany Zqproperty";

const SLIDE: &str = "<p:cSld name=\"Zqshapename\"><p:spTree><p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Title 1\" descr=\"Zqalttext\">\
    <a:hlinkClick r:id=\"l2\" tooltip=\"Zqtooltip\"/></p:cNvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Name: Zqs</a:t></a:r><a:r><a:rPr b=\"1\"/>\
    <a:t>plit</a:t></a:r><a:br/><a:r><a:t>end</a:t></a:r></a:p></p:txBody></p:sp>\
    <p:graphicFrame><a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/table\"><a:tbl><a:tr h=\"370840\"><a:tc><a:txBody>\
    <a:p><a:r><a:t>Zqcell</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>\
    <p:graphicFrame><p:oleObj r:id=\"o1\" progId=\"Package\"><p:embed/></p:oleObj></p:graphicFrame>\
    <p:pic><p:nvPr><a:videoFile r:link=\"m1\"/></p:nvPr><a:blip r:embed=\"i1\"/></p:pic></p:spTree></p:cSld>";
