"""Drawing by hand: curves, washes and shading through a placement, and the marks people make beside their text."""

import math

from curves import distance, ellipse, hatching, spline, wobbled, zigzag
from palette import HIGHLIGHTER, RED, SHADING, wash


class Sketch:
    """Draws on a sheet in units of its own: origin, scale, turned by degrees, mirrored when `flip`."""

    def __init__(self, sheet, x=0, y=0, scale=1.0, degrees=0.0, flip=False):
        self.sheet, self.rng = sheet, sheet.rng
        self.x, self.y, self.scale, self.flip = x, y, scale, flip
        self.cos, self.sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def place(self, point):
        px, py = point[0] * self.scale * (-1 if self.flip else 1), point[1] * self.scale
        return (self.x + px * self.cos - py * self.sin, self.y + px * self.sin + py * self.cos)

    def placed(self, points):
        return [self.place(p) for p in points]

    def curve(self, points, pen, corners=(), wobble=0.35, wavelength=70, below=False):
        self.sheet.curve(self.placed(points), pen, corners, wobble, wavelength, below)

    def polyline(self, points, pen, wobble=0.4):
        """Straight pieces with corners, drawn without lifting."""
        self.curve(points, pen, corners=range(len(points)), wobble=wobble)

    def wash(self, points, color, radius=7, degrees=-35, corners=(), spacing=1.68, below=False):
        """Colours the inside of a closed outline with one stroke of a broad marker."""
        outline = spline(self.placed(points + points[:1]), corners, step=3)
        track = zigzag(outline, math.radians(degrees), radius * spacing, radius * 0.9)
        if len(track) < 2:
            return
        line = spline(track, range(len(track)), step=0.6)
        self.sheet.stroke(wobbled(line, self.rng, 0.6, 60), wash(color, radius), below)

    def hatch(self, points, degrees, spacing, pen=SHADING, corners=(), bend=1.2, ragged=3.0):
        """Shades the inside of an outline with parallel strokes, a little bent and ragged at their ends."""
        outline = spline(self.placed(points + points[:1]), corners, step=2)
        for a, b in hatching(outline, math.radians(degrees), spacing):
            span = distance(a, b)
            if span < 5:
                continue
            ux, uy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
            cut_a, cut_b = (min(span * 0.2, abs(self.rng.gauss(0.8, ragged * 0.4))) for _ in range(2))
            middle = span / 2
            bow = self.rng.gauss(bend, 0.4)
            self.sheet.curve([(a[0] + ux * cut_a, a[1] + uy * cut_a),
                              (a[0] + ux * middle - uy * bow, a[1] + uy * middle + ux * bow),
                              (b[0] - ux * cut_b, b[1] - uy * cut_b)], pen, wobble=0.15)

    def circle(self, centre, rx, ry, pen, start=-2.2, turn=math.tau * 1.05):
        self.curve(ellipse(centre, rx, ry, start, turn), pen, wobble=0.3 + 0.006 * rx * self.scale, wavelength=90)

    def dots(self, points, pen):
        for point in points:
            self.sheet.dot(self.place(point), pen)


def highlight(sheet, words, pen=HIGHLIGHTER):
    """A marker stroke over words of one line, put below the writing so that the ink stays dark."""
    left, right = words[0].left, words[-1].right
    size, rng = words[0].size, sheet.rng
    y0, y1 = (w.baseline - size * 0.52 + rng.gauss(0, 0.8) for w in (words[0], words[-1]))
    middle = ((left + right) / 2, (y0 + y1) / 2 + rng.gauss(0, 1.2))
    start, end = (left + 3, y0), (right - 9, y1)
    sheet.curve([start, middle, end], pen.sized(size * 0.8), wobble=0.5, wavelength=200, below=True)


def underline(sheet, words, pen, gap=6):
    y = words[0].baseline + gap
    left, right = words[0].left, words[-1].right
    sheet.curve([(left - 2, y + 1), ((left + right) / 2, y - 1.2), (right + 3, y + 0.6)], pen, wobble=0.5)


def swash(sheet, left, right, y, pen):
    """The double line under a title, drawn to and fro."""
    span = right - left
    sheet.curve([(left, y + 3), (left + span * 0.5, y - 2), (right, y - 4), (right + 4, y + 1), (left + span * 0.55, y + 6),
                 (left + span * 0.24, y + 10)], pen, wobble=0.6, wavelength=160)


def arrow(sheet, points, pen, head=9):
    """A bent arrow through its control points; the head stands at the last one."""
    sheet.curve(points, pen)
    tip, before = points[-1], points[-2]
    line = spline(points, step=1)
    before = line[max(0, len(line) - 12)]
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    wings = [(tip[0] - head * math.cos(angle + s), tip[1] - head * math.sin(angle + s)) for s in (0.5, -0.5)]
    sheet.curve([wings[0], tip, wings[1]], pen, corners=(1,), wobble=0.2)


def box(sheet, left, top, right, bottom, pen, wobble=0.6):
    """A frame in one stroke, overshooting a little where it closes."""
    corners = [(left - 1, top), (right, top - 1), (right + 1, bottom), (left, bottom + 1), (left + 0.5, top - 4)]
    sheet.curve(corners, pen, corners=range(5), wobble=wobble, wavelength=120)


def check_box(sheet, x, y, size, pen, checked=False, check_pen=RED):
    box(sheet, x, y - size, x + size, y, pen, wobble=0.3)
    if checked:
        sheet.curve([(x + 1, y - size * 0.5), (x + size * 0.42, y - 2), (x + size * 1.5, y - size * 1.35)],
                    check_pen.sized(1.4), corners=(1,), wobble=0.2)
