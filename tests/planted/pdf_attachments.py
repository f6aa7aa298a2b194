"""Files that lie in PDF files: at the document, at a page, beside its content, in a portfolio."""

from pikepdf import Array, Dictionary, Name, Stream, String

from pdf_sheet import PLACES


def embedded(pdf, name, data, kind=None, **more):
    """A file specification with its bytes."""
    stream = Stream(pdf, data if isinstance(data, bytes) else data.encode())
    stream["/Type"] = Name.EmbeddedFile
    stream["/Params"] = Dictionary(Size=len(data), CreationDate=String("D:20240304102030Z"))
    if kind:
        stream["/Subtype"] = Name("/" + kind)
    return pdf.make_indirect(Dictionary(Type=Name.Filespec, F=String(name), UF=String(name), EF=Dictionary(F=pdf.make_indirect(stream)), **more))


def attach(pdf, name, spec):
    """Adds a file to the tree of names."""
    tree = pdf.Root.get("/Names", Dictionary())
    files = tree.get("/EmbeddedFiles", Dictionary(Names=Array()))
    files["/Names"].extend([String(name), spec])
    tree["/EmbeddedFiles"] = files
    pdf.Root["/Names"] = tree


@PLACES.at("attached text and table")
def texts(sheet, case):
    text, table = case.say(detail="text"), f"name,email\n{case.repeat('table')},{case.own('email', case.mint.email(), 'table')}\n"
    name, description = f"{case.own('dni', case.mint.dni(), 'name of the file')}.txt", case.say(detail="description")

    def edit(pdf):
        attach(pdf, "a", embedded(pdf, name, text + "\n", "text/plain", Desc=String(description)))
        attach(pdf, "b", embedded(pdf, "list.csv", table, "text/csv"))

    sheet.edit(edit)


@PLACES.at("attached documents")
def documents(sheet, case):
    import make_docx
    import make_xlsx
    letter, book, inner = case.say(detail="letter"), case.say(detail="workbook"), case.say(detail="PDF")

    def edit(pdf):
        from pdf_content import small_pdf
        for number, (name, data) in enumerate((("letter.docx", make_docx.small(letter)), ("book.xlsx", make_xlsx.small(book)), ("inner.pdf", small_pdf(inner)))):
            attach(pdf, f"d{number}", embedded(pdf, name, data))

    sheet.edit(edit)


@PLACES.at("file at a place of the page")
def at_page(sheet, case):
    text, shown, title = case.say(), case.say(detail="contents"), case.own("titled", case.mint.name(), "title")
    y = sheet.next_y()

    def edit(pdf):
        spec = embedded(pdf, "note.txt", text + "\n", "text/plain")
        note = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.FileAttachment, Rect=Array([550, y, 560, y + 10]), FS=spec, Contents=String(shown), T=String(title), Name=Name.PushPin))
        annotations = pdf.pages[0].obj.get("/Annots", Array())
        annotations.append(note)
        pdf.pages[0].obj["/Annots"] = annotations

    sheet.edit(edit)


@PLACES.at("invoice as XML beside the page")
def invoice(sheet, case):
    xml = ('<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">'
           f"<ram:BuyerTradeParty><ram:Name>{case.repeat('buyer')}</ram:Name><ram:URIID schemeID=\"EM\">{case.own('email', case.mint.email(), 'address')}</ram:URIID></ram:BuyerTradeParty>"
           f"<ram:IncludedNote><ram:Content>{case.say(detail='note')}</ram:Content></ram:IncludedNote><ram:IBANID>{case.own('iban', case.mint.iban(), 'account').replace(' ', '')}</ram:IBANID></rsm:CrossIndustryInvoice>")

    def edit(pdf):
        spec = embedded(pdf, "factur-x.xml", xml, "text/xml", AFRelationship=Name.Alternative)
        attach(pdf, "factur-x.xml", spec)
        beside = pdf.Root.get("/AF", Array())
        beside.append(spec)
        pdf.Root["/AF"] = beside

    sheet.edit(edit)


@PLACES.at("portfolio")
def portfolio(sheet, case):
    field, text, value = case.say("email", "name of a column"), case.say(detail="member"), case.own("titled", case.mint.name(), "cell")

    def edit(pdf):
        item = Dictionary(Type=Name.CollectionItem, who=String("Dr. " + value))
        attach(pdf, "p", embedded(pdf, "member.json", '{"note": "' + text + '"}', "application/json", CI=item))
        pdf.Root["/Collection"] = Dictionary(Type=Name.Collection, View=Name.D, Schema=Dictionary(who=Dictionary(Type=Name.CollectionField, Subtype=Name.S, N=String(field))))

    sheet.edit(edit)
