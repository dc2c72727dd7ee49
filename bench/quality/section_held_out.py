"""What remains of a choice on a set that had no part in it.

First: features and threshold are chosen anew for the best mean F1 of all sets but one, and scored on that one, in turn. Second:
`short-1` as it is, on short texts from collections that were not looked at when it was chosen.
"""

import re
from statistics import mean

from scoring import score_pairs, scores_by_threshold
from section_code import BARS, THRESHOLDS, truth_of
from section_distance import DISTANCES, OURS, TRUTH
from section_short import (SIMILARITIES, distance_scores, distances_of, distinct, first_sentence, short_sets, similarity_scores,
                           true_pairs)
from sets import Collection, contests, judged_programs, prose
from tables import table

# The recipes as they are published: features and threshold.
TEXT, CODE, SHORT, SHORT_PRINT = ("words:4 one", OURS), ("6 tokens", 0.34), ("2 tokens", 0.55), ("chars:3", 12)
# Short texts of collections that had no part in the choice of short-1, and where they stand in a document.
UNSEEN = {"en_doris_docs descriptions": r'"description": "(.*)"', "zh_doris_docs descriptions": r'"description": "(.*)"',
          "zh_mdn_docs titles": r"^title: (.*)", "en_spdx_licenses first lines": None}


def by_setting(features, thresholds, columns):
    """(features, threshold) to one score for each set; `columns`: for each set, scores by threshold."""
    return {(features, threshold): scores for threshold, scores in zip(thresholds, zip(*columns))}


def prose_scores(bench, collection, recipe):
    found = bench.command.pairs(collection.documents_path, "--recipe", recipe, "--distance", DISTANCES[-1])
    return scores_by_threshold(found.distances(), collection.pairs_from(TRUTH), DISTANCES, at_most=True)


def prose_results(bench):
    results = {}
    for features in (f"words:{width} {weights}" for width in range(1, 6) for weights in ("one", "log", "count")):
        recipe = "text-1,tokens={},weights={}".format(*features.split())
        results |= by_setting(features, DISTANCES, [prose_scores(bench, collection, recipe) for collection in prose(bench.data)])
    return results


def programs(bench):
    return [collection for collection in contests(bench.data) + judged_programs(bench.data) if collection.name in BARS]


def program_scores(bench, collection, length):
    truth, within = truth_of(collection)
    found = bench.command.pairs(collection.documents_path, "--recipe", "code-1", "--shingle", length, "--similarity", THRESHOLDS[0], *within)
    return scores_by_threshold(found.similarities(), truth, THRESHOLDS)


def program_results(bench):
    results = {}
    for length in range(4, 13):
        results |= by_setting(f"{length} tokens", THRESHOLDS, [program_scores(bench, collection, length) for collection in programs(bench)])
    return results


def short_print_results(bench, sets, truths):
    results = {}
    for tokens in ("chars:2", "chars:3", "chars:4", "words:1", "words:2"):
        recipe = f"short-1,tokens={tokens}"
        results |= by_setting(tokens, distances_of(recipe), distance_scores(bench, recipe, sets, truths))
    return results


def short_results(bench, sets, truths):
    results = {}
    for shingle in (1, 2, 3):
        results |= by_setting(f"{shingle} tokens", SIMILARITIES, similarity_scores(bench, shingle, sets, truths))
    return results


def held_out_table(names, results, published):
    """The published setting, what the other sets would have chosen, and the most that the set allows."""
    lines, values = [], []
    for place, name in enumerate(names):
        chosen = max(results, key=lambda setting: mean(score.f1 for other, score in enumerate(results[setting]) if other != place))
        most = max(results, key=lambda setting: results[setting][place].f1)
        values.append([results[setting][place].f1 for setting in (published, chosen, most)])
        lines.append([name, values[-1][0], *(f"{value:.3f} ({features}, {threshold:g})"
                                             for value, (features, threshold) in zip(values[-1][1:], (chosen, most)))])
    head = ["set", f"as published ({published[0]}, {published[1]:g})", "chosen on the other sets", "chosen on this set"]
    return table(head, [*lines, ["mean", *(mean(column) for column in zip(*values))]])


def unseen_texts(bench):
    sets = {}
    for name, pattern in UNSEEN.items():
        documents = Collection(bench.data, name.split()[0]).documents.values()
        found = [re.search(pattern, text, re.MULTILINE) for text in documents] if pattern else []
        sets[name] = distinct([match[1] for match in found if match] if pattern else map(first_sentence, documents))
    return sets


def unseen_lines(bench, sets, truths):
    rules = {"`--recipe short-1` (similarity 0.55)": [], "`--recipe short-1 --distance 12`": ["--distance", 12]}
    rules |= {f"`--recipe short-1 --distance {distance} --verify edit:0.8`": ["--distance", distance, "--verify", "edit:0.8"] for distance in (12, 16)}
    lines = []
    for name, rule in rules.items():
        scores = [score_pairs(bench.command.pairs_of_texts(texts, "--recipe", "short-1", *rule).set(), truth)
                  for texts, truth in zip(sets.values(), truths)]
        lines.append([name, *(f"{score.precision:.3f} / {score.recall:.3f} / {score.f1:.3f}" for score in scores), mean(score.f1 for score in scores)])
    return [*lines, pypi_line(bench, sets, truths)]


def pypi_line(bench, sets, truths):
    """The best distance of each set, that is with an advantage."""
    results = distance_scores(bench, "pypi-simhash", sets, truths)
    tops = [max(scores, key=lambda score: score.f1) for scores in results]
    return ["PyPI simhash at the best k of each set", *(f"{score.precision:.3f} / {score.recall:.3f} / {score.f1:.3f}" for score in tops),
            mean(score.f1 for score in tops)]


def section(bench):
    sets = short_sets(bench.data)
    truths = [true_pairs(texts) for texts in sets.values()]
    unseen = unseen_texts(bench)
    unseen_truths = [true_pairs(texts) for texts in unseen.values()]
    head = ["rule: precision / recall / F1", *(f"{name}: {len(texts)} texts, {len(truth)} pairs"
                                               for (name, texts), truth in zip(unseen.items(), unseen_truths)), "mean F1"]
    return ["`text-1`, `--distance`: 1 to 5 tokens, three weights, distances to 14:",
            held_out_table([collection.name for collection in prose(bench.data)], prose_results(bench), TEXT),
            "`code-1`, similarity: 4 to 12 tokens, thresholds from 0.2 to 0.7:",
            held_out_table([collection.name for collection in programs(bench)], program_results(bench), CODE),
            "`short-1`, similarity: 1 to 3 tokens, thresholds from 0.2 to 0.95:",
            held_out_table(sets, short_results(bench, sets, truths), SHORT),
            "`short-1`, `--distance`: five kinds of features, distances to 16:",
            held_out_table(sets, short_print_results(bench, sets, truths), SHORT_PRINT),
            "`short-1` as published, on short texts that had no part in the choice; truth: edit similarity from 0.8, every text once:",
            table(head, unseen_lines(bench, unseen, unseen_truths))]
