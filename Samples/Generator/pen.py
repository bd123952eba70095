"""How a pen moves: from a drawn line to samples with time, pressure and radius.

The model follows what is known about handwriting: the hand slows down in curves (speed grows with about the cube root of
the radius of curvature), it needs time to get going and to stop, it presses harder downwards, and the pressure rises when
the pen touches the glass and falls before it leaves.
"""

import bisect
import math
from dataclasses import dataclass, replace

from curves import distance, resample

#: Distance in points between the positions the motion is computed at.
FINE_STEP = 0.25
#: Limits in points for leaving out samples.
SHORTEST_STEP, LONGEST_STEP, TOLERANCE = 0.55, 2.0, 0.035


@dataclass(frozen=True)
class Pen:
    """A tool, its colour, its radius in points and how fast it is moved, in points a second."""

    tool: str
    color: str
    radius: float
    speed: float = 420
    #: How often the tablet looks at the pen: 240 times a second, or half as often for broad and even tools.
    rate: int = 240
    #: False for tools whose width doesn't follow the pressure: the whole stroke then has one radius.
    varies: bool = True
    #: False for strokes without a pressure column, as a finger or a passive pen draws them.
    senses_pressure: bool = True

    def sized(self, radius):
        return replace(self, radius=radius)

    def colored(self, color):
        return replace(self, color=color)


@dataclass(frozen=True)
class Samples:
    """The columns of a stroke on the format's grid: 0.1 pt, thousandths, milliseconds."""

    x: list
    y: list
    radius: object
    pressure: object
    time: list


def grid(value):
    """To the nearest integer, halves away from zero, as the format asks."""
    return int(math.floor(abs(value) + 0.5)) * (1 if value >= 0 else -1)


def trace(line, pen, rng):
    """Moves `pen` along a dense line and returns what the tablet records."""
    if len(line) < 2:
        return _dot(line[0], pen, rng)
    fine = resample(line, FINE_STEP)
    speeds = _speeds(fine, pen.speed)
    times = _times(fine, speeds)
    moments = _moments(times[-1], pen.rate)
    places = [_place(times, moment) for moment in moments]
    points = [_at(fine, place) for place in places]
    pressures = _pressures(fine, speeds, places, moments, pen, rng)
    keep = _kept(points)
    radius = grid(pen.radius * 10)
    if pen.varies:
        radius = [grid(10 * pen.radius * _width_factor(pressures[i], speeds[int(places[i])] / pen.speed)) for i in keep]
    return Samples([grid(points[i][0] * 10) for i in keep], [grid(points[i][1] * 10) for i in keep], radius,
                   [grid(pressures[i] * 1000) for i in keep] if pen.senses_pressure else None,
                   [grid(moments[i] * 1000) for i in keep])


def _dot(point, pen, rng):
    pressure = rng.uniform(0.4, 0.6)
    radius = grid(pen.radius * 12) if not pen.varies else [grid(pen.radius * 12)]
    return Samples([grid(point[0] * 10)], [grid(point[1] * 10)], radius,
                   [grid(pressure * 1000)] if pen.senses_pressure else None, [0])


def _speeds(fine, base):
    """Speed at every position: limited by the curve, then by what the hand can accelerate and brake."""
    reach, last = 4, len(fine) - 1
    speeds = []
    for i in range(len(fine)):
        before, here, after = fine[max(0, i - reach)], fine[i], fine[min(last, i + reach)]
        speeds.append(base * min(1.3, max(0.22, (_bend_radius(before, here, after) / 9) ** (1 / 3))))
    acceleration = base * 32
    speeds[0] = min(speeds[0], base * 0.4)
    speeds[last] = min(speeds[last], base * 0.45)
    for order in (range(1, last + 1), range(last - 1, -1, -1)):
        for i in order:
            neighbour = i - order.step
            reachable = math.sqrt(speeds[neighbour] ** 2 + 2 * acceleration * distance(fine[neighbour], fine[i]))
            speeds[i] = min(speeds[i], reachable)
    return speeds


def _bend_radius(a, b, c):
    """Radius of the circle through three points."""
    cross = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
    if cross < 1e-9:
        straight_on = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) >= 0
        return 1e6 if straight_on else 0.01
    return distance(a, b) * distance(b, c) * distance(a, c) / (2 * cross)


def _times(fine, speeds):
    times = [0.0]
    for i in range(1, len(fine)):
        times.append(times[-1] + distance(fine[i - 1], fine[i]) * 2 / (speeds[i - 1] + speeds[i]))
    return times


def _moments(duration, rate):
    count = int(duration * rate)
    moments = [i / rate for i in range(count + 1)]
    if duration - moments[-1] > 0.0015:
        moments.append(duration)
    return moments


def _place(times, moment):
    """Position along the line, as an index with a fraction."""
    i = min(max(0, bisect.bisect_right(times, moment) - 1), len(times) - 2)
    span = times[i + 1] - times[i]
    return i + (min(1.0, (moment - times[i]) / span) if span > 0 else 0.0)


def _at(fine, place):
    i = min(int(place), len(fine) - 2)
    k = place - i
    return (fine[i][0] + (fine[i + 1][0] - fine[i][0]) * k, fine[i][1] + (fine[i + 1][1] - fine[i][1]) * k)


def _pressures(fine, speeds, places, moments, pen, rng):
    """Pressure at every moment, between 0 and 1, following its aim with a delay as a hand does."""
    duration = max(moments[-1], 0.02)
    phase, drift = rng.uniform(0, math.tau), rng.gauss(0, 0.03)
    attack, release = min(0.035, duration * 0.4), min(0.05, duration * 0.45)
    pressure, result = 0.22, []
    for place, moment in zip(places, moments):
        i = min(int(place), len(fine) - 2)
        step = max(1e-9, distance(fine[i], fine[i + 1]))
        downward = (fine[i + 1][1] - fine[i][1]) / step
        aim = 0.5 + drift + 0.13 * downward - 0.12 * (speeds[i] / pen.speed - 0.8)
        aim += 0.03 * math.sin(math.tau * moment / 0.31 + phase)
        aim *= min(1.0, 0.45 + 0.55 * moment / attack) * min(1.0, 0.35 + 0.65 * (duration - moment) / release)
        pressure += (aim - pressure) * 0.38
        result.append(min(1.0, max(0.02, pressure + rng.gauss(0, 0.004))))
    return result


def _width_factor(pressure, speed):
    """Drawn width against the nominal one: more with pressure, a little less with speed."""
    return max(0.45, 0.5 + 1.08 * pressure - 0.08 * (speed - 0.8))


def _kept(points):
    """Indices of the samples worth keeping, about 1 to 2 points apart and closer in curves.

    A tablet reports more where the hand is slow; what doesn't change the line is left out, never more than `LONGEST_STEP`.
    """
    kept, last = [0], len(points) - 1
    for i in range(1, last):
        start, following = points[kept[-1]], points[i + 1]
        skipped = points[kept[-1] + 1:i + 1]
        if distance(start, points[i]) < SHORTEST_STEP:
            continue
        if distance(start, following) > LONGEST_STEP or any(_off(p, start, following) > TOLERANCE for p in skipped):
            kept.append(i)
    if len(kept) > 1 and distance(points[kept[-1]], points[last]) < SHORTEST_STEP:
        kept.pop()
    return kept + [last] if last > 0 else kept


def _off(point, a, b):
    """Distance of a point from the line through a and b."""
    span = distance(a, b)
    if span < 1e-9:
        return distance(point, a)
    return abs((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / span
