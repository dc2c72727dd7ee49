"""Markdown tables."""


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
