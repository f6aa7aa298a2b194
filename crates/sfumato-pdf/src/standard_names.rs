//! Names that the format gives, and those that programs give to the elements of any text: nobody is meant by them, even
//! where a person of the document is called Fields or Strong.

/// The length of the longest.
pub(crate) const LONGEST: usize = 25;

/// True if a name is one of the format's own.
pub(crate) fn is_of_format(name: &[u8]) -> bool {
    NAMES.binary_search(&name).is_ok()
}

/// Names of six letters and more, in order; who searches for values looks for no shorter ones in names.
#[rustfmt::skip]
static NAMES: [&[u8]; 562] = [
    b"ASCII85Decode", b"ASCIIHexDecode", b"AcroForm", b"Action", b"ActualText", b"AllCap", b"AllOff", b"Alphabetic",
    b"Alternate", b"AlternateImages", b"AlternatePresentations", b"Alternates", b"Annotation", b"Annots",
    b"AntiAlias", b"AppDefault", b"Application", b"ArtBox", b"Artifact", b"Artwork", b"Ascent", b"Aspect", b"Author",
    b"Authors", b"AvgWidth", b"Background", b"BackgroundColor", b"BaseEncoding", b"BaseFont", b"BaseState",
    b"BaseVersion", b"BibEntry", b"Bibliography", b"BitsPerComponent", b"BitsPerCoordinate", b"BitsPerFlag",
    b"BitsPerSample", b"BlackPoint", b"BleedBox", b"BlockQuote", b"Border", b"BorderColor", b"BorderStyle",
    b"BorderThickness", b"Bounds", b"BoxColorInfo", b"ByteRange", b"CCITTFaxDecode", b"CIDFont", b"CIDFontType0",
    b"CIDFontType0C", b"CIDFontType2", b"CIDInit", b"CIDSet", b"CIDSystemInfo", b"CIDToGIDMap", b"CMapName",
    b"CalGray", b"CalRGB", b"Calibrated", b"Caption", b"Catalog", b"Center", b"CenterWindow", b"Centered",
    b"CharProcs", b"CharSet", b"Choice", b"Circle", b"ClassMap", b"ClosedArrow", b"Collection", b"CollectionField",
    b"CollectionItem", b"CollectionSchema", b"CollectionSort", b"CollectionSubitem", b"ColorSpace", b"ColorTransform",
    b"Colorants", b"Colors", b"ColumnCount", b"ColumnGap", b"ColumnWidths", b"Columns", b"Comment", b"Comments",
    b"Compatible", b"Confidential", b"Configs", b"ContactInfo", b"Content", b"Contents", b"Coords", b"Courier",
    b"Courier-Bold", b"Courier-BoldOblique", b"Courier-Oblique", b"Creation", b"CreationDate", b"Creator", b"CropBox",
    b"CropRect", b"CryptFilter", b"DCTDecode", b"DamagedRowsBeforeError", b"Dashed", b"Decimal", b"Decode",
    b"DecodeParms", b"DefEmbeddedFile", b"DefaultCMYK", b"DefaultForPrinting", b"DefaultGray", b"DefaultRGB",
    b"DescendantFonts", b"Descent", b"Description", b"DestOutputProfile", b"Destination", b"Developer", b"DeviceCMYK",
    b"DeviceColorant", b"DeviceGray", b"DeviceN", b"DeviceRGB", b"Diamond", b"Differences", b"DigestLocation",
    b"DigestMethod", b"DigestValue", b"Dimension", b"DisplayDocTitle", b"DocMDP", b"DocOpen", b"Document", b"Domain",
    b"Dotted", b"Double", b"Drawing", b"Duplex", b"DuplexFlipLongEdge", b"DuplexFlipShortEdge", b"Duration",
    b"EarlyChange", b"Easting", b"EmbeddedFDFs", b"EmbeddedFile", b"EmbeddedFiles", b"Emphasis", b"Encode",
    b"EncodedByteAlign", b"Encoding", b"Encrypt", b"EncryptMetadata", b"EndIndent", b"EndOfBlock", b"EndOfLine",
    b"Endnote", b"ExclFKey", b"Experimental", b"Expired", b"Export", b"ExportState", b"ExtGState", b"Extend",
    b"Extends", b"ExtensionLevel", b"Extensions", b"FDecodeParms", b"FFilter", b"FieldMDP", b"Fields", b"Figure",
    b"FileAttachment", b"Filespec", b"Filter", b"FirstChar", b"FirstPage", b"FitWindow", b"FlateDecode", b"Flatness",
    b"FontBBox", b"FontDescriptor", b"FontFamily", b"FontFile", b"FontFile2", b"FontFile3", b"FontMatrix",
    b"FontName", b"FontStretch", b"FontWeight", b"Footer", b"Footnote", b"ForComment", b"FormType", b"Formal",
    b"Formula", b"Frequency", b"FullSave", b"FullScreen", b"Function", b"Function2", b"FunctionType", b"Functions",
    b"GTS_PDFA1", b"GTS_PDFA2", b"GTS_PDFX", b"GTS_PDFXVersion", b"GlyphOrientationVertical", b"Halftone",
    b"HalftoneName", b"HalftoneType", b"Header", b"Headers", b"Heading", b"Height", b"Helvetica", b"Helvetica-Bold",
    b"Helvetica-BoldOblique", b"Helvetica-Oblique", b"Hidden", b"HideMenubar", b"HideNonFullScreen", b"HideToolbar",
    b"HideWindowUI", b"Highlight", b"HorizontalScaling", b"ICCBased", b"IDTree", b"Identity", b"Identity-H",
    b"Identity-V", b"IfOpen", b"Illustration", b"ImageB", b"ImageC", b"ImageI", b"ImageMask", b"Import",
    b"ImportData", b"Indexed", b"Indices", b"InkList", b"Inline", b"InlineAlign", b"Insert", b"Instances", b"Intent",
    b"Intents", b"Interpolate", b"InvertedDouble", b"InvertedDoubleQuotes", b"Invisible", b"ItalicAngle",
    b"JBIG2Decode", b"JBIG2Globals", b"JPXDecode", b"JavaScript", b"Justify", b"Keywords", b"Knockout", b"LZWDecode",
    b"Landscape", b"LangCode", b"LastChar", b"LastModified", b"LastPage", b"Lateral", b"Layout", b"Leading",
    b"LegalAttestation", b"Length", b"Length1", b"Length2", b"Length3", b"Letter", b"LevelOne", b"Levels", b"Limits",
    b"LineArrow", b"LineHeight", b"LineThrough", b"Linearized", b"ListMode", b"ListNumbering", b"Listing",
    b"Location", b"LowerAlpha", b"LowerRoman", b"MMType1", b"MacExpertEncoding", b"MacRomanEncoding", b"MarkInfo",
    b"MarkStyle", b"MarkUp", b"Marked", b"Markup", b"Matrix", b"MaxLen", b"MaxWidth", b"Measure", b"MediaBox",
    b"MediaClip", b"MediaColor", b"MediaDuration", b"MediaType", b"Metadata", b"Middle", b"Mirror", b"MissingWidth",
    b"ModDate", b"Modify", b"MovieActions", b"MultiColumn", b"Multiply", b"NChannel", b"Native", b"NeedAppearances",
    b"NextPage", b"NonEFontNoWarn", b"NonFullScreenPageMode", b"NonStruct", b"Nonsymbolic", b"Normal", b"Normalized",
    b"NotApproved", b"NotForPublicRelease", b"NumCopies", b"NumberFormat", b"NumberOfPages", b"OCProperties",
    b"Oblique", b"OffsetBy", b"OnInstantiate", b"OneColumn", b"OpenAction", b"OpenArrow", b"OpenType", b"Optional",
    b"Ordered", b"Ordering", b"Outline", b"Outlines", b"Output", b"OutputCondition", b"OutputConditionIdentifier",
    b"OutputIntent", b"OutputIntents", b"Outset", b"Overlay", b"OverlayText", b"Padding", b"PageByPage",
    b"PageElement", b"PageLabel", b"PageLabels", b"PageLayout", b"PageMode", b"Pagination", b"PaintType", b"Panose",
    b"Paperclip", b"Paragraph", b"Params", b"Parent", b"ParentTree", b"ParentTreeNextKey", b"Pattern", b"PatternType",
    b"Percentile", b"Perceptual", b"PieceInfo", b"Placement", b"Playback", b"PolyLine", b"PolyLineDimension",
    b"Polygon", b"PolygonDimension", b"Portrait", b"PostScript", b"Predictor", b"PreferredChildren", b"PresSteps",
    b"Presenter", b"PreserveRB", b"PrevPage", b"Preview", b"PrintArea", b"PrintClip", b"PrintField",
    b"PrintPageRange", b"PrintScaling", b"PrintState", b"PrinterMark", b"Private", b"ProcSet", b"Process",
    b"Producer", b"Projection", b"PropBuild", b"Properties", b"Proportion", b"Publish", b"PushPin", b"QuadPoints",
    b"Quarter", b"Quotations", b"RadioButtons", b"Raised", b"Recipients", b"Rectangle", b"Reference", b"Registry",
    b"RegistryName", b"Related", b"Relationship", b"RelativeColorimetric", b"Rename", b"Rendition", b"Renditions",
    b"Replace", b"ReqHandler", b"Required", b"Requirement", b"Requirements", b"ResetForm", b"Resources", b"Review",
    b"RichMedia", b"RichMediaContent", b"RoleMap", b"Rotate", b"RotatePage", b"Rounded", b"RowSpan", b"RubyAlign",
    b"RubyPosition", b"RunLengthDecode", b"SMaskInData", b"Saturation", b"Schema", b"Screen", b"Section", b"Segment",
    b"Separation", b"SeparationColorNames", b"SeparationInfo", b"Series", b"SetOCGState", b"Shading", b"ShadingType",
    b"Shadow", b"SigFieldLock", b"SigFlags", b"Signature", b"Simplex", b"SingleDoc", b"SinglePage", b"Source",
    b"SourceModified", b"SpaceAfter", b"SpaceBefore", b"SpawnTemplate", b"SpotFunction", b"Square", b"Squiggly",
    b"Standard", b"Standards", b"StartIndent", b"StateModel", b"StrikeOut", b"Strikeout", b"String", b"Strong",
    b"StructElem", b"StructParent", b"StructParents", b"StructTreeRoot", b"Structure", b"SubFilter", b"Subject",
    b"SubmitForm", b"Subscript", b"Subtitle", b"Subtype", b"Superscript", b"Supplement", b"Suspects", b"Symbol",
    b"Symbolic", b"Synchronous", b"TBorderStyle", b"TPadding", b"TableHeader", b"Template", b"TemplateInstantiated",
    b"Templates", b"TextAlign", b"TextDecorationColor", b"TextDecorationThickness", b"TextDecorationType",
    b"TextIndent", b"Textbody", b"Thread", b"Threads", b"TilingType", b"TimeStamp", b"Times-Bold",
    b"Times-BoldItalic", b"Times-Italic", b"Times-Roman", b"ToUnicode", b"Toggle", b"TopSecret", b"Transparency",
    b"TrapNet", b"TrapRegions", b"Trapped", b"TrimBox", b"TrueType", b"TrueTypeFonts", b"TwoColumnLeft",
    b"TwoColumnRight", b"TwoPageLeft", b"TwoPageRight", b"Type1C", b"Unchanged", b"Underline", b"Unknown",
    b"Unspecified", b"UpperAlpha", b"UpperRoman", b"UseAttachments", b"UseBlackPtComp", b"UseCMap", b"UseNone",
    b"UseOutlines", b"UseThumbs", b"UserProperties", b"UserUnit", b"Version", b"Vertical", b"Vertices",
    b"VerticesPerRow", b"ViewArea", b"ViewClip", b"ViewerPreferences", b"Viewport", b"Visible", b"Warichu",
    b"Watermark", b"WhitePoint", b"Widget", b"WidthC", b"Widths", b"WinAnsiEncoding", b"WritingMode", b"XHeight",
    b"XObject", b"XRefStm", b"ZapfDingbats",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_none_is_longer_than_the_longest() {
        assert!(NAMES.is_sorted_by(|one, next| one < next));
        assert_eq!(NAMES.iter().map(|name| name.len()).max(), Some(LONGEST));
        assert!(is_of_format(b"Fields") && is_of_format(b"Strong") && !is_of_format(b"Okonkwo"));
    }
}
