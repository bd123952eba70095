"""Draws pages with Pillow: thumbnails for the packages, larger pictures for looking at the result.

A stroke is the union of its discs and of the shapes between them, put on the page once, so that half-transparent colours
don't add up inside one stroke. Everything is drawn several times too large and scaled down at the end.
"""

import io
import math

from PIL import Image, ImageDraw

THUMBNAIL_LONGER_SIDE = 256
THUMBNAIL_QUALITY = 80


def thumbnail(sheet, assets):
    """JPEG bytes of a page, 256 pixels on its longer side, on white."""
    scale = THUMBNAIL_LONGER_SIDE / max(sheet.width, sheet.height)
    return jpeg(render(sheet, assets, scale, supersampling=16), THUMBNAIL_QUALITY)


def jpeg(picture, quality):
    buffer = io.BytesIO()
    picture.convert("RGB").save(buffer, "JPEG", quality=quality, optimize=True, subsampling=2)
    return buffer.getvalue()


def png(picture):
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def render(sheet, assets, scale, supersampling=4):
    """The page as a picture of `scale` pixels a point."""
    size = (max(1, round(sheet.width * scale)), max(1, round(sheet.height * scale)))
    fine = scale * supersampling
    canvas = Image.new("RGB", (size[0] * supersampling, size[1] * supersampling), "white")
    for element in sheet.elements:
        if element["type"] == "stroke":
            _stroke(canvas, element, fine)
        else:
            _image(canvas, element, assets, fine)
    return canvas.resize(size, Image.Resampling.BOX)


def _stroke(canvas, element, scale):
    samples = element["samples"]
    unit = scale / 10
    count = len(samples.x)
    radii = [samples.radius] * count if isinstance(samples.radius, int) else samples.radius
    discs = [(x * unit, y * unit, r * unit) for x, y, r in zip(samples.x, samples.y, radii)]
    left = math.floor(min(x - r for x, _, r in discs)) - 1
    top = math.floor(min(y - r for _, y, r in discs)) - 1
    right = math.ceil(max(x + r for x, _, r in discs)) + 2
    bottom = math.ceil(max(y + r for _, y, r in discs)) + 2
    color, alpha = _color(element["color"])
    mask = Image.new("L", (right - left, bottom - top), 0)
    draw = ImageDraw.Draw(mask)
    moved = [(x - left, y - top, r) for x, y, r in discs]
    for x, y, r in moved:
        # Pillow fills up to and including the far edge: without the 1, every disc would stand out from its line.
        draw.ellipse((x - r, y - r, max(x - r, x + r - 1), max(y - r, y + r - 1)), fill=alpha)
    for a, b in zip(moved, moved[1:]):
        _between(draw, a, b, alpha)
    canvas.paste(color, (left, top), mask)


def _between(draw, a, b, fill):
    """The shape a disc sweeps on its way: bounded by the two tangents."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    span = math.hypot(dx, dy)
    if span <= abs(a[2] - b[2]) or span == 0:
        return
    along = math.atan2(dy, dx)
    spread = math.acos((a[2] - b[2]) / span)
    corners = []
    for disc, side in ((a, 1), (b, 1), (b, -1), (a, -1)):
        angle = along + side * spread
        corners.append((disc[0] + disc[2] * math.cos(angle) - 0.5, disc[1] + disc[2] * math.sin(angle) - 0.5))
    draw.polygon(corners, fill=fill)


def _color(text):
    values = [int(text[i:i + 2], 16) for i in range(1, len(text), 2)]
    return tuple(values[:3]), values[3] if len(values) == 4 else 255


def _image(canvas, element, assets, scale):
    name = next(n for n in assets if n.startswith(element["asset"]))
    picture = Image.open(io.BytesIO(assets[name])).convert("RGBA")
    x, y, width, height = (v * scale / 10 for v in element["frame"])
    picture = picture.resize((max(1, round(width)), max(1, round(height))), Image.Resampling.LANCZOS)
    faded = picture.getchannel("A").point(lambda a: a * element["opacity"] // 1000)
    picture.putalpha(faded)
    # Premultiplied while turning, or the transparent surroundings would shine through at the edges.
    turned = picture.convert("RGBa").rotate(-element["rotation"] / 10, Image.Resampling.BICUBIC, expand=True)
    turned = turned.convert("RGBA")
    canvas.paste(turned, (round(x + width / 2 - turned.width / 2), round(y + height / 2 - turned.height / 2)), turned)
