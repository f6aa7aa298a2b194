"""Medical pictures, written with pydicom."""

import io
import random

import pydicom
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, ImplicitVRLittleEndian, generate_uid

from case import Case, Places, plant_all

PLACES = Places()
SYNTAXES = [ExplicitVRLittleEndian, ImplicitVRLittleEndian]


class Picture:
    """A small picture; each place adds elements."""

    def __init__(self, syntax):
        meta = FileMetaDataset()
        meta.MediaStorageSOPClassUID = "1.2.840.10008.5.1.4.1.1.7"
        meta.MediaStorageSOPInstanceUID = generate_uid(entropy_srcs=["planted"])
        meta.TransferSyntaxUID = syntax
        self.file = FileDataset(None, {}, file_meta=meta, preamble=bytes(128))
        self.file.SpecificCharacterSet = "ISO_IR 192"
        self.file.SOPClassUID = meta.MediaStorageSOPClassUID
        self.file.SOPInstanceUID = meta.MediaStorageSOPInstanceUID
        self.file.Modality = "OT"
        self.file.Rows = self.file.Columns = 8
        self.file.BitsAllocated, self.file.BitsStored, self.file.HighBit, self.file.PixelRepresentation = 8, 8, 7, 0
        self.file.SamplesPerPixel, self.file.PhotometricInterpretation = 1, "MONOCHROME2"
        self.file.PixelData = bytes(range(64))
        self.lines = []

    def render(self, case):
        self.file.ImageComments = "\r\n".join([case.introduce(), *self.lines, *case.controls])
        out = io.BytesIO()
        pydicom.dcmwrite(out, self.file, enforce_file_format=True)
        return out.getvalue()


def turned(name):
    given, family = name.split(" ", 1)
    return f"{family}^{given}"


@PLACES.at("patient")
def patient(picture, case):
    picture.file.PatientName = turned(case.repeat("name"))
    picture.file.OtherPatientNames = turned(case.own("titled", case.mint.name(), "other name"))
    picture.file.PatientTelephoneNumbers = case.own("phone", case.mint.phone(), "telephone")
    picture.file.PatientComments = case.say(detail="comments")


@PLACES.at("staff")
def staff(picture, case):
    picture.file.ReferringPhysicianName = turned(case.own("titled", case.mint.name(), "referring"))
    picture.file.OperatorsName = [turned(case.own("titled", case.mint.name(), "operator")) for _ in range(2)]
    picture.file.PatientAddress = case.own("email", case.mint.email(), "address")


@PLACES.at("sequences")
def sequences(picture, case):
    inner, outer = Dataset(), Dataset()
    inner.TextValue, inner.ValueType = case.say(detail="inner"), "TEXT"
    outer.ContentSequence = [inner]
    outer.PersonName = turned(case.repeat("person"))
    picture.file.ContentSequence = [outer, outer]


@PLACES.at("private elements")
def private(picture, case):
    block = picture.file.private_block(0x0011, "PLANTED", create=True)
    block.add_new(0x01, "LO", case.say())
    block.add_new(0x02, "OB", case.repeat().encode())


@PLACES.at("preamble and padding")
def preamble(picture, case):
    picture.file.preamble = case.own("email", case.mint.email()).encode()[:128].ljust(128, b"\0")
    picture.file.DataSetTrailingPadding = case.own("email", case.mint.email(), "padding").encode()


@PLACES.at("pixels and overlays")
def pixels(picture, case):
    picture.file.PixelData = case.own("email", case.mint.email()).encode()[:64].ljust(64, b"\0")
    picture.file.add_new(0x60003000, "OW", case.own("email", case.mint.email(), "overlay").encode().ljust(64, b"\0"))


@PLACES.at("encapsulated document")
def encapsulated(picture, case):
    picture.file.MIMETypeOfEncapsulatedDocument = "text/plain"
    picture.file.EncapsulatedDocument = (case.say() + "\n" + case.repeat() + "\n").encode()


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=2)):
        case = Case(mint, f"dicom/dicom-{number:02d}.dcm", "dicom")
        picture = Picture(SYNTAXES[number % 2])
        plant_all(places, picture, case)
        yield case, picture.render(case)


def refused(mint, seed):
    yield "cut.dcm", "cut short", Picture(SYNTAXES[0]).render(Case(mint, "refused", "dicom"))[:-9]
