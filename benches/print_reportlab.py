"""Draws a list of texts, rules and boxes with reportlab, and prints the median of milliseconds.

Called by benches/print.rs with the file of the list and the folder of the fonts.
"""

import io
import re
import sys
import time

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

COLORS = {"Ink": 0x1B1C1A, "Muted": 0x5B5E57, "Line": 0x8A8C84, "Felt": 0x1E6B50, "Red": 0xB3261E, "Paper": 0xFFFFFF}
SIGNS = re.compile("([\u2190-\u21ff\u2200-\u22ff\u25a0-\u26ff]+)")


def color(name):
    value = COLORS[name]
    return [(value >> shift & 255) / 255 for shift in (16, 8, 0)]


def read(path):
    height, items = 0.0, []
    for line in open(path, encoding="utf-8"):
        kind, rest = line.rstrip("\n").split(" ", 1)
        if kind == "page":
            height = float(rest.split("x")[1])
        elif kind == "text":
            head, text = rest.split(' "', 1)
            place, size, *style = head.split()
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


def fonts(folder):
    for name, file in (("R", "NotoSans-Regular"), ("B", "NotoSans-Bold"), ("S", "OvertrickSigns")):
        pdfmetrics.registerFont(TTFont(name, f"{folder}/{file}.ttf"))


def draw(height, items):
    out = io.BytesIO()
    pen = canvas.Canvas(out, pagesize=(210 * mm, height * mm))
    for item in items:
        kind = item[0]
        if kind == "text":
            _, x, y, size, bold, ink, text = item
            pen.setFillColorRGB(*color(ink))
            x *= mm
            for piece in SIGNS.split(text):
                if piece:
                    font = "S" if SIGNS.match(piece) else "B" if bold else "R"
                    pen.setFont(font, size)
                    pen.drawString(x, (height - y) * mm, piece)
                    x += pdfmetrics.stringWidth(piece, font, size)
        elif kind == "rule":
            _, x1, y1, x2, y2, weight = item
            pen.setLineWidth(weight)
            pen.line(x1 * mm, (height - y1) * mm, x2 * mm, (height - y2) * mm)
        elif kind == "box":
            _, x, y, w, h, paint = item
            pen.setLineWidth(0.6)
            pen.rect(x * mm, (height - y - h) * mm, w * mm, h * mm, fill=paint_of(paint), stroke=not paint_of(paint))
        elif kind == "circle":
            _, x, y, radius, paint = item
            pen.circle(x * mm, (height - y) * mm, radius * mm, fill=paint_of(paint), stroke=not paint_of(paint))
        elif kind == "shape":
            _, points, paint = item
            path = pen.beginPath()
            path.moveTo(points[0][0] * mm, (height - points[0][1]) * mm)
            for x, y in points[1:]:
                path.lineTo(x * mm, (height - y) * mm)
            path.close()
            pen.drawPath(path, fill=paint_of(paint), stroke=not paint_of(paint))
    pen.showPage()
    pen.save()
    return out.getvalue()


def main():
    height, items = read(sys.argv[1])
    fonts(sys.argv[2])
    draw(height, items)
    times, start = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - start < 2:
        before = time.perf_counter()
        size = len(draw(height, items))
        times.append((time.perf_counter() - before) * 1000)
    times.sort()
    print(f"{times[len(times) // 2]:.3f} ms {size} bytes")


main()
