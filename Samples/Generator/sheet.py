"""A page while it is being written: elements in drawing order and a clock that runs on with every stroke."""

import random
import uuid
from datetime import datetime, timedelta, timezone

from curves import spline, wobbled
from pen import trace

#: All ids of the samples are derived from this one and a name, so that every run gives the same.
NAMESPACE = uuid.UUID("6C6E6F74-6500-5A11-8000-73616D706C65")


def identifier(name):
    return str(uuid.uuid5(NAMESPACE, name)).upper()


def timestamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def moment(text):
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)


class Sheet:
    """One page; `name` gives its id, its elements' ids and the seed of everything random on it."""

    def __init__(self, name, width, height, created):
        self.name = name
        self.id = identifier(name)
        self.width, self.height = width, height
        self.created = moment(created)
        self.clock = self.created
        self.elements = []
        self.rng = random.Random(name)
        self._next = 0

    @property
    def modified(self):
        return self.clock

    def wait(self, seconds):
        self.clock += timedelta(milliseconds=round(seconds * 1000))

    def stroke(self, line, pen, below=False):
        """Draws a dense line. `below` puts it under everything else, as markers are put under the writing."""
        self.wait(self.rng.uniform(0.09, 0.22))
        samples = trace(line, pen, self.rng)
        element = {"type": "stroke", "id": self._new_id("stroke"), "tool": pen.tool, "color": pen.color,
                   "startedAt": timestamp(self.clock), "samples": samples}
        self.elements.insert(0 if below else len(self.elements), element)
        self.wait(samples.time[-1] / 1000)

    def curve(self, points, pen, corners=(), wobble=0.35, wavelength=70, below=False):
        """Draws a spline through control points with the tremor of a hand."""
        line = spline(points, corners)
        self.stroke(wobbled(line, self.rng, wobble, wavelength), pen, below)

    def dot(self, point, pen):
        self.stroke([point], pen)

    def image(self, asset, x, y, width, height, degrees=0.0, opacity=1000):
        """Places an asset; the frame is in points before it is turned."""
        self.wait(4.5)
        frame = [round(v * 10) for v in (x, y, width, height)]
        self.elements.append({"type": "image", "id": self._new_id("image"), "asset": asset, "frame": frame,
                              "rotation": round(degrees * 10), "opacity": opacity})

    def _new_id(self, kind):
        self._next += 1
        return identifier(f"{self.name}/{kind}/{self._next}")
