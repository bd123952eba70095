"""The notebook "Field notes": a walk, its birds and leaves, the height of an oak, and a map."""

import math

from curves import length, spline, wobbled
from drawings import Sketch, arrow, box, check_box, highlight, swash, underline
from handwriting import Hand
from package import Notebook
from palette import BLUE, BROWN, GREEN, HIGHLIGHTER, INK, PENCIL, RED, SHADING, TITLE, note
from sheet import Sheet
from sketches import acorn, beech_leaf, church, compass, dashes, feather, fir, ginkgo_leaf, hills, house, oak_leaf, robin, round_tree, swift

NAME = "field-notes"


def notebook():
    pages = [_walk, _birds, _leaves, _oak, _map]
    return Notebook(NAME, "Field notes", "2026-05-17T07:10:00Z", [page(f"{NAME}/page-{i}") for i, page in enumerate(pages, 1)])


def title(sheet, text, x, y, size=30, pen=TITLE):
    words = Hand(sheet, pen.sized(0.5 + size * 0.055), size).line(text, x, y)
    swash(sheet, words[0].left, words[-1].right - 10, y + size * 0.5, RED.sized(1.7))
    return words


def writing(sheet, size=14, pen=INK):
    return Hand(sheet, note(pen, size), size)


def find_words(words, *texts):
    """The run of words that reads `texts`."""
    plain = [w.text for w in words]
    for i in range(len(plain)):
        if plain[i:i + len(texts)] == list(texts):
            return words[i:i + len(texts)]
    raise ValueError(f"not written: {texts}")


def _walk(name):
    sheet = Sheet(name, 820, 1180, "2026-05-17T07:10:00Z")
    title(sheet, "Field notes", 76, 122, 38)
    Hand(sheet, note(BROWN, 13), 13).line("Sunday, 17 May", 596, 84)
    writing(sheet, 13, BROWN).line("sunny, 9°", 626, 122)
    words = writing(sheet).lines("""
        We left the house at half past six, when the meadow
        was still grey with dew. By the old mill the path
        turns down to the river, and for a while there is
        only the sound of water.""", 78, 216, 45)
    highlight(sheet, find_words(words, "half", "past", "six,"))
    highlight(sheet, find_words(words, "sound", "of", "water."))
    hills(sheet, 78, 398, 664)
    words = writing(sheet).lines("""
        From the top you can see both valleys. A buzzard went
        round three times without moving a wing.""", 78, 866, 45)
    underline(sheet, find_words(words, "both", "valleys."), RED.sized(1.2))
    writing(sheet, 14, RED).line("To look up at home:", 78, 976)
    for i, (text, done) in enumerate((("the yellow flower by the gate (five petals)", True),
                                      ("who sings three notes up and one down?", False),
                                      ("how high is the old oak?  → page 4", True))):
        y = 1022 + i * 42
        check_box(sheet, 82, y + 1, 15, INK.sized(1.0), done)
        writing(sheet).line(text, 116, y)
    return sheet


def _birds(name):
    sheet = Sheet(name, 820, 1180, "2026-05-17T09:32:00Z")
    title(sheet, "Birds by the river", 76, 116, 30)
    robin(sheet, 226, 196, 1.2)
    _labels(sheet, (("bill, thin", (92, 262), [(178, 268), (206, 280), (234, 300)]),
                    ("orange up", (76, 388), []), ("to the eye", (76, 422), [(186, 402), (218, 394), (260, 364)]),
                    ("brown back", (508, 232), [(500, 236), (460, 250), (432, 288)]),
                    ("short tail,", (632, 368), []), ("always moving", (616, 402), [(654, 414), (648, 434), (620, 450)])))
    words = writing(sheet).lines("""
        It let me come as near as four steps, sang, looked at
        me from the side and went on singing.""", 78, 612, 45)
    highlight(sheet, find_words(words, "four", "steps,"))
    _tally(sheet, 82, 726)
    swift(sheet, 612, 752, 1.05, -14)
    swift(sheet, 704, 838, 0.6, 16)
    swift(sheet, 520, 846, 0.5, -30)
    words = writing(sheet, 13, BLUE).line("swifts, very high", 534, 908)
    feather(sheet, 438, 1046, 1.25, -12)
    writing(sheet, 13, BROWN).line("found on the bank: wood pigeon?", 414, 1112)
    return sheet


def _labels(sheet, labels):
    hand = writing(sheet, 12.5, RED)
    for text, at, line in labels:
        hand.line(text, *at)
        if line:
            arrow(sheet, line, RED.sized(0.9), head=8)


def _tally(sheet, x, y):
    words = writing(sheet, 15).line("Counted until ten", x, y)
    underline(sheet, words, INK.sized(1.1))
    for i, (bird, count) in enumerate((("robin", 4), ("wren", 3), ("heron", 1), ("blackbird", 8), ("swift", 16), ("dipper", 2))):
        row = y + 56 + i * 46
        writing(sheet).line(bird, x, row)
        _strokes_of_five(sheet, x + 128, row, count)
        writing(sheet, 14, RED).line(str(count), x + 296, row)
        sheet.curve([(x - 4, row + 15), (x + 160, row + 14), (x + 330, row + 15.5)], SHADING, wobble=0.6)


def _strokes_of_five(sheet, x, y, count):
    rng = sheet.rng
    for i in range(count):
        group, place = divmod(i, 5)
        left = x + group * 46
        if place < 4:
            lean = rng.gauss(3, 1)
            px = left + place * 8 + rng.gauss(0, 0.6)
            sheet.curve([(px + lean, y - 22 + rng.gauss(0, 1)), (px + lean * 0.4, y - 10), (px, y + rng.gauss(0, 1))], INK.sized(1.1))
        else:
            sheet.curve([(left - 5, y - 4), (left + 14, y - 11), (left + 35, y - 19)], INK.sized(1.1))


def _leaves(name):
    sheet = Sheet(name, 820, 1180, "2026-05-17T15:05:00Z")
    title(sheet, "Leaves", 76, 116, 32)
    words = writing(sheet).line("three from the ground, and how to tell them apart", 78, 190)
    highlight(sheet, find_words(words, "tell", "them", "apart"), HIGHLIGHTER.colored("#8FD16A80"))
    beech_leaf(sheet, 178, 520, 1.22, -8)
    oak_leaf(sheet, 402, 520, 1.2, 5)
    ginkgo_leaf(sheet, 638, 478, 0.98, 4)
    for text, x in (("beech", 184), ("oak", 398), ("ginkgo", 634)):
        words = Hand(sheet, note(INK, 16), 16).centred(text, x, 626)
        underline(sheet, words, RED.sized(1.1), 8)
    _key(sheet)
    _parts(sheet)
    return sheet


def _key(sheet):
    """A little key: questions with two answers."""
    writing(sheet, 14, RED).line("A small key", 78, 712)
    hand, small = writing(sheet, 13), writing(sheet, 10.5, GREEN)
    for y, question, answer in ((764, "Is it a fan?", "ginkgo"), (836, "Does it have lobes?", "oak"), (908, "Is the margin wavy?", "beech")):
        end = hand.line(question, 100, y)[-1].right
        arrow(sheet, [(end + 4, y - 7), ((end + 382) / 2, y - 9), (382, y - 7)], GREEN.sized(1.1), 8)
        small.line("yes", (end + 382) / 2 - 14, y - 16)
        hand.line(answer, 392, y)
        arrow(sheet, [(146, y + 12), (147.5, y + 28), (146, y + 46)], RED.sized(1.1), 8)
        writing(sheet, 10.5, RED).line("no", 162, y + 36)
    hand.line("look again, or ask someone who knows", 100, 986)


def _parts(sheet):
    """The parts of a leaf, drawn in pencil."""
    s = Sketch(sheet, 600, 896, 1.0, 24)
    half = [(0, 0), (38, -32), (54, -84), (36, -146), (0, -188)]
    s.curve(half + [(-px, py) for px, py in reversed(half[:-1])], PENCIL.sized(0.9), corners=(4,), wobble=0.6)
    s.curve([(-4, 66), (2, 30), (0, 0), (-1, -90), (0, -182)], PENCIL.sized(1.0))
    for side in (1, -1):
        for i in range(4):
            s.curve([(0, -18 - i * 30), (side * 18, -34 - i * 30), (side * (40, 46, 42, 31)[i], -54 - i * 28.5)], PENCIL)
    s.hatch([(2, -10), (34, -34), (48, -84), (32, -144), (4, -176)], -52, 5)
    hand = writing(sheet, 13, INK)
    hand.line("tip", 742, 700)
    hand.line("vein", 500, 730)
    hand.line("margin", 692, 872)
    hand.line("stalk", 622, 980)
    pen = INK.sized(0.9)
    arrow(sheet, [(736, 702), (716, 706), (684, 722)], pen, 8)
    arrow(sheet, [(548, 734), (580, 746), (616, 768)], pen, 8)
    arrow(sheet, [(722, 850), (718, 828), (700, 808)], pen, 8)
    arrow(sheet, [(616, 972), (600, 966), (582, 952)], pen, 8)
    writing(sheet, 13, BROWN).line("pressed in the big dictionary", 78, 1076)
    writing(sheet, 13, BROWN).line("until the end of June", 78, 1114)
    acorn(sheet, 520, 1076, 0.82, 18)
    writing(sheet, 13).line("acorn, half eaten", 570, 1094)
    arrow(sheet, [(598, 1106), (572, 1122), (536, 1118)], INK.sized(0.9), 8)


def _oak(name):
    """An A4 page of mathematics: the height of the oak, and the length of the days."""
    sheet = Sheet(name, 595.3, 841.9, "2026-05-17T18:40:00Z")
    title(sheet, "How high is the oak?", 54, 84, 22)
    _triangle(sheet)
    hand = writing(sheet, 11)
    hand.line("d = 24 m", 352, 150)
    hand.line("e = 1.6 m (my eyes)", 352, 182)
    hand.line("α = 38°", 352, 214)
    hand.line("h = d · tan α + e", 352, 264)
    hand.line("= 24 · 0.781 + 1.6", 368, 298)
    words = hand.line("≈ 20.4 m", 368, 336)
    highlight(sheet, find_words(words, "20.4", "m"))
    box(sheet, 358, 310, 474, 350, RED.sized(1.2))
    writing(sheet, 10, BROWN).lines("""
        one degree more or less:
        0.7 m. Good enough.""", 352, 380, 26)
    words = writing(sheet, 14, INK).line("And how long are the days?", 54, 462)
    underline(sheet, words, RED.sized(1.2))
    writing(sheet, 11).line("L(t) = 12.2 + 4.3 · sin (2π (t − 80) / 365)", 54, 502)
    _days(sheet, 84, 742, 450, 196)
    return sheet


def _triangle(sheet):
    s = Sketch(sheet, 54, 98)
    s.wash([(30, 246), (196, 246), (196, 118)], "#FFD60038", 7, -38, corners=range(3))
    _big_oak(s)
    person = INK.sized(1.1)
    s.circle((24, 250), 5, 5.5, person)
    s.polyline([(23, 256), (22, 268), (17, 283)], person)
    s.polyline([(22, 268), (28, 283)], person)
    s.polyline([(23, 259), (31, 255), (34, 247)], person)
    s.curve([(-4, 284), (60, 282.5), (130, 284), (232, 283)], BROWN.sized(1.2))
    s.curve([(30, 247), (110, 246), (196, 247)], PENCIL)
    s.curve([(30, 247), (112, 183), (197, 116)], RED.sized(1.1))
    s.polyline([(187, 246), (187, 237), (196, 237)], PENCIL)
    s.curve([(66, 247), (64, 232), (58, 225)], RED.sized(1.0))
    hand = writing(sheet, 11, RED)
    hand.line("α", *s.place((72, 242)))
    small = writing(sheet, 10.5, INK)
    small.line("d", *s.place((108, 267)))
    small.line("e", *s.place((2, 268)))
    small.line("h", *s.place((257, 204)))
    pen = PENCIL
    for a, b in (((246, 205), (246, 118)), ((246, 176), (246, 282))):
        arrow(sheet, [s.place(a), s.place(((a[0] + b[0]) / 2 + 0.6, (a[1] + b[1]) / 2)), s.place(b)], pen, 6)


def _big_oak(s):
    crown = [(178, 212), (156, 208), (146, 188), (154, 172), (148, 152), (162, 138), (172, 122), (194, 114), (214, 122), (228, 136), (238, 154),
             (234, 172), (242, 190), (230, 206), (210, 212)]
    s.wash(crown, "#5FA35578", 6, -48)
    s.curve([(188, 283), (191, 256), (190, 232), (182, 212)], BROWN.sized(1.3))
    s.curve([(208, 283), (204, 256), (205, 232), (212, 212)], BROWN.sized(1.3))
    s.curve([(197, 232), (198, 214), (190, 196)], BROWN.sized(1.0))
    s.curve([(199, 224), (206, 208), (214, 198)], BROWN.sized(1.0))
    s.curve(crown, GREEN.sized(1.2), corners=(3, 5, 9, 11), wobble=1.0, wavelength=22)
    for x, y in ((168, 160), (190, 142), (212, 150), (174, 188), (218, 180), (196, 172)):
        s.curve([(x - 7, y + 2), (x - 3, y - 4), (x + 3, y - 3), (x + 7, y + 3)], GREEN.sized(0.8))
    s.hatch([(190, 280), (193, 250), (192, 236), (198, 236), (198, 280)], 60, 4)


def _days(sheet, left, bottom, width, height):
    """Hours of daylight over the year; the scale is 6 to 18 hours."""
    def at(day, hours):
        return (left + width * day / 365, bottom - height * (hours - 6) / 12)

    for hours in (8, 12, 16):
        a, b = at(0, hours), at(365, hours)
        sheet.curve([a, ((a[0] + b[0]) / 2, a[1] + 0.6), b], SHADING.sized(0.4), wobble=0.4)
        Hand(sheet, note(INK, 9.5), 9.5).line(f"{hours} h", left - 34, a[1] + 5)
    line = spline([at(day, 12.2 + 4.3 * math.sin(math.tau * (day - 80) / 365)) for day in range(0, 366, 15)])
    inside = [at(0, 12.2), *[at(d, 12.2 + 4.3 * math.sin(math.tau * (d - 80) / 365)) for d in range(80, 263, 14)], at(263, 12.2)][1:]
    Sketch(sheet).wash(inside, "#FFC83D60", 6, -58, corners=(0, len(inside) - 1))
    arrow(sheet, [(left, bottom + 6), (left + 1, bottom - height / 2), (left, bottom - height - 18)], INK.sized(1.1), 8)
    arrow(sheet, [(left - 6, bottom), (left + width / 2, bottom + 1), (left + width + 22, bottom)], INK.sized(1.1), 8)
    for i, month in enumerate("JFMAMJJASOND"):
        x = at(i * 30.4, 6)[0]
        sheet.curve([(x, bottom - 4), (x + 0.3, bottom), (x, bottom + 4)], INK.sized(0.8), wobble=0.1)
        Hand(sheet, note(INK, 8), 8).line(month, x + 13, bottom + 22)
    sheet.stroke(wobbled(line, sheet.rng, 0.5, 120), BLUE.sized(1.7))
    today = at(137, 12.2 + 4.3 * math.sin(math.tau * 57 / 365))
    Sketch(sheet).circle(today, 5.5, 5.5, RED.sized(1.3))
    writing(sheet, 10.5, RED).line("today: 15.8 h", today[0] - 158, today[1] - 30)
    arrow(sheet, [(today[0] - 40, today[1] - 34), (today[0] - 26, today[1] - 30), (today[0] - 8, today[1] - 8)], RED.sized(0.9), 7)
    longest = at(172, 16.5)
    writing(sheet, 10.5, BROWN).line("longest: 21 June", longest[0] + 44, longest[1] - 10)


def _map(name):
    """The round walk as a map, on a page lying on its side."""
    sheet = Sheet(name, 1180, 820, "2026-05-17T20:15:00Z")
    title(sheet, "The round walk", 76, 108, 30)
    s = Sketch(sheet)
    _water(s)
    _contours(s)
    _wood(s)
    _village(s)
    route = [(250, 602), (300, 556), (330, 496), (392, 456), (470, 452), (536, 420), (560, 350), (622, 300), (712, 268), (800, 262),
             (872, 300), (902, 372), (880, 452), (820, 512), (764, 566), (690, 610), (600, 640), (500, 656), (400, 652), (310, 634), (262, 610)]
    dashes(sheet, route, RED.sized(1.7))
    for at, degrees in (((462, 452), 0), ((838, 276), 25), ((640, 628), 166)):
        _chevron(s, at, degrees)
    _names(sheet)
    compass(sheet, 1066, 150, 56)
    writing(sheet, 13, INK).line("N", 1058, 84)
    _stops(sheet)
    _scale_bar(sheet, 888, 738, 192)
    kilometres = length(spline(route, step=1)) / 192
    writing(sheet, 13, BROWN).line(f"{kilometres:.1f} km, three hours with breakfast", 80, 762)
    return sheet


def _water(s):
    upper = [(70, 352), (150, 372), (230, 420), (300, 430), (360, 396), (430, 386), (500, 420), (520, 480), (580, 520), (660, 516)]
    lower = [(70, 378), (146, 398), (222, 446), (300, 456), (366, 424), (428, 414), (480, 440), (496, 492), (566, 546), (662, 544)]
    lake = [(656, 508), (700, 480), (760, 474), (790, 498), (776, 532), (730, 558), (680, 566), (650, 546)]
    s.wash(upper + list(reversed(lower)), "#6BB5DE80", 6, 75, corners=(0, 9, 10, 19))
    s.wash(lake, "#6BB5DE80", 7, 8)
    s.curve(upper, BLUE.sized(1.4), wobble=0.8)
    s.curve(lower, BLUE.sized(1.4), wobble=0.8)
    s.curve([(660, 516), *lake[1:7], (662, 544)], BLUE.sized(1.4), wobble=0.6)
    for x, y in ((700, 516), (734, 500), (722, 538), (752, 520), (688, 540)):
        s.curve([(x - 11, y), (x - 4, y - 3), (x + 4, y + 2), (x + 11, y - 1)], BLUE.sized(0.9))


def _contours(s):
    centre = (742, 340)
    for i, (rx, ry) in enumerate(((108, 62), (76, 43), (46, 25), (18, 9))):
        points = []
        for k in range(25):
            a = -2 + k / 24 * math.tau * 1.01
            r = 1 + 0.08 * math.sin(3 * a + 0.5) + 0.05 * math.sin(2 * a + i * 0.4)
            points.append((centre[0] + rx * r * math.cos(a) + i * 4, centre[1] + ry * r * math.sin(a) - i * 5))
        s.curve(points, BROWN.sized(0.9), wobble=0.6)
    s.wash([(centre[0] + 104 * math.cos(a / 16 * math.tau), centre[1] + 60 * math.sin(a / 16 * math.tau)) for a in range(16)], "#C9A46A48", 9, -30)
    s.polyline([(757, 332), (757, 300)], INK.sized(1.2))
    s.polyline([(757, 301), (776, 307), (757, 314)], RED.sized(1.3))


def _wood(s):
    s.wash([(196, 250), (240, 196), (330, 176), (430, 190), (486, 236), (476, 300), (420, 340), (330, 352), (240, 330)], "#8CBF6A58", 9, -25)
    for row, (y, xs) in enumerate(((226, (262, 322, 382)), (268, (236, 294, 356, 418, 458)), (310, (256, 316, 378, 434)), (346, (298, 350)))):
        for i, x in enumerate(xs):
            if (row + i) % 3 == 1:
                round_tree(s, x, y, 0.52)
            else:
                fir(s, x, y, 0.85)


def _village(s):
    church(s, 214, 590, 0.95)
    house(s, 150, 634, 0.85)
    house(s, 214, 660, 0.9, "#D9884380")
    house(s, 118, 578, 0.75, "#D9884380")
    house(s, 452, 372, 0.8, "#8D6E6380")
    s.circle((440, 386), 11, 11, INK.sized(1.0))
    for i in range(4):
        a = i * math.pi / 4
        s.curve([(440 - 11 * math.cos(a), 386 - 11 * math.sin(a)), (440, 386), (440 + 11 * math.cos(a), 386 + 11 * math.sin(a))], INK.sized(0.7), wobble=0.1)


def _chevron(s, at, degrees):
    turned = Sketch(s.sheet, at[0], at[1], 1, degrees)
    turned.polyline([(-8, -10), (6, 0), (-8, 10)], RED.sized(1.8), wobble=0.2)


def _names(sheet):
    hand = writing(sheet, 13)
    hand.line("start", 268, 704)
    hand.line("mill", 492, 364)
    hand.line("buzzard hill, 412 m", 652, 436)
    writing(sheet, 13, GREEN).line("Long Wood", 486, 212)
    writing(sheet, 13, BLUE).line("river", 98, 340)
    round_tree(Sketch(sheet), 944, 420, 0.9)
    highlight(sheet, writing(sheet, 13, RED).line("the old oak", 984, 404))


def _stops(sheet):
    """Numbers along the way and what was there."""
    for number, at in enumerate(((548, 474), (700, 244), (872, 404), (806, 552)), 1):
        _number(sheet, number, *at)
    hand = writing(sheet, 12)
    for number, text in enumerate(("a dipper fishing", "look both ways", "breakfast", "too cold to swim"), 1):
        y = 520 + number * 42
        _number(sheet, number, 924, y - 7)
        hand.line(text, 950, y)


def _number(sheet, number, x, y):
    Sketch(sheet).wash([(x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9)], "#FFFFFFFF", 6, 0)
    Sketch(sheet).circle((x, y), 13, 13, RED.sized(1.2))
    text = str(number)
    hand = Hand(sheet, note(RED, 8.5), 8.5)
    hand.line(text, x - hand.width(text) / 2 + 0.5, y + 7)


def _scale_bar(sheet, x, y, units_a_kilometre):
    step = units_a_kilometre / 4
    for i in range(4):
        box(sheet, x + i * step, y, x + (i + 1) * step, y + 10, INK.sized(0.9), wobble=0.3)
        if i % 2 == 0:
            Sketch(sheet).hatch([(x + i * step, y), (x + i * step + step, y), (x + i * step + step, y + 10), (x + i * step, y + 10)],
                                -50, 3.4, corners=range(4), bend=0.1)
    hand = Hand(sheet, note(INK, 10), 10)
    for text, at in (("0", x - 4), ("500 m", x + step * 2 - 26), ("1 km", x + step * 4 - 14)):
        hand.line(text, at, y + 36)
