"""Markdown tables and small line plots as SVG."""

from dataclasses import dataclass, field


def number(value, digits=3):
    if value is None:
        return "–"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def table(head, lines):
    """`head`: names of the columns; `lines`: rows of text or numbers."""
    rule = "|" + "---|" * len(head)
    rows = ["| " + " | ".join(number(cell) for cell in line) + " |" for line in lines]
    return "\n".join(["| " + " | ".join(head) + " |", rule, *rows])


def verdict(reached):
    return "reached" if reached else "**missed**"


COLORS = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b8860b", "#555555"]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 320, 50, 45, 30, 170


@dataclass
class Plot:
    title: str
    x_name: str
    y_name: str
    lines: dict = field(default_factory=dict)  # name to list of (x, y)
    low: float = 0.0  # of the y axis, which ends at 1

    def x_range(self):
        values = [x for points in self.lines.values() for x, _ in points]
        return min(values), max(values)

    def place(self, x, y):
        first, last = self.x_range()
        across = LEFT + (x - first) / (last - first) * (WIDTH - LEFT - RIGHT)
        up = HEIGHT - BOTTOM - (y - self.low) / (1 - self.low) * (HEIGHT - BOTTOM - TOP)
        return f"{across:.1f}", f"{up:.1f}"

    def text(self, x, y, words, anchor="middle", color="#222"):
        return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{color}">{words}</text>'

    def grid(self):
        parts = []
        first, last = self.x_range()
        for step in range(5):
            value = self.low + (1 - self.low) * step / 4
            x1, y = self.place(first, value)
            x2, _ = self.place(last, value)
            parts.append(f'<line x1="{x1}" y1="{y}" x2="{x2}" y2="{y}" stroke="#ddd"/>')
            parts.append(self.text(LEFT - 6, float(y) + 4, f"{value:.2f}", "end"))
        return parts

    def marks(self):
        values = sorted({x for points in self.lines.values() for x, _ in points})
        step = max(1, len(values) // 10)
        return [self.text(self.place(x, self.low)[0], HEIGHT - BOTTOM + 16, f"{x:g}") for x in values[::step]]

    def curves(self):
        parts = []
        for order, (name, points) in enumerate(self.lines.items()):
            color = COLORS[order % len(COLORS)]
            path = " ".join(",".join(self.place(x, max(y, self.low))) for x, y in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
            parts.append(self.text(WIDTH - RIGHT + 10, TOP + 18 * (order + 1), name, "start", color))
        return parts

    def svg(self):
        names = [self.text((LEFT + WIDTH - RIGHT) / 2, 18, self.title),
                 self.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, self.x_name),
                 self.text(LEFT - 6, TOP - 10, self.y_name, "end")]
        body = "\n".join([*self.grid(), *self.marks(), *names, *self.curves()])
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
                f'font-size="12">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n')
