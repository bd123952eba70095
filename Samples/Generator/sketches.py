"""The figures of the sample pages: hills, birds, leaves, parts of a map, and what stands in a kitchen."""

import math

from curves import spline, wobbled
from drawings import Sketch
from palette import BLUE, BROWN, GREEN, INK, PENCIL, RED, SHADING

# Landscape ------------------------------------------------------------------------------------------------------------

def hills(sheet, left, top, width):
    """Hills one behind the other with a sun, a river, trees and birds. Two units high for three wide, about."""
    s = Sketch(sheet, left, top, width / 660)
    far = [(0, 170), (60, 138), (130, 112), (200, 134), (262, 168), (330, 130), (410, 92), (490, 118), (560, 158), (660, 128)]
    middle = [(0, 236), (90, 206), (180, 198), (280, 230), (360, 246), (450, 214), (540, 196), (610, 206), (660, 222)]
    near_left = [(0, 276), (80, 262), (170, 272), (250, 304), (318, 352)]
    near_right = [(352, 352), (430, 300), (520, 272), (600, 266), (660, 278)]
    _sky(s)
    s.wash(far + [(660, 215), (540, 190), (440, 208), (360, 238), (280, 222), (180, 190), (80, 198), (0, 228)],
           "#8FB3CC70", 10, -28)
    s.wash(middle + [(660, 268), (590, 258), (510, 264), (420, 296), (352, 330), (318, 334), (240, 292), (160, 262), (70, 254),
                     (0, 266)], "#8CBF6A78", 10, -20)
    s.wash(near_left + [(250, 380), (110, 392), (0, 384)], "#5FA35570", 10, -40)
    s.wash(near_right + [(660, 386), (540, 394), (420, 384)], "#5FA35570", 10, 40)
    s.wash([(328, 345), (345, 343), (352, 350), (356, 360), (388, 378), (420, 396), (262, 398), (300, 372), (318, 358)],
           "#6BB5DE88", 5, 4)
    s.curve(far, BLUE.sized(1.1), wobble=1.0)
    s.hatch([(410, 92), (490, 118), (560, 158), (600, 152), (540, 186), (470, 198), (440, 160)], 58, 7, SHADING)
    s.hatch([(130, 112), (200, 134), (262, 168), (230, 198), (180, 188), (158, 150)], 58, 7, SHADING)
    s.curve(middle, GREEN.sized(1.2), wobble=0.9)
    s.curve(near_left, GREEN.sized(1.4), wobble=0.7)
    s.curve(near_right, GREEN.sized(1.4), wobble=0.7)
    _river(s)
    for x, y, size in ((96, 262, 1.25), (142, 266, 0.95), (560, 268, 1.35), (610, 267, 1.0), (505, 276, 0.8)):
        round_tree(s, x, y, size)
    for x, y, size in ((196, 200, 0.55), (214, 203, 0.7), (234, 211, 0.6), (428, 222, 0.6), (446, 215, 0.75), (466, 210, 0.55)):
        fir(s, x, y, size)
    _grass(s, ((30, 352), (74, 372), (150, 356), (214, 378), (470, 370), (540, 348), (600, 376), (640, 350), (108, 330), (500, 330)))
    for x, y, size in ((250, 60, 1.0), (286, 44, 0.8), (318, 66, 0.65)):
        flying_bird(s, x, y, size)


def _sky(s):
    s.wash([(540 + 40 * math.cos(a / 8 * math.tau), 58 + 40 * math.sin(a / 8 * math.tau)) for a in range(8)], "#FFC83D90", 6, 20)
    s.circle((540, 58), 35, 35, INK.colored("#E08A1EFF").sized(1.3))
    for i in range(14):
        angle = i / 14 * math.tau + 0.1
        reach = 70 if i % 2 else 60
        s.curve([(540 + r * math.cos(angle), 58 + r * math.sin(angle)) for r in (46, (46 + reach) / 2, reach)],
                INK.colored("#E08A1EFF").sized(1.2), wobble=0.4)
    cloud = [(96, 72), (84, 58), (96, 44), (114, 46), (126, 28), (150, 30), (160, 46), (180, 44), (190, 60), (178, 72)]
    s.curve(cloud, BLUE.sized(1.1), corners=(3, 6), wobble=0.6)
    s.curve([(92, 75), (136, 78), (184, 74)], BLUE.sized(1.0))


def _river(s):
    left = [(322, 334), (326, 346), (312, 360), (284, 378), (258, 398)]
    right = [(344, 332), (352, 346), (362, 360), (392, 378), (424, 397)]
    s.curve(left, BLUE.sized(1.2))
    s.curve(right, BLUE.sized(1.2))
    for x, y, w in ((318, 366, 20), (348, 372, 18), (312, 384, 26), (356, 388, 30), (332, 350, 12)):
        s.curve([(x - w / 2, y), (x - w / 5, y - 2.5), (x + w / 5, y + 1.5), (x + w / 2, y - 1)], BLUE.sized(0.8))


def round_tree(s, x, y, size):
    """A leafy tree whose foot stands at (x, y)."""
    def at(points):
        return [(x + px * size, y + py * size) for px, py in points]

    crown = [(-8, -24), (-24, -30), (-27, -46), (-17, -56), (-18, -72), (-2, -82), (14, -76), (22, -62), (29, -48), (24, -32), (8, -25)]
    s.wash(at(crown), "#4E9A4A80", max(3, 4 * size), -50)
    s.curve(at([(-3, 2), (-3, -14), (-5, -26)]), BROWN.sized(1.2))
    s.curve(at([(5, 2), (4, -14), (6, -27)]), BROWN.sized(1.1))
    s.curve(at(crown), GREEN.sized(1.2), corners=(3, 7), wobble=0.8, wavelength=24)
    s.curve(at([(2, -40), (10, -46), (16, -40)]), GREEN.sized(0.8))
    s.curve(at([(-12, -48), (-5, -56), (2, -50)]), GREEN.sized(0.8))


def fir(s, x, y, size):
    """A fir drawn in one going from the top down."""
    zig = [(x, y - 54 * size)]
    for i in range(1, 7):
        half = (2.2 + i * 2.6) * size * (1 if i % 2 else -1)
        zig.append((x + half, y - (54 - i * 8) * size))
    s.curve(zig, GREEN.sized(1.0), wobble=0.3)
    s.curve([(x, y - 6 * size), (x + 0.4, y - 2), (x, y + 2)], BROWN.sized(1.0))


def flying_bird(s, x, y, size):
    s.curve([(x - 15 * size, y - 6 * size), (x - 7 * size, y - 10 * size), (x, y), (x + 8 * size, y - 11 * size), (x + 17 * size, y - 5 * size)],
            INK.sized(1.1), corners=(2,), wobble=0.2)


def _grass(s, places):
    for x, y in places:
        s.curve([(x - 6, y - 9), (x - 3, y - 3), (x - 1, y), (x, y - 13), (x + 1, y), (x + 4, y - 5), (x + 8, y - 9)],
                GREEN.sized(0.9), corners=(2, 3, 4), wobble=0.2)


# Birds ----------------------------------------------------------------------------------------------------------------

def robin(sheet, x, y, scale):
    """A robin on a twig, looking left. About 330 units wide and 300 high."""
    s = Sketch(sheet, x, y, scale)
    back = [(38, 84), (46, 52), (76, 30), (112, 34), (140, 62), (176, 92), (214, 124), (248, 158)]
    belly = [(44, 100), (36, 132), (44, 170), (74, 204), (116, 220), (160, 214), (198, 194), (226, 172)]
    breast = [(40, 92), (62, 84), (78, 66), (92, 78), (98, 112), (94, 150), (76, 178), (54, 176), (40, 150), (36, 120)]
    s.wash(breast, "#F0803CA8", 6.5, -60)
    s.wash([(112, 44), (140, 66), (178, 96), (214, 128), (240, 160), (206, 174), (160, 168), (124, 144), (106, 104), (100, 66)],
           "#A9855C80", 6.5, 35)
    s.wash([(80, 190), (104, 168), (140, 176), (186, 186), (150, 206), (114, 212)], "#D9CFC080", 5, 10)
    s.wash([(46, 66), (56, 44), (82, 34), (108, 44), (98, 72), (88, 62), (76, 54), (58, 76)], "#A9855C80", 5, 35)
    s.curve(back, INK.sized(1.5), wobble=0.5)
    s.curve(belly, INK.sized(1.4), wobble=0.5)
    s.curve([(40, 84), (24, 86), (12, 93), (26, 96), (44, 99)], INK.sized(1.4), corners=(2,), wobble=0.2)
    s.curve([(14, 93), (26, 91.5), (38, 91)], INK.sized(0.8), wobble=0.1)
    _eye(s, (70, 66))
    _wing(s)
    _tail(s)
    s.curve([(92, 72), (100, 108), (94, 150), (78, 180)], RED.colored("#B4521EFF").sized(1.0), wobble=0.8, wavelength=16)
    for i in range(16):
        px, py = 52 + (i % 4) * 11 + (i // 4 % 2) * 5, 104 + (i // 4) * 17
        s.curve([(px, py), (px + 2, py + 4), (px + 1, py + 9)], RED.colored("#B4521EFF").sized(0.8), wobble=0.2)
    s.hatch([(98, 196), (140, 204), (190, 190), (212, 178), (170, 208), (120, 216)], -20, 5)
    _legs_and_twig(s)


def _eye(s, centre):
    x, y = centre
    s.circle(centre, 7.5, 7.5, INK.sized(1.2))
    spiral = [(x + r * math.cos(a), y + r * math.sin(a)) for r, a in ((4.6, 0), (4.6, 1.5), (4.4, 3), (3.6, 4.4), (3, 5.6), (2, 7), (1, 8.6), (0, 9))]
    s.curve(spiral, INK.sized(1.9), wobble=0)
    s.dots([(x - 2, y - 2.6)], INK.colored("#FFFFFFFF").sized(1.3))


def _wing(s):
    s.curve([(116, 98), (112, 128), (128, 154), (164, 172), (206, 178), (252, 176)], INK.sized(1.3), wobble=0.4)
    s.curve([(118, 96), (146, 98), (182, 118), (218, 146), (252, 176)], INK.sized(1.1), wobble=0.4)
    for points in ([(140, 128), (176, 142), (212, 158), (240, 170)], [(134, 142), (166, 156), (200, 166), (232, 173)],
                   [(150, 112), (186, 130), (220, 152), (246, 171)]):
        s.curve(points, INK.sized(0.8), wobble=0.4)
    for px, py in ((124, 108), (134, 118), (126, 124), (140, 106)):
        s.curve([(px, py), (px + 4, py + 6), (px + 11, py + 5)], INK.sized(0.8), wobble=0.2)
    s.hatch([(130, 150), (164, 168), (206, 174), (240, 174), (200, 164), (150, 144)], 65, 4.5)


def _tail(s):
    s.wash([(236, 158), (312, 214), (304, 226), (228, 182)], "#A9855C80", 5, 38)
    s.curve([(246, 157), (282, 182), (318, 210)], INK.sized(1.3))
    s.curve([(226, 173), (262, 200), (302, 232)], INK.sized(1.3))
    s.curve([(318, 210), (314, 218), (309, 219), (307, 227), (302, 232)], INK.sized(1.1), corners=(2,), wobble=0.2)
    s.curve([(240, 168), (274, 192), (309, 219)], INK.sized(0.8))


def _legs_and_twig(s):
    for x in (122, 150):
        s.curve([(x, 216), (x - 4, 234), (x - 6, 252)], BROWN.sized(1.5), wobble=0.2)
        for dx in (-18, -7, 8):
            s.curve([(x - 6, 251), (x - 6 + dx * 0.6, 252), (x - 6 + dx, 260)], BROWN.sized(1.3), wobble=0.2)
    s.curve([(-30, 274), (30, 262), (96, 257), (160, 260), (230, 254), (300, 262), (352, 252)], BROWN.sized(1.7), wobble=0.7)
    s.curve([(-28, 284), (34, 273), (100, 270), (170, 272), (236, 266), (300, 270), (350, 260)], BROWN.sized(1.3), wobble=0.7)
    s.curve([(232, 266), (250, 282), (272, 286), (292, 298)], BROWN.sized(1.2))
    s.hatch([(0, 272), (100, 262), (230, 260), (330, 262), (230, 267), (100, 270)], 70, 9)
    for x, y, turn in ((292, 298, 28), (18, 262, -150), (352, 254, 8)):
        small_leaf(Sketch(s.sheet, *s.place((x, y)), s.scale, turn), 34)
    small_leaf(Sketch(s.sheet, *s.place((256, 284)), s.scale, 82), 26)


def small_leaf(s, span):
    """A simple leaf from the origin to the right."""
    upper = [(0, 0), (span * 0.3, -span * 0.2), (span * 0.7, -span * 0.17), (span, 0)]
    lower = [(span, 0), (span * 0.7, span * 0.16), (span * 0.3, span * 0.19), (0, 0)]
    s.wash(upper + lower[1:-1], "#7DB85A90", 3, 20, corners=(0, 3))
    s.curve(upper + lower[1:], GREEN.sized(1.1), corners=(3,), wobble=0.2)
    s.curve([(-span * 0.1, 0.5), (span * 0.4, -1), (span * 0.85, 0)], GREEN.sized(0.8), wobble=0.2)


def swift(sheet, x, y, scale, degrees=0):
    """A swift from below, flying: a crescent with a body."""
    s = Sketch(sheet, x, y, scale, degrees)
    outline = [(0, -24), (7, -12), (34, -16), (66, 2), (92, 30), (58, 14), (30, 6), (9, 6), (6, 24), (12, 44), (0, 34), (-12, 44),
               (-6, 24), (-9, 6), (-30, 6), (-58, 14), (-92, 30), (-66, 2), (-34, -16), (-7, -12), (0, -24)]
    for side in (-1, 1):
        s.wash([(side * px, py) for px, py in ((4, -10), (34, -14), (64, 4), (84, 22), (58, 12), (30, 4), (5, 3))], "#3B445780", 3, side * 28)
    s.wash([(0, -20), (5, -8), (5, 14), (7, 34), (0, 28), (-7, 34), (-5, 14), (-5, -8)], "#3B445780", 2.5, 90)
    s.curve(outline, INK.sized(1.1), corners=(4, 9, 10, 11, 16), wobble=0.3)
    for side in (-1, 1):
        for px, py in ((26, -6), (44, 2), (60, 10)):
            s.curve([(side * px, py), (side * (px + 6), py + 4), (side * (px + 13), py + 9)], INK.sized(0.7), wobble=0.1)


def feather(sheet, x, y, scale, degrees):
    """A feather lying on the page, quill to the left."""
    s = Sketch(sheet, x, y, scale, degrees)
    s.wash([(50, -4), (90, -20), (150, -24), (206, -10), (226, 2), (196, 14), (140, 20), (84, 14)], "#7F8FA670", 6, -50)
    s.curve([(0, 6), (60, 2), (140, -2), (226, 2)], INK.sized(1.2), wobble=0.3)
    upper = [(48, 2), (62, -12), (96, -21), (118, -23), (124, -14), (130, -24), (166, -22), (206, -10), (227, 2)]
    lower = [(50, 4), (70, 13), (100, 18), (136, 20), (150, 10), (154, 19), (190, 14), (227, 2)]
    s.curve(upper, INK.sized(1.0), corners=(3, 4, 5), wobble=0.3)
    s.curve(lower, INK.sized(1.0), corners=(3, 4, 5), wobble=0.3)
    for i in range(13):
        px = 64 + i * 11.5
        up, down = (17 if i < 11 else 9), (13 if i < 11 else 8)
        s.curve([(px, 1), (px + 9, -up * 0.5), (px + 17, -up)], SHADING, wobble=0.15)
        s.curve([(px, 2), (px + 9, down * 0.55), (px + 16, down)], SHADING, wobble=0.15)


# Leaves ---------------------------------------------------------------------------------------------------------------

def beech_leaf(sheet, x, y, scale, degrees=0):
    """An oval leaf with a waved margin and straight side veins; stalk at the bottom, 200 units long."""
    s = Sketch(sheet, x, y, scale, degrees)
    half = [(0, 0), (26, -22), (52, -62), (60, -104), (46, -150), (20, -184), (0, -204)]
    outline = half + [(-px, py) for px, py in reversed(half[:-1])]
    s.wash(outline[:-1], "#86BF5B80", 8, -55, corners=(0, 6))
    for side in (1, -1):
        waved = []
        for i, (px, py) in enumerate(spline(half, step=11)):
            waved.append((side * (px + (2.2 if i % 2 else -1.6) * (0 < i)), py))
        waved[-1] = (0, -206)
        s.curve(waved, GREEN.sized(1.4), wobble=0.3)
        for i in range(6):
            base = -18 - i * 24
            reach = (0.74, 0.86, 0.92, 0.86, 0.7, 0.42)[i] * 60
            s.curve([(0, base), (side * reach * 0.5, base - 15), (side * reach, base - 36 - (3 - i) * 1.5)], GREEN.sized(0.9), wobble=0.4)
    s.curve([(4, 52), (-2, 26), (0, 0), (1, -70), (-1, -140), (0, -198)], GREEN.sized(1.5), wobble=0.4)
    s.hatch([(-2, -8), (-2, -190), (-40, -150), (-54, -104), (-46, -62), (-24, -24)], 60, 6.5)


def oak_leaf(sheet, x, y, scale, degrees=0):
    """A lobed leaf, 220 units long with its stalk below."""
    s = Sketch(sheet, x, y, scale, degrees)
    half = [(4, 0), (16, -14), (34, -22), (40, -38), (26, -52), (30, -64), (54, -72), (64, -92), (48, -108), (40, -116), (58, -128),
            (66, -150), (48, -164), (32, -168), (38, -184), (34, -204), (16, -214), (0, -216)]
    outline = half + [(-px * 0.96, py + 3) for px, py in reversed(half[:-1])]
    s.wash(outline, "#D9A44180", 6, 0 + degrees)
    s.curve(half, BROWN.sized(1.4), wobble=0.5)
    s.curve([(-px * 0.96, py + (3 if py > -210 else 0)) for px, py in half], BROWN.sized(1.4), wobble=0.5)
    s.curve([(-6, 50), (1, 24), (0, 0), (-1, -80), (1, -150), (0, -206)], BROWN.sized(1.5), wobble=0.4)
    for side in (1, -1):
        for base, tip in ((-8, (26, -32)), (-44, (48, -86)), (-92, (50, -144)), (-140, (28, -194))):
            s.curve([(0, base), (side * tip[0] * 0.5, (base + tip[1]) / 2 + 3), (side * tip[0], tip[1])], BROWN.sized(0.9), wobble=0.4)
            s.curve([(side * tip[0] * 0.55, (base + tip[1]) / 2), (side * tip[0] * 0.8, (base + tip[1]) / 2 - 1),
                     (side * tip[0] * 0.98, (base + tip[1]) / 2 + 1)], BROWN.sized(0.7), wobble=0.2)
    s.hatch([(3, -6), (26, -34), (20, -56), (46, -84), (34, -114), (50, -146), (24, -170), (20, -200), (2, -200)], -60, 7)


def ginkgo_leaf(sheet, x, y, scale, degrees=0):
    """A fan with a notch, stalk at the origin going down."""
    s = Sketch(sheet, x, y, scale, degrees)
    edge = []
    for i in range(25):
        angle = math.radians(196 + 148 * i / 24)
        radius = 128 + 3.2 * math.sin(i * 1.9) - (34 * math.exp(-((i - 12) / 1.3) ** 2))
        edge.append((radius * math.cos(angle) * 1.04, radius * math.sin(angle) * 0.98 - 6))
    s.wash([(0, -4), (-60, -24)] + edge + [(60, -24)], "#F2CF3E88", 8, 8, corners=(0,))
    s.curve([(0, 4), (-40, -12), (-84, -22)] + edge, INK.colored("#A67C00FF").sized(1.4), corners=(3,), wobble=0.4)
    s.curve([(0, 4), (42, -13), (86, -24), edge[-1]], INK.colored("#A67C00FF").sized(1.4), wobble=0.4)
    s.curve([(8, 86), (10, 50), (2, 20), (0, 2)], INK.colored("#A67C00FF").sized(1.7), wobble=0.4)
    for i in range(1, 24):
        if i in (11, 12, 13) and i != 12:
            continue
        tip = edge[i]
        reach = 0.93 - (0.12 if i % 2 else 0)
        s.curve([(tip[0] * 0.05, -4), (tip[0] * 0.45, tip[1] * 0.5), (tip[0] * reach, tip[1] * reach)],
                INK.colored("#A67C00FF").sized(0.7), wobble=0.3)


def acorn(sheet, x, y, scale, degrees=0):
    """An acorn with its cup on top, in pencil and a little colour."""
    s = Sketch(sheet, x, y, scale, degrees)
    nut = [(-27, 0), (-29, 26), (-18, 52), (-3, 66), (0, 76), (3, 66), (18, 52), (29, 26), (27, 0)]
    cup = [(-34, 2), (-33, -16), (-16, -28), (0, -31), (16, -28), (33, -16), (34, 2)]
    s.wash(nut, "#D9A44180", 5, 80, corners=(0, 4, 8))
    s.wash(cup, "#8D6E6390", 5, 0, corners=(0, 6))
    s.curve(nut, BROWN.sized(1.3), corners=(4,), wobble=0.3)
    s.curve([*cup, (16, 7), (0, 9), (-16, 7), (-34, 2)], BROWN.sized(1.3), corners=(6,), wobble=0.4)
    s.curve([(0, -30), (-2, -44), (6, -60)], BROWN.sized(1.8), wobble=0.3)
    for row, y_row in enumerate((-21, -12, -3)):
        for i in range(-3, 4):
            px = i * 9 + (4.5 if row % 2 else 0)
            if abs(px) < 29 - (2 - row) * 5:
                s.curve([(px - 4, y_row), (px, y_row + 5), (px + 4, y_row)], BROWN.sized(0.8), wobble=0.2)
    s.hatch([(8, 8), (28, 6), (27, 26), (16, 52), (4, 64), (12, 36)], 72, 4.5)


# Map ------------------------------------------------------------------------------------------------------------------

def compass(sheet, x, y, size):
    s = Sketch(sheet, x, y, size / 50)
    s.circle((0, 0), 30, 30, INK.sized(1.0))
    for i in range(4):
        a = i * math.pi / 2
        def at(r, turn):
            return (r * math.sin(a + turn), -r * math.cos(a + turn))
        s.polyline([at(7, -math.pi / 4), at(48 if i == 0 else 42, 0), at(7, math.pi / 4)], INK.sized(1.1), wobble=0.2)
        s.polyline([(0, 0), at(46 if i == 0 else 40, 0)], INK.sized(0.8), wobble=0.2)
        s.hatch([(0, 0), at(45 if i == 0 else 39, 0), at(7, math.pi / 4)], math.degrees(a) + 35, 3.2, corners=(0, 1, 2), bend=0.1)


def dashes(sheet, points, pen, dash=11, gap=8):
    """A dashed way: one stroke a dash."""
    line = spline(points, step=1)
    i = 0
    while i + dash // 2 < len(line):
        end = min(len(line), i + dash + round(sheet.rng.gauss(0, 1)))
        if end - i > 3:
            sheet.stroke(wobbled(line[i:end], sheet.rng, 0.4, 40), pen)
        i = end + gap


def house(s, x, y, size, roof="#C0392B80"):
    def at(points):
        return [(x + px * size, y + py * size) for px, py in points]

    s.wash(at([(-15, -13), (0, -27), (24, -27), (36, -13), (12, -13)]), roof, 3, 20, corners=range(5))
    s.polyline(at([(-12, -13), (-12, 8), (33, 8), (33, -13)]), INK.sized(1.1))
    s.polyline(at([(-16, -11), (0, -28), (15, -11)]), INK.sized(1.2))
    s.polyline(at([(0, -28), (25, -28), (37, -13), (14, -12.5)]), INK.sized(1.1))
    s.polyline(at([(-3, 8), (-3, -4), (4, -4), (4, 8)]), INK.sized(0.9))
    s.polyline(at([(18, -6), (25, -6), (25, 1), (18, 1), (18, -6)]), INK.sized(0.9))


def church(s, x, y, size):
    house(s, x, y, size)

    def at(points):
        return [(x + px * size, y + py * size) for px, py in points]

    s.polyline(at([(-28, 8), (-28, -34), (-20, -58), (-12, -34), (-12, -14)]), INK.sized(1.1))
    s.polyline(at([(-28, -34), (-12, -34)]), INK.sized(0.9))
    s.polyline(at([(-20, -58), (-20, -70)]), INK.sized(1.0))
    s.polyline(at([(-24, -66), (-16, -66)]), INK.sized(1.0))


# Kitchen --------------------------------------------------------------------------------------------------------------

def bottle(sheet, x, y, scale):
    """A swing-top bottle, foot in the middle at the origin, 300 units high."""
    s = Sketch(sheet, x, y, scale)
    right = [(14, -276), (14, -232), (20, -206), (42, -176), (50, -144), (50, -20), (44, -4), (0, 0)]
    fill = [(38, -170), (46, -140), (46, -18), (40, -6), (-40, -6), (-46, -18), (-46, -140), (-38, -170)]
    s.wash(fill, "#F4E08A9C", 8, 0, corners=(3, 4))
    s.curve(right, INK.sized(1.4), wobble=0.4)
    s.curve([(-px, py) for px, py in right], INK.sized(1.4), wobble=0.4)
    s.circle((0, -276), 14, 4, INK.sized(1.1))
    s.curve([(-12, -282), (-11, -298), (0, -303), (11, -298), (12, -282)], INK.sized(1.3))
    s.curve([(-15, -254), (-21, -270), (-14, -290), (0, -310), (14, -290), (21, -270), (15, -254)], PENCIL, wobble=0.2)
    s.curve([(-40, -171), (-14, -165), (14, -166), (40, -171)], INK.sized(0.9))
    s.polyline([(-38, -128), (38, -129), (38, -62), (-38, -61), (-38, -129)], INK.sized(1.0))
    s.curve([(36, -40), (38, -28), (34, -16)], INK.colored("#FFFFFFC0").sized(1.6))
    s.hatch([(30, -168), (46, -140), (46, -18), (38, -8), (34, -60), (34, -120)], 70, 6)
    return s


def umbel(sheet, x, y, scale, degrees=0):
    """An elderflower: a stalk that divides again and again, with little stars at the ends."""
    s = Sketch(sheet, x, y, scale, degrees)
    s.wash([(-116, -40), (-70, -84), (0, -100), (70, -84), (116, -40), (60, -56), (0, -66), (-60, -56)], "#FBF3B8C8", 7, 5)
    s.curve([(4, 120), (-2, 70), (0, 30)], GREEN.sized(1.5))
    tips = []
    for dx, dy in ((-88, -36), (-48, -62), (0, -72), (48, -62), (88, -36)):
        s.curve([(0, 30), (dx * 0.4, 14 + dy * 0.3), (dx * 0.75, dy * 0.7)], GREEN.sized(1.1), wobble=0.3)
        for ex, ey in ((-22, -8), (-8, -22), (10, -21), (22, -6)):
            tip = (dx * 0.92 + ex, dy + ey * 0.95)
            s.curve([(dx * 0.75, dy * 0.7), ((dx * 0.75 + tip[0]) / 2, (dy * 0.7 + tip[1]) / 2 - 2), tip], GREEN.sized(0.8), wobble=0.2)
            tips.append(tip)
    for px, py in tips:
        _floret(s, px, py, s.rng.uniform(0, 1.2))


def _floret(s, x, y, turn):
    points, corners = [], []
    for i in range(5):
        a = turn + i * math.tau / 5
        corners.append(len(points))
        points.append((x + 1.5 * math.cos(a - 0.6), y + 1.5 * math.sin(a - 0.6)))
        points += [(x + 8 * math.cos(a - 0.35), y + 8 * math.sin(a - 0.35)), (x + 8 * math.cos(a + 0.35), y + 8 * math.sin(a + 0.35))]
    points.append(points[0])
    s.curve(points, INK.sized(0.7), corners=corners, wobble=0.1)
    s.dots([(x, y)], INK.colored("#D9A400FF").sized(1.3))


def lemon_slice(sheet, x, y, radius):
    s = Sketch(sheet, x, y, radius / 50)
    s.wash([(44 * math.cos(i / 12 * math.tau), 44 * math.sin(i / 12 * math.tau)) for i in range(12)], "#FFE14D90", 6, -30)
    pen = INK.colored("#B98A00FF")
    s.circle((0, 0), 50, 50, pen.sized(1.4))
    s.circle((0, 0), 43, 43, pen.sized(0.8), start=-0.5)
    for i in range(8):
        a0, a1 = i / 8 * math.tau + 0.1, (i + 1) / 8 * math.tau - 0.02
        wedge = [(5 * math.cos((a0 + a1) / 2), 5 * math.sin((a0 + a1) / 2)), (37 * math.cos(a0 + 0.08), 37 * math.sin(a0 + 0.08)),
                 (39.5 * math.cos((a0 + a1) / 2), 39.5 * math.sin((a0 + a1) / 2)), (37 * math.cos(a1 - 0.08), 37 * math.sin(a1 - 0.08)),
                 (5 * math.cos((a0 + a1) / 2), 5 * math.sin((a0 + a1) / 2))]
        s.curve(wedge, pen.sized(0.9), corners=(1, 3), wobble=0.2)
