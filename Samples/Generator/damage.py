"""Damages a copy of a package the way real accidents do; `Samples/README.md` lists what a checker should say to it."""

import json
import shutil
from pathlib import Path

import paintings
from package import indented
from sheet import identifier

#: Page numbers, from 0.
MISCOUNTED, CUT, LOST = 1, 2, 4


def damaged_copy(package, destination):
    """Copies `package` into the folder `destination` and damages the copy in five ways."""
    folder = Path(destination) / package.name
    shutil.copytree(package, folder)
    document = json.loads((folder / "document.json").read_bytes())
    pages = [folder / "pages" / f"{page['id']}.content" for page in document["pages"]]

    _cut_inside_a_stroke(pages[CUT])
    pages[LOST].unlink()
    document["pages"][MISCOUNTED]["elementCount"] += 3
    (folder / "document.json").write_bytes(indented(document))
    (folder / "assets").mkdir()
    (folder / "assets" / f"{identifier('damaged/orphan')}.png").write_bytes(paintings.tape())
    _age_manifest(folder / "manifest.json")
    return folder


def _cut_inside_a_stroke(page):
    """As after a power loss: the file ends after about a quarter, in the middle of a column of numbers."""
    data = page.read_bytes()
    stroke = data.index(b'{"type":"stroke"', len(data) // 4)
    column = data.index(b'"x":[', stroke)
    page.write_bytes(data[:data.index(b",", column + 60)])


def _age_manifest(path):
    """As when the last saves never came to the manifest: the title before the renaming, and one page fewer."""
    manifest = json.loads(path.read_bytes())
    manifest["title"] = "Walk notes"
    manifest["modifiedAt"] = "2026-05-17T18:52:10.000Z"
    manifest["pageCount"] -= 1
    path.write_bytes(indented(manifest))
