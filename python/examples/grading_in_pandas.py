"""Finds submissions that resemble each other, within each task, and prints who should be asked."""

import neardup
import pandas as pd

submissions = pd.DataFrame(
    {
        "student": ["ann", "bob", "eve", "joe"],
        "task": ["sum", "sum", "sum", "max"],
        "code": [
            "def add(a, b):\n    total = a + b\n    print(total)\n    return total\n",
            "def plus(x, y):\n    result = x + y\n    print(result)\n    return result\n",
            "def add(numbers):\n    return sum(numbers[i] for i in range(len(numbers)) if numbers[i] > 0)\n",
            "def largest(a, b):\n    if a > b:\n        return a\n    return b\n",
        ],
    }
)
pairs = neardup.pairs(submissions, text="code", id="student", recipe="code-1", within="task")
for pair in pairs:
    print(f"{pair.id1} and {pair.id2}: similarity {pair.similarity:.2f}")
suspects: pd.DataFrame = pairs.to_pandas()
print(len(suspects), "pair")
