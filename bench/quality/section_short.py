"""Short texts: titles, first sentences and made-up posts, under `short-1`, `text-1` and `--similarity`.

Truth: texts whose edit similarity (1 - Levenshtein distance / longer length, of the NFKC case-folded text) is at least 0.8. It
knows nothing of shingles. Every text occurs once.
"""

import random
import re
import unicodedata
from statistics import mean

import numpy
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from plots import Plot
from scoring import score_pairs, scores_by_threshold
from sets import Collection, ordered
from tables import table

TRUTH = 0.8
SHORTEST, LONGEST, MOST = 8, 140, 5000
RECIPES = ["short-1", "short-1,bits=128", "text-1", "text-1,tokens=words:1", "short-1,tokens=chars:2", "pypi-simhash"]
SIMILARITIES = [step / 100 for step in range(20, 100, 5)]
WORDS = ["bridge", "river", "market", "council", "closed", "opened", "report", "storm", "train", "late", "school", "new", "old",
         "price", "bread", "rises", "falls", "after", "before", "north", "south", "road", "repair", "water", "night", "team", "wins",
         "loses", "match", "festival", "begins", "ends", "mayor", "visits", "garden", "library", "summer", "winter", "plan", "vote"]
CHARACTERS = "桥河市场会议关闭开放报告风暴火车晚点学校新旧价格面包上涨下跌之后以前南北路修理水夜队赢输比赛节日开始结束市长参观花园图书馆夏冬计划投票"


def made_up(chinese, seed=5):
    """Posts of 6 to 16 words, and copies with one or two edits."""
    source = random.Random(seed)
    units, gap = (CHARACTERS, "") if chinese else (WORDS, " ")
    texts = []
    for _ in range(1500):
        post = [source.choice(units) for _ in range(source.randint(10, 30) if chinese else source.randint(6, 16))]
        texts.append(gap.join(post))
        for _ in range(source.randint(0, 2)):
            edited = list(post)
            for _ in range(source.randint(1, 2)):
                place = source.randrange(len(edited))
                edited[place:place + 1] = source.choice([[], [source.choice(units)], [edited[place], source.choice(units)]])
            texts.append(gap.join(edited))
    return texts


def first_sentence(text):
    return re.split(r"[\n。！？]|(?<=[.!?])\s", text.strip(), maxsplit=1)[0].strip("# \t-*<>—")


def short_sets(data):
    def heads(folder):
        return [first_sentence(text) for text in Collection(data, folder).documents.values()]
    sets = {"en_reuters21578 titles": heads("en_reuters21578"), "zh_laws first lines": heads("zh_laws"),
            "made-up posts, English": made_up(False), "made-up posts, Chinese": made_up(True)}
    return {name: distinct(texts) for name, texts in sets.items()}


def folded(text):
    return unicodedata.normalize("NFKC", text).casefold()


def distinct(texts):
    kept = list({folded(text): text for text in texts if SHORTEST <= len(text) <= LONGEST}.values())
    return {f"t{place}": text for place, text in enumerate(kept[:MOST])}


def true_pairs(texts):
    """By whole numbers: similarities of exactly the threshold are many, and a rounded quotient would lose them."""
    ids, values = list(texts), [folded(text) for text in texts.values()]
    lengths = numpy.array([len(value) for value in values])
    pairs = set()
    for start in range(0, len(ids), 500):
        distances = cdist(values[start:start + 500], values, scorer=Levenshtein.distance, workers=-1)
        longer = numpy.maximum(lengths[start:start + 500, None], lengths)
        for row, column in numpy.argwhere(5 * distances <= longer):  # that is, 1 - distance / longer is at least 0.8
            if start + row < column:
                pairs.add(ordered(ids[start + row], ids[column]))
    return pairs


def distances_of(recipe):
    return list(range(33 if "bits=128" in recipe else 17))


def distance_scores(bench, recipe, sets, truths):
    distances = distances_of(recipe)
    return [scores_by_threshold(bench.command.pairs_of_texts(texts, "--distance", distances[-1], "--recipe", recipe).distances(),
                                truth, distances, at_most=True) for texts, truth in zip(sets.values(), truths)]


def best_line(name, values, results):
    means = [mean(scores[place].f1 for scores in results) for place in range(len(values))]
    top = max(range(len(values)), key=lambda place: means[place])
    return [name, f"{values[top]:g}", *(scores[top].f1 for scores in results), means[top]], means


def similarity_scores(bench, shingle, sets, truths):
    return [scores_by_threshold(bench.command.pairs_of_texts(texts, "--similarity", SIMILARITIES[0], "--shingle", shingle).similarities(),
                                truth, SIMILARITIES) for texts, truth in zip(sets.values(), truths)]


def verified_line(bench, sets, truths, recipe):
    """Fingerprints find candidates as far as a join goes, the edit distance decides."""
    distance = distances_of(recipe)[-1]
    scores = [score_pairs(bench.command.pairs_of_texts(texts, "--recipe", recipe, "--distance", distance, "--verify", f"edit:{TRUTH}").set(),
                          truth) for texts, truth in zip(sets.values(), truths)]
    return [f"`{recipe}`, `--distance {distance} --verify edit:{TRUTH}`", f"{TRUTH}", *(score.f1 for score in scores),
            mean(score.f1 for score in scores)]


def section(bench):
    sets = short_sets(bench.data)
    truths = [true_pairs(texts) for texts in sets.values()]
    plot = Plot("Short texts: mean F1 by distance, truth: edit similarity from 0.8", "distance k", "F1")
    lines = []
    for recipe in RECIPES:
        distances = distances_of(recipe)
        line, means = best_line(f"`{recipe}`, `--distance`", distances, distance_scores(bench, recipe, sets, truths))
        plot.lines[recipe] = list(zip(distances, means))
        lines.append(line)
    lines += [verified_line(bench, sets, truths, recipe) for recipe in ("short-1", "short-1,bits=128")]
    lines += [best_line(f"`--similarity`, shingles of {shingle}", SIMILARITIES, similarity_scores(bench, shingle, sets, truths))[0]
              for shingle in (1, 2, 3)]
    bench.save_plot("short_f1", plot)
    sizes = ", ".join(f"{name}: {len(texts)} texts, {len(truth)} pairs" for (name, texts), truth in zip(sets.items(), truths))
    return [f"One threshold for all sets of short texts, the best ({sizes}):",
            table(["rule", "threshold", *sets, "mean F1"], lines)]
