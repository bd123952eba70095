"""The pens, pencils and markers of the samples, and their colours."""

from pen import Pen

INK = Pen("pen", "#1F2A44FF", 1.0)
TITLE = Pen("pen", "#1F2A44FF", 2.3, speed=430)
RED = Pen("pen", "#C0392BFF", 1.0)
GREEN = Pen("pen", "#2E6B3FFF", 1.0)
BROWN = Pen("pen", "#7A4E2BFF", 1.0)
BLUE = Pen("pen", "#2C6DA3FF", 1.0)

#: Pencils keep one width; their grey lets what is under them show through.
PENCIL = Pen("pencil", "#4A4A4AE0", 0.7, speed=210, rate=120, varies=False)
SHADING = Pen("pencil", "#4A4A4A8C", 0.6, speed=220, rate=120, varies=False)

#: A marker has one broad width and is half transparent.
HIGHLIGHTER = Pen("marker", "#FFD60080", 10, speed=190, rate=120, varies=False)


def wash(color, radius=7):
    """A marker for colouring areas; drawn with a finger, as it has no pressure."""
    return Pen("marker", color, radius, speed=230, rate=120, varies=False, senses_pressure=False)


def note(pen, size):
    """The pen for writing of an x-height: small writing needs a finer line."""
    return pen.sized(round(0.45 + 0.042 * size, 2))
