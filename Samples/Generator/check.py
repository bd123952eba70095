"""Reads packages again and holds them against the rules of the format, independently of the code that wrote them."""

import io
import json
import re
from datetime import datetime
from pathlib import Path

from PIL import Image

UUID = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
COLOR = re.compile(r"#[0-9A-F]{6}([0-9A-F]{2})?")
STROKE_KEYS = ["type", "id", "tool", "color", "startedAt", "radius", "x", "y", "pressure", "time"]
IMAGE_KEYS = ["type", "id", "asset", "frame", "rotation", "opacity"]


def problems(folder):
    """Sentences about everything in the package that is not as the format says; empty for a sound one."""
    try:
        return list(_package(Path(folder)))
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        return [f"{folder}: can't be read: {error!r}"]


def _package(folder):
    document = _indented_json(folder / "document.json")
    manifest = _indented_json(folder / "manifest.json")
    yield from _unless(list(document) == ["formatVersion", "id", "title", "createdAt", "modifiedAt", "pages"], folder, "keys of the document")
    yield from _unless(list(manifest) == ["formatVersion", "id", "title", "modifiedAt", "pageCount", "cover"], folder, "keys of the manifest")
    yield from _unless(folder.name == document["id"] + ".lnote" and UUID.fullmatch(document["id"]), folder, "name")
    for key in ("formatVersion", "id", "title", "modifiedAt"):
        yield from _unless(manifest[key] == document[key], folder, f"manifest and document differ in {key}")
    pages = document["pages"]
    yield from _unless(manifest["pageCount"] == len(pages), folder, "pageCount")
    yield from _unless(manifest["cover"] == f"thumbnails/{pages[0]['id']}.jpg", folder, "cover")
    yield from _dates(folder, document)
    for page in pages:
        yield from _page(folder, page)
    yield from _files(folder, pages)


def _dates(folder, document):
    for item in (document, *document["pages"]):
        created, modified = item["createdAt"], item["modifiedAt"]
        yield from _unless(DATE.fullmatch(created) and DATE.fullmatch(modified) and created <= modified, folder, f"dates of {item['id']}")


def _files(folder, pages):
    ids = {page["id"] for page in pages}
    yield from _unless({p.name for p in (folder / "pages").iterdir()} == {i + ".content" for i in ids}, folder, "files in pages/")
    yield from _unless({p.name for p in (folder / "thumbnails").iterdir()} == {i + ".jpg" for i in ids}, folder, "files in thumbnails/")
    assets = {p.stem for p in (folder / "assets").iterdir()} if (folder / "assets").exists() else set()
    named = set()
    for path in (folder / "pages").iterdir():
        named |= {e["asset"] for e in json.loads(path.read_bytes())["elements"] if e["type"] == "image"}
    yield from _unless(assets == named, folder, f"assets {assets} against named {named}")
    for path in (folder / "thumbnails").iterdir():
        picture = Image.open(io.BytesIO(path.read_bytes()))
        yield from _unless(picture.format == "JPEG" and max(picture.size) == 256, path, "thumbnail")


def _page(folder, page):
    path = folder / "pages" / f"{page['id']}.content"
    yield from _unless(list(page) == ["id", "canvas", "createdAt", "modifiedAt", "elementCount"], path, "keys of the page")
    yield from _unless(all(0 < page["canvas"][k] <= 14400 for k in ("width", "height")), path, "canvas")
    data = path.read_text("utf-8")
    value = json.loads(data, object_pairs_hook=_without_duplicates, parse_constant=_refused)
    elements = value["elements"]
    lines = ",\n".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) for e in elements)
    canonical = f'{{"formatVersion":1,"page":"{page["id"]}","epoch":0,"elements":[\n{lines}{chr(10) if lines else ""}]}}\n'
    yield from _unless(data == canonical, path, "bytes are not canonical")
    yield from _unless(page["elementCount"] == len(elements), path, "elementCount")
    yield from _unless(len({e["id"] for e in elements}) == len(elements), path, "ids are not unique")
    for element in elements:
        place = f"{path}, {element['id']}"
        yield from _unless(UUID.fullmatch(element["id"]), place, "id")
        yield from (_stroke if element["type"] == "stroke" else _image)(place, element)


def _stroke(place, e):
    yield from _unless(list(e) == [k for k in STROKE_KEYS if k in e], place, "order of keys")
    yield from _unless(e["tool"] in ("pen", "pencil", "marker") and COLOR.fullmatch(e["color"]), place, "tool or colour")
    yield from _unless(DATE.fullmatch(e["startedAt"]) and datetime.fromisoformat(e["startedAt"][:-1]), place, "startedAt")
    columns = {k: e[k] for k in ("x", "y", "radius", "pressure", "time") if isinstance(e.get(k), list)}
    yield from _unless(len({len(c) for c in columns.values()}) == 1 and e["x"], place, "columns differ in length")
    yield from _unless(all(type(v) is int for c in columns.values() for v in c), place, "values that are no integers")
    decoded = {k: _sums(c) for k, c in columns.items()}
    radii = decoded.get("radius", [e["radius"]])
    yield from _unless(all(0 < r <= 65535 for r in radii), place, "radius")
    yield from _unless(all(0 <= p <= 1000 for p in decoded.get("pressure", [])), place, "pressure")
    yield from _unless(e["time"][0] == 0 and min(e["time"]) >= 0, place, "time")


def _image(place, e):
    yield from _unless(list(e) == IMAGE_KEYS, place, "order of keys")
    yield from _unless(UUID.fullmatch(e["asset"]) and len(e["frame"]) == 4, place, "asset or frame")
    yield from _unless(all(type(v) is int for v in (*e["frame"], e["rotation"], e["opacity"])), place, "values that are no integers")
    yield from _unless(0 <= e["opacity"] <= 1000, place, "opacity")


def _sums(column):
    total, result = 0, []
    for difference in column:
        total += difference
        result.append(total)
    return result


def _indented_json(path):
    text = path.read_text("utf-8")
    value = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_refused)
    if text != json.dumps(value, ensure_ascii=False, indent=2) + "\n":
        raise ValueError(f"{path} is not written canonically")
    return value


def _without_duplicates(pairs):
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _refused(text):
    raise ValueError(f"{text} is no JSON number")


def _unless(condition, place, what):
    if not condition:
        yield f"{place}: {what}"
