"""Plane curves: splines through control points, smoothing, hand tremor, and fills made of lines.

Everything works on lists of (x, y) tuples. The curves that leave this module are dense (a fraction of a point from
sample to sample), because the pen model needs the curvature; the pen decides later which samples stay.
"""

import math


def distance(a, b):
    return math.hypot(b[0] - a[0], b[1] - a[1])


def length(points):
    return sum(distance(a, b) for a, b in zip(points, points[1:]))


def spline(points, corners=(), step=0.25):
    """A dense curve through `points`; at the indices in `corners` the direction may jump."""
    if len(points) < 2:
        return list(points)
    dense = [points[0]]
    start = 0
    for end in range(1, len(points)):
        if end in corners or end == len(points) - 1:
            dense.extend(_smooth_run(points[start:end + 1], step)[1:])
            start = end
    return resample(dense, step)


def _smooth_run(points, step):
    """Centripetal Catmull-Rom: it never makes cusps or loops of its own where control points stand close together."""
    if len(points) == 2:
        return list(points)
    first = _mirrored(points[0], points[1], points[2])
    last = _mirrored(points[-1], points[-2], points[-3])
    padded = [first, *points, last]
    dense = [points[0]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:]):
        count = max(4, int(distance(p1, p2) / step) + 1)
        dense.extend(_catmull_rom(p0, p1, p2, p3, i / count) for i in range(1, count + 1))
    return dense


def _mirrored(end, near, far):
    """A point before the end that lets the curve leave with the turn it will go on with."""
    return (end[0] * 2.5 - near[0] * 2 + far[0] * 0.5, end[1] * 2.5 - near[1] * 2 + far[1] * 0.5)


def _catmull_rom(p0, p1, p2, p3, u):
    t0 = 0.0
    t1 = t0 + max(1e-6, math.sqrt(distance(p0, p1)))
    t2 = t1 + max(1e-6, math.sqrt(distance(p1, p2)))
    t3 = t2 + max(1e-6, math.sqrt(distance(p2, p3)))
    t = t1 + (t2 - t1) * u

    def between(a, b, ta, tb):
        k = (t - ta) / (tb - ta)
        return (a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k)

    a1, a2, a3 = between(p0, p1, t0, t1), between(p1, p2, t1, t2), between(p2, p3, t2, t3)
    b1, b2 = between(a1, a2, t0, t2), between(a2, a3, t1, t3)
    return between(b1, b2, t1, t2)


def resample(points, step):
    """The same line with samples `step` apart, both ends kept."""
    total = length(points)
    if total == 0:
        return [points[0]]
    count = max(1, round(total / step))
    spacing = total / count
    result, travelled, target = [points[0]], 0.0, spacing
    for a, b in zip(points, points[1:]):
        piece = distance(a, b)
        while piece > 0 and travelled + piece >= target and len(result) < count:
            k = (target - travelled) / piece
            result.append((a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k))
            target += spacing
        travelled += piece
    result.append(points[-1])
    return result


def smoothed(points, sigma):
    """Gaussian smoothing along the index with both ends held: a moving hand rounds every corner a little."""
    reach = int(sigma * 3)
    if reach < 1 or len(points) < 3:
        return points
    weights = [math.exp(-0.5 * (k / sigma) ** 2) for k in range(-reach, reach + 1)]
    total = sum(weights)
    last = len(points) - 1

    def at(i):
        if i < 0:
            mirror = points[min(last, -i)]
            return (2 * points[0][0] - mirror[0], 2 * points[0][1] - mirror[1])
        if i > last:
            mirror = points[max(0, 2 * last - i)]
            return (2 * points[last][0] - mirror[0], 2 * points[last][1] - mirror[1])
        return points[i]

    result = []
    for i in range(len(points)):
        window = [at(i + k) for k in range(-reach, reach + 1)]
        result.append((sum(w * p[0] for w, p in zip(weights, window)) / total,
                       sum(w * p[1] for w, p in zip(weights, window)) / total))
    return result


def wobbled(points, rng, amplitude, wavelength):
    """The same line drawn by a hand: two slow waves of random phase move it aside and along."""
    phases = [rng.uniform(0, math.tau) for _ in range(4)]
    travelled, previous, result = 0.0, points[0], []
    for point in points:
        travelled += distance(previous, point)
        previous = point
        slow, quick = math.tau * travelled / wavelength, math.tau * travelled / (wavelength * 0.37)
        result.append((point[0] + amplitude * (math.sin(slow + phases[0]) + 0.35 * math.sin(quick + phases[1])),
                       point[1] + amplitude * (math.sin(slow * 0.9 + phases[2]) + 0.35 * math.sin(quick + phases[3]))))
    return result


def ellipse(centre, rx, ry, start=-2.2, turn=math.tau * 1.04, count=24):
    """Control points of an ellipse as a hand draws it: a little more than once around, not meeting exactly."""
    points = []
    for i in range(count + 1):
        part = i / count
        angle = start + turn * part
        swell = 1 + 0.035 * (part - 0.5)
        points.append((centre[0] + rx * swell * math.cos(angle), centre[1] + ry * swell * math.sin(angle)))
    return points


def hatching(outline, angle, spacing):
    """Parallel segments inside a closed outline, in the order a hand would draw them."""
    cos, sin = math.cos(angle), math.sin(angle)
    turned = [(x * cos + y * sin, -x * sin + y * cos) for x, y in outline]
    level = min(y for _, y in turned) + spacing * 0.6
    top = max(y for _, y in turned)
    segments = []
    while level < top:
        crossings = sorted(_crossings(turned, level))
        for left, right in zip(crossings[::2], crossings[1::2]):
            segments.append(tuple((x * cos - level * sin, x * sin + level * cos) for x in (left, right)))
        level += spacing
    return segments


def _crossings(outline, level):
    for (x0, y0), (x1, y1) in zip(outline, outline[1:] + outline[:1]):
        if (y0 <= level) != (y1 <= level):
            yield x0 + (x1 - x0) * (level - y0) / (y1 - y0)


def zigzag(outline, angle, spacing, inset):
    """One line that goes to and fro inside an outline: how one colours an area with a marker without lifting it."""
    points = []
    for index, (a, b) in enumerate(hatching(outline, angle, spacing)):
        span = distance(a, b)
        if span <= inset * 2:
            continue
        k = inset / span
        near = (a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k)
        far = (b[0] + (a[0] - b[0]) * k, b[1] + (a[1] - b[1]) * k)
        points.extend((near, far) if index % 2 == 0 else (far, near))
    return points
