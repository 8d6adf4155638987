"""Draws a list of texts, rules and boxes with reportlab, and prints the median of milliseconds.

Called by benches/print.rs with the file of the list and the folder of the fonts.
"""

import io
import sys

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

from print_items import SIGNS, color, median, paint_of, read

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
    median(lambda: draw(height, items))


main()
