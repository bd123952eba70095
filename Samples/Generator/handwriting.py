"""Writes text: letters are joined, jittered and set on a baseline that wanders, as a hand does it."""

import math
from dataclasses import dataclass

from curves import smoothed, spline
from letters import (BOWLS, EXIT_SUFFIX, LEAVES_LOW, LETTERS, REACHED_HIGH, REACHED_LOW, arriving, leaving)

SPACE = 67
#: Gap between two letters beside their own width, in the grid of `letters.py`.
TRACKING = 13
#: The letters are drawn narrow; this hand writes them a little wider.
BREADTH = 1.1


@dataclass(frozen=True)
class Word:
    """Where a word came to stand, for marking and underlining it."""

    text: str
    left: float
    right: float
    baseline: float
    size: float


class Hand:
    """One way of writing: `size` is the x-height in points."""

    def __init__(self, sheet, pen, size, slant=0.13, neatness=1.0):
        self.sheet, self.pen, self.size, self.slant = sheet, pen, size, slant
        self.unrest = 1.0 / neatness
        self.rng = sheet.rng

    def line(self, text, x, y, slope=0.0):
        """Writes one line with its baseline at `y`, going down by `slope` points a point; returns its words."""
        rng = self.rng
        slope += rng.gauss(0, 0.0022) * self.unrest
        phase, height = rng.uniform(0, math.tau), rng.uniform(0.4, 1.0) * self.unrest

        def baseline(at):
            return y + slope * (at - x) + height * math.sin(at / 62 + phase)

        words, at = [], x
        for text_of_word in text.split(" "):
            if text_of_word:
                start = at
                at = self._word(text_of_word, at, baseline)
                words.append(Word(text_of_word, start, at, y + slope * (start - x), self.size))
                self.sheet.wait(rng.uniform(0.12, 0.3))
            at += (SPACE + rng.gauss(0, 7) * self.unrest) * self.size / 100
        self.sheet.wait(rng.uniform(0.3, 0.8))
        return words

    def lines(self, text, x, y, pitch):
        """Writes lines under each other; returns the words of all."""
        words = []
        for index, line in enumerate(text.strip().split("\n")):
            words += self.line(line.strip(), x + self.rng.gauss(0, 1.2) * self.unrest, y + index * pitch)
        return words

    def width(self, text):
        """About how wide the text will get, in points."""
        return sum(SPACE if c == " " else LETTERS[c].advance * BREADTH + TRACKING for c in text) * self.size / 100

    def centred(self, text, x, y):
        return self.line(text, x - self.width(text) / 2, y)

    def _word(self, word, x, baseline):
        """Writes a word and returns where the next thing can begin."""
        open_stroke, delayed, previous = None, [], None
        for name in word:
            letter = LETTERS[name]
            place = self._placement(x, baseline)
            join = open_stroke is not None and self._joins(previous, name)
            if join and previous in EXIT_SUFFIX:
                open_stroke[0].extend(open_stroke[2](p) for p in leaving(previous))
            for index, stroke in enumerate(letter.strokes):
                points, corners = list(stroke.points), set(stroke.corners)
                if stroke.delayed:
                    delayed.append(([place(p) for p in points], corners))
                    continue
                if index == 0 and join:
                    points, corners = arriving(name)
                    first = len(open_stroke[0])
                    open_stroke[0].extend(place(p) for p in points)
                    open_stroke[1].update(first + c for c in corners)
                    open_stroke[2] = place
                    continue
                if open_stroke is not None:
                    self._draw(open_stroke[0], open_stroke[1])
                open_stroke = [[place(p) for p in points], corners, place]
            previous = name
            x += (letter.advance * BREADTH + TRACKING + self.rng.gauss(0, 2.2) * self.unrest) * self.size / 100
        if open_stroke is not None:
            self._draw(open_stroke[0], open_stroke[1])
        for points, corners in delayed:
            self._draw(points, corners)
        return x

    def _joins(self, previous, name):
        if previous == "c" and name in "bhkl":
            return False  # Joined, "cl" reads as "d".
        if previous in LEAVES_LOW and name in REACHED_LOW:
            return self.rng.random() < (0.45 if name in BOWLS else 0.9)
        if previous in EXIT_SUFFIX and name in REACHED_HIGH:
            return self.rng.random() < 0.75
        return False

    def _placement(self, x, baseline):
        """Maps a letter's grid to the page; every letter gets its own small deviations."""
        rng, unrest = self.rng, self.unrest
        unit = self.size / 100
        tall = 1 + rng.gauss(0, 0.022) * unrest
        wide = BREADTH + rng.gauss(0, 0.03) * unrest
        lean = self.slant + rng.gauss(0, 0.016) * unrest
        lift = rng.gauss(0, 1.3) * unrest

        def place(point):
            px = point[0] * wide + rng.gauss(0, 1.1) * unrest
            py = point[1] * tall + lift + rng.gauss(0, 1.1) * unrest
            at = x + (px + py * lean) * unit
            return (at, baseline(at) - py * unit)

        return place

    def _draw(self, points, corners):
        line = spline(points, corners)
        self.sheet.stroke(smoothed(line, 0.045 * self.size / 0.25), self.pen)
