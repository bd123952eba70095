#!/usr/bin/env python3
"""Makes the sample notes: `Library/` with three packages and `Damaged/` with a damaged copy of one.

    generate.py                         writes them beside this folder
    generate.py --check                 checks what is there and that making it again gives the same bytes
    generate.py --preview FOLDER        draws every page as PNG at 144 dpi, for looking at
    generate.py --with lnote=PATH       also lets lnote make an archive, an SVG and a JSON

Every run gives the same bytes; the JPEG and PNG files do so with the Pillow of `requirements.txt`.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import empty
import field_notes
import package
import pictures
import preview
from damage import damaged_copy

SAMPLES = Path(__file__).resolve().parent.parent


def main():
    arguments = _arguments()
    if arguments.check:
        return _check(arguments.output)
    notebooks = _notebooks()
    if arguments.preview:
        _draw(notebooks, Path(arguments.preview))
        return 0
    folders = _write(notebooks, arguments.output)
    for folder in folders:
        print(folder.relative_to(arguments.output))
    if arguments.tool:
        _let_lnote_convert(arguments.tool, arguments.output, folders)
    return 0


def _arguments():
    parser = argparse.ArgumentParser(description="Makes the sample notes.")
    parser.add_argument("--output", type=Path, default=SAMPLES, help="the folder for Library/ and Damaged/")
    parser.add_argument("--check", action="store_true", help="check the packages and that they are made again byte for byte")
    parser.add_argument("--preview", metavar="FOLDER", help="draw every page as PNG into FOLDER")
    parser.add_argument("--with", dest="tool", type=_tool, metavar="lnote=PATH", help="the lnote binary for archive, SVG and JSON")
    return parser.parse_args()


def _tool(text):
    name, _, path = text.partition("=")
    if name != "lnote" or not path:
        raise argparse.ArgumentTypeError("expected lnote=PATH")
    return path


def _notebooks():
    return [field_notes.notebook(), pictures.notebook(), empty.notebook()]


def _write(notebooks, output):
    """Writes all packages afresh; what else stands in the two folders stays."""
    library, damaged = output / "Library", output / "Damaged"
    folders = []
    for notebook in notebooks:
        shutil.rmtree(library / notebook.folder_name, ignore_errors=True)
        folders.append(package.write(notebook, library, preview.thumbnail))
    shutil.rmtree(damaged / folders[0].name, ignore_errors=True)
    return [*folders, damaged_copy(folders[0], damaged)]


def _draw(notebooks, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for notebook in notebooks:
        for number, sheet in enumerate(notebook.sheets, 1):
            preview.render(sheet, notebook.assets, 2).save(folder / f"{notebook.name}-{number}.png")


def _check(output):
    problems = []
    with tempfile.TemporaryDirectory() as temporary:
        for folder in _write(_notebooks(), Path(temporary)):
            name = folder.relative_to(temporary)
            problems += _differences(folder, output / name, name)
            if name.parts[0] == "Library":
                problems += check.problems(output / name)
            elif not check.problems(output / name):
                problems.append(f"{name}: is not damaged")
    for problem in problems:
        print(problem, file=sys.stderr)
    print("the samples are sound" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


def _differences(made, found, name):
    ours, theirs = _contents(made), _contents(found)
    return [f"{name}/{path}: is not what the generator makes"
            for path in sorted(ours.keys() | theirs.keys()) if ours.get(path) != theirs.get(path)]


def _contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def _let_lnote_convert(lnote, output, folders):
    field, with_pictures = folders[0], folders[1]
    for arguments in (["pack", field, "-o", output / "Field notes.lnotepack"],
                      ["export", field, "-f", "svg", "--pages", "1", "-o", output / "Field notes.svg"],
                      ["export", with_pictures, "-f", "json", "-o", output / "Pictures and ink.json"]):
        subprocess.run([lnote, *map(str, arguments), "--force"], check=True)


if __name__ == "__main__":
    sys.exit(main())
