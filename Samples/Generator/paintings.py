"""The pictures on the sample pages, painted with Pillow: a lake at dusk, a butterfly, a piece of paper tape."""

import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from curves import spline
from preview import jpeg, png

#: Edges are drawn this many times larger and scaled down, which smooths them.
FINE = 3


def lake_at_dusk():
    """JPEG bytes of a painted landscape with a paper border, 960 × 720 pixels."""
    rng = random.Random("lake")
    width, height, shore = 900, 600, 400
    picture = _gradient(width, height, ((0, "#2B3A67"), (0.3, "#6C5B8E"), (0.5, "#D98C8C"), (0.64, "#F7C58B"), (1, "#F9DFA8")))
    _clouds(picture, rng)
    _sun(picture, (640, 226), 36)
    for level, swing, rough, color, mist in ((352, 150, 0.55, "#B48CA6", "#F0BFA4"), (366, 96, 0.56, "#866F9B", "#D3A3A4"),
                                             (380, 58, 0.5, "#57608B", "#9C8BA0"), (394, 26, 0.55, "#2F4A63", "#55718A")):
        _ridge(picture, rng, level, swing, rough, color, mist, shore)
    _reflection(picture, shore, rng)
    _shore_trees(picture, rng, shore)
    _reeds(picture, rng)
    picture = _grain(picture, rng)
    framed = Image.new("RGB", (width + 60, height + 120), "#F3EFE6")
    framed.paste(picture, (30, 30))
    ImageDraw.Draw(framed).rectangle((0, 0, framed.width - 1, framed.height - 1), outline="#D8D1C2", width=2)
    return jpeg(framed, 84)


def _gradient(width, height, stops):
    column = Image.new("RGB", (1, height))
    for y in range(height):
        column.putpixel((0, y), _between(stops, y / (height - 1)))
    return column.resize((width, height))


def _between(stops, part):
    for (a, first), (b, second) in zip(stops, stops[1:]):
        if part <= b:
            k = (part - a) / (b - a)
            return tuple(round(p + (q - p) * k) for p, q in zip(_rgb(first), _rgb(second)))
    return _rgb(stops[-1][1])


def _rgb(text):
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))


def _noise(size, rng, coarse):
    """Soft grey noise with spots of about `coarse` pixels."""
    small = (max(2, round(size[0] / coarse)), max(2, round(size[1] / coarse)))
    return Image.frombytes("L", small, rng.randbytes(small[0] * small[1])).resize(size, Image.Resampling.BICUBIC)


def _clouds(picture, rng):
    size = picture.size
    streaks = Image.blend(_noise(size, rng, 60).resize((size[0] * 3, size[1])).crop((0, 0, *size)), _noise((size[0], size[1]), rng, 22), 0.35)
    streaks = streaks.resize((size[0] * 3, size[1])).crop((size[0], 0, size[0] * 2, size[1])).filter(ImageFilter.GaussianBlur(4))
    fade = Image.linear_gradient("L").resize(size)
    mask = ImageChops.multiply(streaks.point(lambda v: max(0, min(255, (v - 132) * 4))), ImageOps.invert(fade))
    picture.paste(_rgb("#F6B9A0"), (0, 0), mask.point(lambda v: v * 6 // 10))


def _sun(picture, centre, radius):
    x, y = centre
    for reach, strength in ((radius * 4.5, 70), (radius * 2.2, 110), (radius, 255)):
        glow = Image.new("L", picture.size, 0)
        ImageDraw.Draw(glow).ellipse((x - reach, y - reach, x + reach, y + reach), fill=strength)
        picture.paste(_rgb("#FFF1C9"), (0, 0), glow.filter(ImageFilter.GaussianBlur(reach * 0.4 if strength < 255 else 1.2)))


def _ridge(picture, rng, level, swing, rough, color, mist, shore):
    """A mountain ridge by halving and displacing, hazier towards its foot."""
    heights = [rng.uniform(-0.5, 0.5) for _ in range(5)]
    while len(heights) < 257:
        finer = []
        for a, b in zip(heights, heights[1:]):
            finer += [a, (a + b) / 2 + rng.gauss(0, 0.28) * rough ** math.log2(len(heights) / 4)]
        heights = finer + heights[-1:]
    width = picture.width
    line = [(i * width / (len(heights) - 1), level - swing * 0.5 - swing * h) for i, h in enumerate(heights)]
    mask = Image.new("L", (width * 2, picture.height * 2), 0)
    ImageDraw.Draw(mask).polygon([(x * 2, y * 2) for x, y in line] + [(width * 2, shore * 2), (0, shore * 2)], fill=255)
    top = min(y for _, y in line)
    shade = Image.new("RGB", (1, picture.height))
    for y in range(picture.height):
        part = max(0.0, min(1.0, (y - top) / (shore - top)))
        shade.putpixel((0, y), _between(((0, color), (1, mist)), part ** 1.5))
    picture.paste(shade.resize(picture.size), (0, 0), mask.resize(picture.size, Image.Resampling.BOX))


def _reflection(picture, shore, rng):
    """The lake: what stands above it, upside down, darker, rippled more and more towards the front."""
    depth = picture.height - shore
    mirrored = ImageOps.flip(picture.crop((0, shore - depth, picture.width, shore)))
    lake = Image.blend(mirrored, Image.new("RGB", mirrored.size, _rgb("#27476B")), 0.32)
    rippled = Image.new("RGB", lake.size)
    phase = rng.uniform(0, math.tau)
    for y in range(depth):
        reach = 1 + y * 0.045
        shift = round(reach * (math.sin(y * 0.9 + phase) + 0.6 * math.sin(y * 0.31)))
        source = min(depth - 1, max(0, y + round(reach * 0.6 * math.sin(y * 0.55))))
        rippled.paste(ImageChops.offset(lake.crop((0, source, lake.width, source + 1)), shift, 0), (0, y))
    rippled = rippled.filter(ImageFilter.GaussianBlur(0.8))
    draw = ImageDraw.Draw(rippled, "RGBA")
    for _ in range(150):
        y = rng.randrange(4, depth)
        x, half = rng.gauss(640, 50 + y * 0.9), 4 + rng.random() * (8 + y * 0.16)
        draw.line((x - half, y, x + half, y), fill=(255, 236, 190, rng.randrange(30, 120)), width=1 + y // 110)
    picture.paste(rippled, (0, shore))
    ImageDraw.Draw(picture, "RGBA").line((0, shore, picture.width, shore), fill=(240, 220, 200, 120), width=2)


def _shore_trees(picture, rng, shore):
    """Firs on a dark tongue of land, with their reflection."""
    layer = Image.new("L", (picture.width * FINE, picture.height * FINE), 0)
    draw = ImageDraw.Draw(layer)
    land = spline([(-10, shore + 6), (60, shore - 14), (150, shore - 10), (240, shore - 4), (330, shore + 5)], step=4)
    draw.polygon([(x * FINE, y * FINE) for x, y in land + [(300, shore + 9), (-10, shore + 14)]], fill=255)
    for i in range(26):
        x = -4 + i * 11 + rng.gauss(0, 4)
        tall = (112 - abs(i - 7) * 5.2) * rng.uniform(0.72, 1.1)
        _fir(draw, rng, x, shore - 6, max(18, tall))
    mask = layer.resize(picture.size, Image.Resampling.BOX)
    picture.paste(_rgb("#16283A"), (0, 0), mask)
    below = ImageOps.flip(mask.crop((0, shore - 130, picture.width, shore + 6))).filter(ImageFilter.GaussianBlur(1.5))
    picture.paste(_rgb("#16283A"), (0, shore + 6), below.point(lambda v: v * 6 // 10))


def _fir(draw, rng, x, foot, tall):
    outline, floors = [], 7
    for side in (1, -1):
        edge = [(0, 1.0)]
        for i in range(1, floors + 1):
            part = i / floors
            edge += [(side * tall * 0.2 * part * rng.uniform(0.8, 1.1), 1 - part * 0.95), (side * tall * 0.1 * part, 1 - part * 0.93)]
        outline += edge if side == 1 else list(reversed(edge))
    draw.polygon([((x + px) * FINE, (foot - py * tall) * FINE) for px, py in outline], fill=255)
    draw.rectangle(((x - 1.5) * FINE, (foot - tall * 0.1) * FINE, (x + 1.5) * FINE, (foot + 6) * FINE), fill=255)


def _reeds(picture, rng):
    layer = Image.new("L", (picture.width * 2, picture.height * 2), 0)
    draw = ImageDraw.Draw(layer)
    for _ in range(70):
        x = picture.width - abs(rng.gauss(0, 95))
        tall, bend = rng.uniform(40, 150) * (1 - (picture.width - x) / 420), rng.gauss(-8, 14)
        blade = spline([(x, 606), (x + bend * 0.3, 606 - tall * 0.55), (x + bend, 606 - tall)], step=2)
        for i, (px, py) in enumerate(blade):
            r = 2.0 * (1 - i / len(blade)) + 0.5
            draw.ellipse((px * 2 - r, py * 2 - r, px * 2 + r, py * 2 + r), fill=255)
        if rng.random() < 0.25 and tall > 60:
            px, py = blade[-6]
            draw.rounded_rectangle((px * 2 - 5, py * 2 - 34, px * 2 + 5, py * 2), 5, fill=255)
    picture.paste(_rgb("#14202E"), (0, 0), layer.resize(picture.size, Image.Resampling.BOX))


def _grain(picture, rng):
    """The tooth of the paper: a little light and dark over everything."""
    paper = _noise(picture.size, rng, 2.2).filter(ImageFilter.GaussianBlur(0.6)).point(lambda v: 122 + v * 12 // 255)
    return ImageChops.overlay(picture, Image.merge("RGB", (paper,) * 3))


def butterfly():
    """PNG bytes of a butterfly with a transparent background, 448 × 352 pixels."""
    rng = random.Random("butterfly")
    width, height = 560, 440
    picture = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
    hind = [(0, 20), (50, 10), (120, 24), (158, 66), (150, 118), (112, 160), (70, 172), (34, 150), (10, 90)]
    fore = [(0, -6), (40, -70), (110, -140), (190, -178), (236, -168), (238, -120), (206, -50), (160, 10), (90, 30), (20, 24)]
    for wing, colors in ((hind, ("#F7A531", "#D9551E")), (fore, ("#FFC24A", "#E2661C"))):
        for side in (-1, 1):
            _wing(picture, [(side * x, y) for x, y in wing], colors, side, rng)
    _wing_marks(picture)
    _body(picture)
    return png(picture.resize((width * 4 // 5, height * 4 // 5), Image.Resampling.LANCZOS))


def _spot(x, y):
    """From the butterfly's own coordinates to pixels of the large picture."""
    return ((280 + x) * FINE, (216 + y) * FINE)


def _wing(picture, outline, colors, side, rng):
    points = [_spot(*p) for p in spline(outline + outline[:1], step=2)]
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).polygon(points, fill=255)
    inner = mask.filter(ImageFilter.GaussianBlur(9 * FINE)).point(lambda v: max(0, min(255, (v - 150) * 4)))
    glow = Image.radial_gradient("L").resize((picture.width * 3 // 2, picture.width * 3 // 2))
    x, y = _spot(0, 0)
    shade = Image.new("L", picture.size, 255)
    shade.paste(glow, (x - glow.width // 2, y - glow.height // 2))
    color = Image.composite(Image.new("RGB", picture.size, _rgb(colors[1])), Image.new("RGB", picture.size, _rgb(colors[0])), shade)
    picture.paste(_rgb("#33211A") + (255,), (0, 0), mask)
    picture.paste(color.convert("RGBA"), (0, 0), ImageChops.multiply(mask, inner))
    draw = ImageDraw.Draw(picture)
    root = (side * 6, 4)
    for i in range(2, len(outline) - 1):
        tip = outline[i]
        bend = (root[0] + (tip[0] - root[0]) * 0.55 - side * 4, root[1] + (tip[1] - root[1]) * 0.5 + rng.uniform(2, 8))
        vein = [_spot(*p) for p in spline([root, bend, tip], step=1)]
        draw.line(vein, fill=_rgb("#4A2C1C") + (255,), width=round(1.6 * FINE), joint="curve")


def _wing_marks(picture):
    draw = ImageDraw.Draw(picture)

    def disc(x, y, r, color):
        for side in (-1, 1):
            px, py = _spot(side * x, y)
            draw.ellipse((px - r * FINE, py - r * FINE, px + r * FINE, py + r * FINE), fill=_rgb(color) + (255,))

    for x, y, r in ((112, -84, 13), (74, -52, 9), (150, -40, 9)):
        disc(x, y, r, "#33211A")
    for x, y, r in ((118, 92, 19),):
        disc(x, y, r, "#33211A")
        disc(x, y, r - 5, "#3E7CB1")
        disc(x - 2, y - 3, r - 13, "#EAF6FF")
    for x, y in ((222, -150), (226, -126), (214, -98), (200, -70), (184, -42)):
        disc(x, y, 5, "#FFF6E0")
    for x, y in ((150, 78), (146, 106), (132, 130), (110, 150), (84, 161)):
        disc(x, y, 4, "#8FC1E3")


def _body(picture):
    draw = ImageDraw.Draw(picture)
    for y in range(-52, 118):
        part = (y + 52) / 170
        half = (9 if part < 0.42 else 7) * math.sin(math.pi * min(1, part * 0.9 + 0.12)) ** 0.5
        (x0, py), (x1, _) = _spot(-half, y), _spot(half, y)
        light = 40 + round(14 * math.sin(y * 0.55))
        draw.rectangle((x0, py, x1, py + FINE), fill=(light + 14, light - 4, light - 12, 255))
    x, y = _spot(0, -58)
    draw.ellipse((x - 9 * FINE, y - 9 * FINE, x + 9 * FINE, y + 9 * FINE), fill=(48, 32, 24, 255))
    for side in (-1, 1):
        feeler = [_spot(*p) for p in spline([(side * 3, -64), (side * 22, -112), (side * 58, -150)], step=1)]
        draw.line(feeler, fill=(48, 32, 24, 255), width=round(1.8 * FINE), joint="curve")
        x, y = feeler[-1]
        draw.ellipse((x - 4 * FINE, y - 4 * FINE, x + 4 * FINE, y + 4 * FINE), fill=(48, 32, 24, 255))


def tape():
    """PNG bytes of half-transparent striped paper tape with torn ends, 280 × 76 pixels."""
    rng = random.Random("tape")
    width, height = 280, 76
    strip = Image.new("RGB", (width * FINE, height * FINE), _rgb("#7CC4B8"))
    draw = ImageDraw.Draw(strip)
    for x in range(-height, width + height, 22):
        draw.polygon([(px * FINE, py * FINE) for px, py in ((x, height), (x + 9, height), (x + 9 + height, 0), (x + height, 0))], fill=_rgb("#A9DBD0"))
    mask = Image.new("L", strip.size, 0)
    left = [(rng.uniform(1, 8), y) for y in range(2, height - 1, 6)]
    right = [(width - rng.uniform(1, 8), y) for y in range(2, height - 1, 6)]
    ImageDraw.Draw(mask).polygon([(x * FINE, y * FINE) for x, y in left + list(reversed(right))], fill=205)
    strip = strip.resize((width, height), Image.Resampling.LANCZOS).convert("RGBA")
    strip.putalpha(mask.resize((width, height), Image.Resampling.LANCZOS))
    return png(strip)
