#!/usr/bin/env python3
"""Writes the tables of the recipe jieba-tfidf: dict.txt, idf.txt and hmm.txt, from Debian's python3-jieba.

    python_jieba_tables.py JIEBA_FOLDER OUTPUT_FOLDER

The recipe promises the same keywords everywhere, so each source must be the very file of jieba 0.42.1. Standard
library only; jieba itself is not imported, its model is read as data.
"""
import ast
import hashlib
import pathlib
import shutil
import sys

MD5_OF_SOURCES = {
    "dict.txt": "897a1f17ca8c08caa37a36f92e2da441",
    "analyse/idf.txt": "f558331aa8f5d33ae352532978be8fbb",
    "finalseg/prob_start.py": "13ca476be592a424764f490153f4d108",
    "finalseg/prob_trans.py": "4fc577ebd350e47e833628f07ffdf54b",
    "finalseg/prob_emit.py": "cfc6a3659be56e73e7336fb7f529edb3",
}


def check_sources(jieba):
    for name, expected in MD5_OF_SOURCES.items():
        try:
            found = hashlib.md5((jieba / name).read_bytes()).hexdigest()
        except OSError as problem:
            sys.exit(f"{jieba / name}: {problem.strerror}; the Debian package python3-jieba has it (./dev setup)")
        if found != expected:
            sys.exit(f"{jieba / name}: not the file of jieba 0.42.1, MD5 {found} instead of {expected}")


def table_of(module):
    """The value that a generated module of jieba assigns to P."""
    for statement in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and statement.targets[0].id == "P":
            return ast.literal_eval(statement.value)
    sys.exit(f"{module}: assigns nothing to P")


def model_lines(finalseg):
    """neardup/features/jieba_cutter.h has the format; repr() gives digits that read back as the same double."""
    for state, logarithm in sorted(table_of(finalseg / "prob_start.py").items()):
        yield f"start {state} {logarithm!r}\n"
    for state, targets in sorted(table_of(finalseg / "prob_trans.py").items()):
        for target, logarithm in sorted(targets.items()):
            yield f"transition {state} {target} {logarithm!r}\n"
    for state, emissions in sorted(table_of(finalseg / "prob_emit.py").items()):
        for character, logarithm in sorted(emissions.items()):
            if "\u4e00" <= character <= "\u9fd5":  # the model is never asked about others
                yield f"emit {state} {character} {logarithm!r}\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    jieba, output = map(pathlib.Path, sys.argv[1:])
    check_sources(jieba)
    output.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(jieba / "dict.txt", output / "dict.txt")
    shutil.copyfile(jieba / "analyse/idf.txt", output / "idf.txt")
    with open(output / "hmm.txt", "w", encoding="utf-8", newline="\n") as model:
        model.writelines(model_lines(jieba / "finalseg"))


if __name__ == "__main__":
    main()
