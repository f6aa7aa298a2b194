"""Writes assets/languages/shared/manuals.txt: words of manuals and of code.

    manuals.py NAMES ENTITIES > assets/languages/shared/manuals.txt

It reads what is on a machine with Debian, cargo and Python: /usr/share/doc, manual pages, the documentation comments of the
crates in cargo's registry, and those of Python's packages. A word counts once for each package it stands in; half of the
packages, by a hash of their names, are left for measuring.

NAMES is a list of names of people, ENTITIES a list of words in the names of people, bodies and places of annotated corpora,
a word a line in small letters: what is in either is a name elsewhere.
"""

import collections
import glob
import gzip
import hashlib
import os
import re
import sys

REGISTRY = os.path.expanduser("~/.cargo/registry/src/*/*/")
LIBRARY = os.path.dirname(os.__file__)
LEAST_PACKAGES, LEAST_PACKAGES_OF_NAMES, TELLING_SHARE = 6, 8, 0.06
NOT_READ = re.compile("copyright|changelog|author|thank|credit|news|licen", re.IGNORECASE)


def is_held_back(package):
    return hashlib.md5(package.encode()).digest()[0] % 2 == 0


def packages():
    files = collections.defaultdict(list)
    for path in glob.glob(REGISTRY + "README*") + glob.glob(REGISTRY + "src/**/*.rs", recursive=True):
        files["c_" + re.split("/src/[^/]+/", path)[1].split("/")[0].rsplit("-", 1)[0]].append(path)
    for path in glob.glob("/usr/share/doc/*/*"):
        if os.path.isfile(path) and not NOT_READ.search(path):
            files["d_" + path.split("/")[-2]].append(path)
    for path in glob.glob("/usr/share/man/man[1578]/*.gz"):
        files["m_" + re.split("[-._]", os.path.basename(path))[0]].append(path)
    for path in glob.glob(LIBRARY + "/*.py") + glob.glob(LIBRARY + "/site-packages/*/**/*.py", recursive=True):
        files["p_" + path[len(LIBRARY) + 1 :].removeprefix("site-packages/").split("/")[0]].append(path)
    return {name: sorted(paths) for name, paths in files.items() if not is_held_back(name)}


def text(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", errors="ignore") as file:
        read = file.read(200_000)
    if path.endswith(".rs"):
        return "\n".join(line for line in read.splitlines() if line.strip().startswith("//"))
    if path.endswith(".py"):
        return "\n".join(re.findall(r'"""(?:.|\n)*?"""|#.*', read))
    return read


def main(names, entities):
    listed = {word.strip() for path in (names, entities) for word in open(path)}
    capitals, small, all_packages = collections.Counter(), collections.Counter(), packages()
    for paths in all_packages.values():
        own_capitals, own_small, size = set(), set(), 0
        for path in paths:
            if size > 400_000:
                break
            read = text(path)
            size += len(read)
            own_capitals |= {word.lower() for word in re.findall(r"(?<![\w.])[A-Z][A-Za-z]{2,}", read)}
            own_small |= set(re.findall(r"\b[a-z]{4,}\b", read))
        capitals.update(own_capitals)
        small.update(own_small)
    of = len(all_packages)
    sections = {
        "telling": sorted(word for word, count in small.items() if count > TELLING_SHARE * of and word not in listed),
        "with capitals": sorted(
            word for word, count in capitals.items() if count >= LEAST_PACKAGES and word not in listed
        ),
        "names elsewhere": sorted(
            word for word, count in capitals.items() if count >= LEAST_PACKAGES_OF_NAMES and word in listed
        ),
    }
    # Of the telling words a person keeps those that other text seldom has.
    for name, words in sections.items():
        print(f"[{name}]", *words, "", sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
