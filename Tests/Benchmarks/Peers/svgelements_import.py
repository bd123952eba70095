"""Reads all drawings of a folder with svgelements and prints the seconds that it took.

svgelements_import.py FOLDER [flat]

With `flat`, curves also become polylines within 0.025 pt, by sums of our own: those of svgelements are slower.
A file that svgelements can't read costs nothing.
"""

import io
import math
import pathlib
import sys
import time

from svgelements import SVG, Arc, CubicBezier, Path, QuadraticBezier, Shape

TOLERANCE = 0.025 / 0.75


def flattened(segment):
    """The points behind the first of one segment; as many as the second derivative asks for."""
    if isinstance(segment, QuadraticBezier):
        s, c, e = segment.start, segment.control, segment.end
        one = (s.x + 2 * (c.x - s.x) / 3, s.y + 2 * (c.y - s.y) / 3)
        two = (e.x + 2 * (c.x - e.x) / 3, e.y + 2 * (c.y - e.y) / 3)
    elif isinstance(segment, CubicBezier):
        s, e = segment.start, segment.end
        one = (segment.control1.x, segment.control1.y)
        two = (segment.control2.x, segment.control2.y)
    elif isinstance(segment, Arc):
        return [point for curve in segment.as_cubic_curves() for point in flattened(curve)]
    else:
        return [(segment.end.x, segment.end.y)] if segment.end is not None else []
    ax, ay = s.x - 2 * one[0] + two[0], s.y - 2 * one[1] + two[1]
    bx, by = one[0] - 2 * two[0] + e.x, one[1] - 2 * two[1] + e.y
    bend = math.sqrt(max(ax * ax + ay * ay, bx * bx + by * by))
    count = max(1, math.ceil(math.sqrt(0.75 * bend / TOLERANCE)))
    points = []
    for number in range(1, count + 1):
        t = number / count
        r = 1 - t
        a, b, c, d = r * r * r, 3 * r * r * t, 3 * r * t * t, t * t * t
        points.append((a * s.x + b * one[0] + c * two[0] + d * e.x, a * s.y + b * one[1] + c * two[1] + d * e.y))
    return points


def read(text, is_flat):
    drawing = SVG.parse(io.BytesIO(text), reify=True)
    shapes = [element for element in drawing.elements() if isinstance(element, Shape)]
    if not is_flat:
        return shapes
    # What lies in a list of segments is reified already.
    return [flattened(segment) for shape in shapes for segment in Path(shape)]


def main():
    texts = [file.read_bytes() for file in sorted(pathlib.Path(sys.argv[1]).glob("*.svg"))]
    is_flat = "flat" in sys.argv[2:]
    seconds = 0.0
    for text in texts:
        start = time.perf_counter()
        try:
            read(text, is_flat)
        except Exception:
            continue
        seconds += time.perf_counter() - start
    print(seconds)


main()
