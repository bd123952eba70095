"""The notebook "Empty notebook": one page with nothing on it."""

from package import Notebook
from sheet import Sheet

NAME = "empty-notebook"


def notebook():
    return Notebook(NAME, "Empty notebook", "2026-07-01T06:00:00Z", [Sheet(f"{NAME}/page-1", 820, 1180, "2026-07-01T06:00:00Z")])
