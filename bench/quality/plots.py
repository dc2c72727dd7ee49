"""Small line plots as SVG, for pages in light and in dark."""

from dataclasses import dataclass, field
from html import escape

# Of each line: its colour on white, on black, and its dashes.
STYLES = [("#0b62a4", "#58a6ff", ""), ("#c0392b", "#ff7b72", ""), ("#1e7d46", "#56d364", ""), ("#8e44ad", "#d2a8ff", ""),
          ("#a86b00", "#e3b341", ""), ("#d6336c", "#f778ba", ""), ("#444444", "#c9d1d9", "6 4")]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 360, 66, 50, 40, 214
STEPS = 5  # of the grid


def style_sheet():
    light = " ".join(f".line{i} {{ stroke: {color}; stroke-dasharray: {dashes or 'none'} }}" for i, (color, _, dashes) in enumerate(STYLES))
    dark = " ".join(f".line{i} {{ stroke: {color} }}" for i, (_, color, _) in enumerate(STYLES))
    return ("<style> text { fill: #1f2328 } .page { fill: #fff } .grid { stroke: #d8dee4 } polyline, .key { fill: none; stroke-width: 2 } "
            f"{light} @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3 }} .page {{ fill: #0d1117 }} .grid {{ stroke: #30363d }} "
            f"{dark} }} </style>")


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


@dataclass
class Plot:
    title: str
    x_name: str
    y_name: str
    lines: dict = field(default_factory=dict)  # name to list of (x, y), at most as many as STYLES
    low: float = 0.0  # of the y axis, which ends at 1

    def x_values(self):
        return sorted({x for points in self.lines.values() for x, _ in points})

    def place(self, x, y):
        values = self.x_values()
        across = LEFT + (x - values[0]) / (values[-1] - values[0]) * (WIDTH - LEFT - RIGHT)
        up = HEIGHT - BOTTOM - (max(y, self.low) - self.low) / (1 - self.low) * (HEIGHT - BOTTOM - TOP)
        return f"{across:.1f}", f"{up:.1f}"

    def grid(self):
        parts = []
        for step in range(STEPS + 1):
            value = self.low + (1 - self.low) * step / STEPS
            _, y = self.place(self.x_values()[0], value)
            parts.append(f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}"/>')
            parts.append(text(LEFT - 8, float(y) + 4, f"{value:.3f}".rstrip("0").ljust(3, "0"), "end"))
        return parts

    def marks(self):
        values = self.x_values()
        shown = values[::max(1, -(-len(values) // 12))]
        places = [(x, self.place(x, self.low)[0]) for x in shown]
        return [part for x, across in places for part in
                (f'<line class="grid" x1="{across}" y1="{HEIGHT - BOTTOM}" x2="{across}" y2="{HEIGHT - BOTTOM + 5}"/>',
                 text(across, HEIGHT - BOTTOM + 19, f"{x:g}"))]

    def curves(self):
        parts = []
        for order, (name, points) in enumerate(self.lines.items()):
            path = " ".join(",".join(self.place(x, y)) for x, y in points)
            height = TOP + 20 * order + 8
            parts.append(f'<polyline class="line{order}" points="{path}"/>')
            parts.append(f'<line class="key line{order}" x1="{WIDTH - RIGHT + 16}" y1="{height}" x2="{WIDTH - RIGHT + 40}" y2="{height}"/>')
            parts.append(text(WIDTH - RIGHT + 48, height + 4, name, "start"))
        return parts

    def svg(self):
        middle, centre = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
        names = [text(LEFT, 22, self.title, "start", ' font-weight="bold"'), text(middle, HEIGHT - 10, self.x_name),
                 text(16, centre, self.y_name, more=f' transform="rotate(-90 16 {centre})"')]
        body = "\n".join([style_sheet(), f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>', *self.grid(), *self.marks(), *names,
                          *self.curves()])
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" role="img">\n'
                f"<title>{escape(self.title)}</title>\n{body}\n</svg>\n")
