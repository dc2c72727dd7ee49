"""Chinese: what each step of normalisation, and what words against characters, contribute.

First on the sets as they are: F1 of plain `--distance`. Their texts come from one source each and hardly vary in width, script or
punctuation, so the second table plants that: copies of texts that differ in nothing else.
"""

import re
import unicodedata
from statistics import mean

from opencc import OpenCC

from scoring import score_pairs, scores_by_threshold
from sets import chinese
from tables import table

TRUTH = 0.8
DISTANCES = list(range(17))
STEPS = [
    ("characters and punctuation as written", "text-1,normalize=none,tokens=text:3"),
    ("+ NFKC, width and case folded", "text-1,tokens=text:3"),
    ("+ punctuation and spaces dropped", "text-1,tokens=chars:3"),
    ("+ runs of letters and digits are one token (`text-1`)", "text-1"),
    ("+ traditional folded to simplified", "text-1,normalize=simplified"),
    ("two tokens in a row instead of four", "text-1,tokens=words:2"),
    ("jieba words instead, each once", "text-1,tokens=cppjieba"),
    ("jieba keywords by TF-IDF, as written (`cppjieba-jenkins`)", "cppjieba-jenkins"),
]
SAMPLE = 400  # texts of each set that get disturbed copies
LENGTH = 3000  # characters of each


def best_line(bench, name, recipe):
    results = []
    for collection in chinese(bench.data):
        found = bench.command.pairs(collection.documents_path, "--distance", DISTANCES[-1], "--recipe", recipe)
        results.append(scores_by_threshold(found.distances(), collection.pairs_from(TRUTH), DISTANCES, at_most=True))
    means = [mean(scores[distance].f1 for scores in results) for distance in DISTANCES]
    top = max(DISTANCES, key=lambda distance: means[distance])
    return [name, top, *(scores[top].f1 for scores in results), means[top]]


def wide(text):
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def other_punctuation(text):
    """Half-width marks for full-width ones, brackets of another kind, no spaces."""
    marks = str.maketrans("，。；：？！（）“”、《》", ",.;:?!()\"\",<>")
    return re.sub(r"\s+", " ", text.translate(marks)).replace("「", '"').replace("」", '"')


def compatibility_forms(text):
    """Letters and digits of other blocks that NFKC brings back: circled digits, mathematical letters."""
    return "".join(chr(0x2460 + int(letter) - 1) if letter in "123456789" else
                   chr(0x1D5BA + ord(letter) - ord("a")) if "a" <= letter <= "z" else letter for letter in text)


def disturbances():
    to_traditional = OpenCC("s2t")
    return {"full width": wide, "punctuation": other_punctuation, "compatibility forms": compatibility_forms,
            "traditional": to_traditional.convert,
            "all of them": lambda text: to_traditional.convert(other_punctuation(wide(text)))}


def sample_texts(bench):
    texts = []
    for collection in chinese(bench.data):
        chosen = [text[:LENGTH] for text in dict.fromkeys(collection.documents.values()) if len(text) >= 500]
        texts += chosen[::max(1, len(chosen) // SAMPLE)][:SAMPLE]
    return list(dict.fromkeys(unicodedata.normalize("NFC", text) for text in texts))


def recall_line(bench, name, texts, copies, *rule):
    cells = [name]
    for changed in copies.values():
        documents = {f"{place} {kind}": text for place in range(len(texts))
                     for kind, text in (("a", texts[place]), ("b", changed[place]))}
        found = bench.command.pairs_of_texts(documents, *rule)
        planted = {(f"{place} a", f"{place} b") for place in range(len(texts))}
        cells.append(score_pairs(found.set() & planted, planted).recall)
    return cells


def section(bench):
    head = ["features of the fingerprint", "best k", *(collection.name for collection in chinese(bench.data)), "mean F1"]
    natural = table(head, [best_line(bench, *step) for step in STEPS])
    texts = sample_texts(bench)
    copies = {name: [change(text) for text in texts] for name, change in disturbances().items()}
    lines = [recall_line(bench, name, texts, copies, "--recipe", recipe, "--distance", 8) for name, recipe in STEPS]
    lines.append(recall_line(bench, "`--similarity 0.8`", texts, copies, "--similarity", 0.8))
    lines.append(recall_line(bench, "`--similarity 0.8 --normalize simplified`", texts, copies, "--similarity", 0.8,
                             "--normalize", "simplified"))
    return ["F1 against Jaccard from 0.8, one k for the three sets:", natural,
            f"Recall of {len(texts)} disturbed copies, k=8 for every fingerprint:",
            table(["features", *copies], lines)]
