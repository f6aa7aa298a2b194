"""Compound files, as Outlook keeps messages in them, and bundles that mails carry as winmail.dat."""

import struct

END, FREE, FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
SECTOR, SMALL, CUTOFF = 512, 64, 4096


def pad(data, size, fill=b"\0"):
    return data + fill * (-len(data) % size)


def chain(start, count):
    """The table entries of sectors that follow one another."""
    return [*range(start + 1, start + count), END] if count else []


def compound(tree, leftovers=b""):
    """A file of nested dictionaries: folders are dictionaries, streams are bytes. `leftovers` lie in a free sector."""
    entries = [["Root Entry", 5, FREE, FREE, FREE, b""]]

    def add(folder, parent):
        names = sorted(folder, key=lambda name: (len(name), name.upper()))
        numbers = {}
        for name in names:
            numbers[name] = len(entries)
            held = folder[name]
            entries.append([name, 1 if isinstance(held, dict) else 2, FREE, FREE, FREE, b"" if isinstance(held, dict) else held])
        # A tree that leans to one side is a tree too.
        for name, following in zip(names, names[1:]):
            entries[numbers[name]][3] = numbers[following]
        if names:
            entries[parent][4] = numbers[names[0]]
        for name in names:
            if isinstance(folder[name], dict):
                add(folder[name], numbers[name])

    add(tree, 0)
    sectors, fat, small, small_fat, places = b"", [], b"", [], {}
    for number, entry in enumerate(entries):
        data = entry[5]
        if entry[1] != 2 or not data:
            continue
        if len(data) >= CUTOFF:
            places[number] = len(fat)
            fat += chain(len(fat), -(-len(data) // SECTOR))
            sectors += pad(data, SECTOR)
        else:
            places[number] = len(small_fat)
            small_fat += chain(len(small_fat), -(-len(data) // SMALL))
            small += pad(data, SMALL)
    if leftovers:
        fat.append(FREE)
        sectors += pad(leftovers[:SECTOR], SECTOR)

    def put(data, fill=b"\0"):
        nonlocal sectors
        start, count = len(fat), -(-len(data) // SECTOR)
        fat.extend(chain(start, count))
        sectors += pad(data, SECTOR, fill)
        return start if count else END

    places[0] = put(small)
    table = put(b"".join(struct.pack("<I", entry) for entry in small_fat), b"\xff")
    directory = b""
    for number, (name, kind, left, right, child, data) in enumerate(entries):
        raw = name.encode("utf-16-le")
        size = len(small) if number == 0 else len(data)
        place = places.get(number, END if kind == 2 else 0)
        directory += struct.pack(
            "<64sHBBIII16sIQQIQ", raw, len(raw) + 2, kind, 1, left, right, child, b"", 0, 0, 132_000_000_000_000_000, place, size)
    directory_start = put(directory)
    count = 1
    while (len(fat) + count) * 4 > count * SECTOR:
        count += 1
    assert count <= 109, "larger files need another table"
    first = len(fat)
    fat += [FAT] * count
    sectors += pad(b"".join(struct.pack("<I", entry) for entry in fat), SECTOR, b"\xff")
    numbers = [*range(first, first + count)]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, count, directory_start, 0, CUTOFF, table, -(-len(small_fat) * 4 // SECTOR), END, 0)
    header += b"".join(struct.pack("<I", number) for number in numbers + [FREE] * (109 - count))
    return header + sectors


def properties(head, values):
    """A folder of properties: `values` are triples of number, type and value."""
    folder, listed = {}, bytes(head)
    for number, kind, value in values:
        tag = number << 16 | kind
        if kind in (0x1E, 0x1F, 0x102):
            end = {0x1E: 1, 0x1F: 2, 0x102: 0}[kind]
            listed += struct.pack("<IIII", tag, 6, len(value) + end, 0)
            folder[f"__substg1.0_{tag:08X}"] = value
        else:
            listed += struct.pack("<II8s", tag, 6, value)
    return {**folder, "__properties_version1.0": listed}


def stored(rich_text):
    """Rich text as messages have it, not packed."""
    return struct.pack("<II4sI", len(rich_text) + 12, len(rich_text), b"MELA", 0) + rich_text


def attribute(level, tag, data):
    """An attribute of a bundle."""
    return struct.pack("<BII", level, tag, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)


def listed(values):
    """Properties as bundles list them."""
    out = struct.pack("<I", len(values))
    for number, kind, value in values:
        out += struct.pack("<HH", kind, number)
        out += struct.pack("<II", 1, len(value)) + pad(value, 4) if kind in (0x1E, 0x1F, 0x102) else value
    return out


def bundle(attributes):
    return b"\x78\x9f\x3e\x22\x01\x00" + b"".join(attributes)
