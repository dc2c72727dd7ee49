"""Draws how check, query and memory of a live collection grow with its documents.

    live_collection_bench growth 10000000 DIR distance > growth.txt
    live_collection_bench growth 10000000 DIR similarity >> growth.txt
    python3 bench/growth_plot.py growth.txt > docs/benchmarks/live_growth.svg

Both axes are logarithmic: a level line costs the same at any size.
"""

import math
import re
import sys

LINE = re.compile(r"(\w+) [\d.]+, (\d+) documents: ([\d.]+) us per check, ([\d.]+) us per query, (\d+) bytes of memory")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 360, 70, 540, 30, 300
STYLE = ("text { fill: #1f2328 } .page { fill: #fff } .grid { stroke: #d8dee4 } polyline { fill: none; stroke-width: 2 } "
         ".distance { stroke: #0b62a4 } .similarity { stroke: #b35900 } .query { stroke-dasharray: 5 4 } "
         ".bytes { stroke-dasharray: 2 3 } @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .page { fill: "
         "#0d1117 } .grid { stroke: #30363d } .distance { stroke: #58a6ff } .similarity { stroke: #f0a050 } }")
SERIES = (("check", "us per check"), ("query", "us per query"), ("bytes", "bytes of memory per document"))


def read(path):
    """(rule, series) -> [(documents, value)]."""
    points = {}
    with open(path, encoding="utf-8") as lines:
        for match in filter(None, map(LINE.match, lines)):
            rule, documents, *values = match.groups()
            for (name, _), value in zip(SERIES, values):
                points.setdefault((rule, name), []).append((int(documents), float(value)))
    return points


def draw(points):
    sizes = sorted({size for line in points.values() for size, _ in line})
    values = [value for line in points.values() for _, value in line]
    low, high = (10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values))))

    def x_of(size):
        return LEFT + 20 + (RIGHT - LEFT - 40) * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])

    def y_of(value):
        return BOTTOM - (BOTTOM - TOP) * math.log(value / low) / math.log(high / low)

    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" '
           'role="img" aria-label="Check, query and memory of a live collection by its documents">')
    yield f'<style> {STYLE} </style>\n<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>'
    for power in range(round(math.log10(low)), round(math.log10(high)) + 1):
        y = y_of(10 ** power)
        yield f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10 ** power:,g}</text>'
    for size in sizes:
        yield f'<text x="{x_of(size):.1f}" y="{BOTTOM + 30}" text-anchor="middle">{size:,}</text>'
    yield f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 50}" text-anchor="middle">documents</text>'
    labels = sorted((y_of(line[-1][1]), rule, name, line) for (rule, name), line in points.items())
    last = 0
    for y, rule, name, line in labels:
        places = " ".join(f"{x_of(size):.1f},{y_of(value):.1f}" for size, value in line)
        yield f'<polyline class="{rule} {name}" points="{places}"/>'
        last = max(y + 4, last + 16)  # labels do not overlap
        yield f'<text x="{RIGHT + 6}" y="{last:.1f}">{rule}: {dict(SERIES)[name]}</text>'
    yield "</svg>"


if __name__ == "__main__":
    print("\n".join(draw(read(sys.argv[1]))))
