"""Reads a list of texts, rules and boxes, as `Drawing` prints it, and times what draws it."""

import re
import time

COLORS = {"Ink": 0x1B1C1A, "Muted": 0x5B5E57, "Line": 0x8A8C84, "Felt": 0x1E6B50, "Pencil": 0x46484A, "Red": 0xB3261E, "Shade": 0xECECEC, "Paper": 0xFFFFFF}
# The accent of a game: its red, green and blue.
HUE = re.compile(r"Hue\((\d+), (\d+), (\d+)\)")
SIGNS = re.compile("([\u2190-\u21ff\u2200-\u22ff\u25a0-\u26ff]+)")


def value_of(name):
    """A color by its name, or as "#rrggbb"."""
    return int(name[1:], 16) if name.startswith("#") else COLORS[name]


def color(name):
    value = value_of(name)
    return [(value >> shift & 255) / 255 for shift in (16, 8, 0)]


def read(path):
    height, items = 0.0, []
    for line in open(path, encoding="utf-8"):
        line = HUE.sub(lambda hue: "#{:02x}{:02x}{:02x}".format(*map(int, hue.groups())), line.rstrip("\n"))
        kind, rest = line.split(" ", 1)
        if kind == "page":
            height = float(rest.split("x")[1])
        elif kind == "text":
            head, text = rest.split(' "', 1)
            place, size, *style = head.split()
            if "Unseen" in style:
                continue
            x, y = map(float, place.split(","))
            bold = "bold" in style
            items.append((kind, x, y, float(size), bold, style[1 if bold else 0], text[:-1].replace('\\"', '"')))
        elif kind == "rule":
            start, end, weight = rest.split()
            items.append((kind, *map(float, start.split(",")), *map(float, end.split(",")), float(weight)))
        elif kind == "box":
            place, size, paint = rest.split(" ", 2)
            items.append((kind, *map(float, place.split(",")), *map(float, size.split("x")), paint))
        elif kind == "circle":
            place, radius, paint = rest.split(" ", 2)
            items.append((kind, *map(float, place.split(",")), float(radius), paint))
        elif kind == "shape":
            points = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+),(-?[\d.]+)", rest.split("Edge")[0].split("Fill")[0])]
            items.append((kind, points, rest))
    return height, items


def paint_of(paint):
    return "Fill" in paint


def median(draw):
    """Prints the median of milliseconds that it takes, over two seconds, and what came out."""
    draw()
    times, start = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - start < 2:
        before = time.perf_counter()
        size = len(draw())
        times.append((time.perf_counter() - before) * 1000)
    times.sort()
    print(f"{times[len(times) // 2]:.3f} ms {size} bytes")
