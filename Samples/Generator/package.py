"""Writes `.lnote` packages, byte for byte as the format asks."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from sheet import identifier, moment, timestamp


@dataclass
class Notebook:
    """One document: its sheets are the pages, `assets` maps file names (`<UUID>.<ext>`) to bytes."""

    name: str
    title: str
    created: str
    sheets: list
    assets: dict = field(default_factory=dict)

    @property
    def id(self):
        return identifier(self.name)

    @property
    def folder_name(self):
        return self.id + ".lnote"


def write(notebook, library, thumbnail):
    """Writes the package into the folder `library`; `thumbnail(sheet, assets)` gives a page's JPEG bytes."""
    folder = Path(library) / notebook.folder_name
    for name, data in sorted(notebook.assets.items()):
        _write(folder / "assets" / name, data)
    for sheet in notebook.sheets:
        _write(folder / "pages" / f"{sheet.id}.content", snapshot(sheet))
    for sheet in notebook.sheets:
        _write(folder / "thumbnails" / f"{sheet.id}.jpg", thumbnail(sheet, notebook.assets))
    _write(folder / "document.json", indented(document(notebook)))
    _write(folder / "manifest.json", indented(manifest(notebook)))
    return folder


def _write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def document(notebook):
    return {
        "formatVersion": 1,
        "id": notebook.id,
        "title": notebook.title,
        "createdAt": timestamp(moment(notebook.created)),
        "modifiedAt": timestamp(modified(notebook)),
        "pages": [
            {
                "id": sheet.id,
                "canvas": {"width": sheet.width, "height": sheet.height},
                "createdAt": timestamp(sheet.created),
                "modifiedAt": timestamp(sheet.modified),
                "elementCount": len(sheet.elements),
            }
            for sheet in notebook.sheets
        ],
    }


def manifest(notebook):
    return {
        "formatVersion": 1,
        "id": notebook.id,
        "title": notebook.title,
        "modifiedAt": timestamp(modified(notebook)),
        "pageCount": len(notebook.sheets),
        "cover": f"thumbnails/{notebook.sheets[0].id}.jpg" if notebook.sheets else None,
    }


def modified(notebook):
    return max(sheet.modified for sheet in notebook.sheets)


def snapshot(sheet):
    """The page's `.content`: a line for the header, one for each element, one for the end."""
    header = f'{{"formatVersion":1,"page":"{sheet.id}","epoch":0,"elements":[\n'
    lines = ",\n".join(compact(element_value(element)) for element in sheet.elements)
    return (header + (lines + "\n" if lines else "") + "]}\n").encode()


def element_value(element):
    """An element with its keys in the format's order and its columns as first value and differences."""
    if element["type"] == "image":
        return element
    samples = element["samples"]
    value = {key: element[key] for key in ("type", "id", "tool", "color", "startedAt")}
    value["radius"] = samples.radius if isinstance(samples.radius, int) else column(samples.radius)
    value["x"] = column(samples.x)
    value["y"] = column(samples.y)
    if samples.pressure is not None:
        value["pressure"] = column(samples.pressure)
    value["time"] = column(samples.time)
    return value


def column(values):
    return values[:1] + [b - a for a, b in zip(values, values[1:])]


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def indented(value):
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
