"""The notebook "Pictures and ink": pictures with writing, arrows and circles over and around them, and a recipe."""

import paintings
from drawings import Sketch, arrow, box, check_box, highlight, underline
from field_notes import find_words, title, writing
from handwriting import Hand
from package import Notebook
from palette import BLUE, BROWN, GREEN, INK, RED, note
from sheet import Sheet, identifier
from sketches import bottle, lemon_slice, umbel

NAME = "pictures-and-ink"
LAKE, BUTTERFLY, TAPE = (identifier(f"{NAME}/asset/{kind}") for kind in ("lake", "butterfly", "tape"))


def notebook():
    assets = {f"{LAKE}.jpg": paintings.lake_at_dusk(), f"{BUTTERFLY}.png": paintings.butterfly(), f"{TAPE}.png": paintings.tape()}
    return Notebook(NAME, "Pictures and ink", "2026-06-13T19:02:00Z", [_lake(f"{NAME}/page-1"), _cordial(f"{NAME}/page-2")], assets)


def _lake(name):
    sheet = Sheet(name, 820, 1180, "2026-06-13T19:02:00Z")
    sheet.image(LAKE, 96, 178, 580, 435, degrees=-2.5)
    sheet.image(TAPE, 58, 182, 128, 35, degrees=-42, opacity=880)
    sheet.image(TAPE, 576, 158, 128, 35, degrees=36, opacity=880)
    sheet.image(BUTTERFLY, 420, 758, 300, 236, degrees=11.5)
    title(sheet, "Pictures and ink", 76, 112, 30)
    _around_the_lake(sheet)
    _around_the_butterfly(sheet)
    return sheet


def _around_the_lake(sheet):
    s = Sketch(sheet)
    white = INK.colored("#FFFFFFFF")
    s.circle((498, 328), 40, 38, white.sized(1.7))
    arrow(sheet, [(702, 262), (650, 258), (590, 276), (546, 308)], RED.sized(1.3), 10)
    hand = writing(sheet, 13, RED)
    hand.line("last sun,", 690, 298)
    hand.line("20:47", 706, 334)
    writing(sheet, 14).line("By the lake, waiting for the bats", 148, 606, slope=-0.0436)
    arrow(sheet, [(96, 674), (66, 630), (82, 570), (146, 500)], INK.sized(1.2), 10)
    words = writing(sheet, 13.5).line("here they come out, between the firs", 108, 690)
    highlight(sheet, words[-3:])


def _around_the_butterfly(sheet):
    hand = writing(sheet, 13.5)
    words = writing(sheet, 15, BROWN).line("On the way back", 78, 786)
    underline(sheet, words, RED.sized(1.2))
    words = hand.lines("""
        It sat on a thistle and
        opened its wings twice,
        as if it wanted to be
        drawn. Eight spots, two
        of them like eyes.""", 78, 834, 42)
    highlight(sheet, find_words(words, "like", "eyes."))
    Sketch(sheet).circle((626, 938), 26, 26, RED.sized(1.5))
    arrow(sheet, [(690, 1034), (684, 1000), (654, 964)], RED.sized(1.2), 9)
    writing(sheet, 13, RED).line("the blue one!", 620, 1066)
    s = Sketch(sheet)
    s.polyline([(424, 742), (424, 762)], INK.sized(1.0))
    s.polyline([(712, 742), (712, 762)], INK.sized(1.0))
    arrow(sheet, [(568, 752), (490, 751.5), (427, 752)], INK.sized(1.0), 8)
    arrow(sheet, [(567, 752), (640, 752.5), (709, 752)], INK.sized(1.0), 8)
    writing(sheet, 12.5).line("about 6 cm", 516, 736)
    writing(sheet, 13, BLUE).line("drawn at home, from memory", 78, 1100)


def _cordial(name):
    sheet = Sheet(name, 820, 1180, "2026-06-14T08:30:00Z")
    sheet.image(BUTTERFLY, 628, 56, 128, 100.5, degrees=-18, opacity=620)
    title(sheet, "Elderflower cordial", 76, 118, 30)
    hand = writing(sheet, 14)
    for i, text in enumerate(("20 heads of elderflower", "1.5 l of water", "1 kg of sugar", "2 lemons", "40 g of citric acid")):
        y = 214 + i * 46
        check_box(sheet, 84, y + 1, 15, INK, i in (0, 1, 3))
        hand.line(text, 120, y)
    umbel(sheet, 600, 330, 1.25, 8)
    lemon_slice(sheet, 440, 378, 46)
    _steps(sheet)
    s = bottle(sheet, 664, 1010, 1.12)
    small = Hand(sheet, note(GREEN, 12), 12)
    small.centred("elder", *s.place((2, -98)))
    small.centred("2026", *s.place((2, -72)))
    s = bottle(sheet, 552, 1002, 0.8)
    Hand(sheet, note(GREEN, 9), 9).centred("no. 2", *s.place((0, -86)))
    sheet.curve([(470, 1012), (600, 1008), (760, 1013)], BROWN.sized(1.3), wobble=0.8)
    writing(sheet, 13, BROWN).line("six bottles, if nobody tastes", 446, 1074)
    return sheet


def _steps(sheet):
    words = writing(sheet, 15, BROWN).line("How to", 78, 506)
    underline(sheet, words, RED.sized(1.2))
    texts = ("Boil the water with the sugar\nand let it cool.", "Put in flowers, lemon slices\nand acid. Cover with a cloth.",
             "Wait three days, stir in\nthe evening.", "Strain, heat once more,\nfill into hot bottles.")
    y, hand = 560, writing(sheet, 13.5)
    for number, text in enumerate(texts, 1):
        Hand(sheet, note(RED, 18), 18).line(str(number), 82, y + 4)
        words = hand.lines(text, 122, y, 40)
        if number == 3:
            highlight(sheet, find_words(words, "three", "days,"))
        y += 40 * (text.count("\n") + 1) + 22
    writing(sheet, 13.5, RED).lines("Don't wash the flowers:\nthe pollen is the taste!", 92, y + 34, 38)
    box(sheet, 74, y, 74 + 306, y + 92, RED.sized(1.4))
