"""Small pictures with values in their metadata."""

import io

from PIL import Image, PngImagePlugin


def jpeg(description, author=""):
    """A grey square whose EXIF data say something."""
    exif = Image.Exif()
    exif[0x010E] = description
    if author:
        exif[0x013B] = author
    out = io.BytesIO()
    Image.new("RGB", (16, 16), (128, 128, 128)).save(out, "JPEG", exif=exif)
    return out.getvalue()


def png(comment, packed=""):
    """A grey square with a text chunk, and one that is compressed."""
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", comment)
    if packed:
        info.add_text("Author", packed, zip=True)
    out = io.BytesIO()
    Image.new("RGB", (16, 16), (128, 128, 128)).save(out, "PNG", pnginfo=info)
    return out.getvalue()
