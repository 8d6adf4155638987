"""Draws a list of texts, rules and boxes with typst, and prints the median of milliseconds.

Called by benches/print.rs with the file of the list and the folder of the fonts.
"""

import os
import sys
import tempfile

import typst

from print_items import median, paint_of, read, value_of


def color(name):
    return f'rgb("#{value_of(name):06x}")'


def paint(words):
    """What a list says of how a shape is drawn: Edge(0.6, Ink) or Fill(Ink)."""
    ink = color(words.rstrip(")").replace("(", " ").replace(",", " ").split()[-1])
    return f"fill: {ink}" if paint_of(words) else f"stroke: 0.6pt + {ink}"


def source(height, items):
    lines = [
        f"#set page(width: 210mm, height: {height}mm, margin: 0mm)",
        '#set text(font: ("Noto Sans", "Overtrick Signs"), top-edge: "baseline", bottom-edge: "baseline")',
        # Without something new in it typst remembers the page from the time before.
        '#let run = sys.inputs.at("run")',
    ]

    def place(x, y, what):
        lines.append(f"#place(dx: {x:.2f}mm, dy: {y:.2f}mm, {what})")

    for kind, *item in items:
        if kind == "text":
            x, y, size, bold, ink, text = item
            weight = "bold" if bold else "regular"
            text = text.replace("\\", "\\\\").replace('"', '\\"')
            words = f'text(size: {size}pt, weight: "{weight}", fill: {color(ink)}, box("{text}" + run))'
            place(x, y, words)
        elif kind == "rule":
            x1, y1, x2, y2, weight = item
            place(x1, y1, f"line(end: ({x2 - x1:.2f}mm, {y2 - y1:.2f}mm), stroke: {weight}pt)")
        elif kind == "box":
            x, y, w, h, words = item
            place(x, y, f"rect(width: {w}mm, height: {h}mm, {paint(words)})")
        elif kind == "circle":
            x, y, radius, words = item
            place(x - radius, y - radius, f"circle(radius: {radius}mm, {paint(words)})")
        elif kind == "shape":
            points, words = item
            corners = ", ".join(f"({x:.2f}mm, {y:.2f}mm)" for x, y in points)
            words = words[max(words.find("Edge"), words.find("Fill")) :]
            place(0, 0, f"polygon({corners}, {paint(words)})")
    return "\n".join(lines)


def main():
    text = source(*read(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "it.typ")
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
        compiler = typst.Compiler(file, font_paths=[sys.argv[2]], ignore_system_fonts=True)
        runs = iter(range(10**9))
        # A space that nobody sees, more of them each time.
        median(lambda: compiler.compile(format="pdf", sys_inputs={"run": "\u200b" * next(runs)}))
        if len(sys.argv) > 3:
            with open(sys.argv[3], "wb") as out:
                out.write(compiler.compile(format="pdf", sys_inputs={"run": ""}))


main()
