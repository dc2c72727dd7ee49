"""Programs: `neardup pairs FILE --recipe code-1` and nothing else (contest sets: inside one test)."""

from plots import Plot
from scoring import score_labels, score_pairs, scores_by_threshold
from sets import contests, judged_programs
from tables import table, verdict

BARS = {"code_vkcup2015 sample": 0.96, "code_vkcup2015 open": 0.93, "code_vkcup2015 team": 0.97,
        "code_soco14 train_java": 0.775}
THRESHOLDS = [step / 100 for step in range(20, 71, 2)]


def truth_of(collection):
    if collection.folder == "code_vkcup2015":
        return collection.pairs_in_groups(), ["--within", "/"]
    return {pair for pair, label in collection.labels.items() if label == 1}, []


def score_of(collection, found, truth):
    if collection.folder == "code_irplag":
        return score_labels(found, collection.labels)
    return score_pairs(found, truth)


def line(bench, collection, plot):
    truth, within = truth_of(collection)
    found = bench.command.pairs(collection.documents_path, "--recipe", "code-1", *within)
    score = score_of(collection, found.set(), truth)
    wide = bench.command.pairs(collection.documents_path, "--recipe", "code-1", "--similarity", THRESHOLDS[0], *within)
    judged = {pair: value for pair, value in wide.similarities().items()
              if collection.folder != "code_irplag" or pair in collection.labels}
    scores = scores_by_threshold(judged, truth, THRESHOLDS)
    plot.lines[collection.name] = [(threshold, one.f1) for threshold, one in zip(THRESHOLDS, scores)]
    top = max(range(len(scores)), key=lambda place: scores[place].f1)
    bar = BARS.get(collection.name)
    if bar is not None:
        bench.bar(f"`--recipe code-1`, {collection.name}: F1", f"{bar}", f"{score.f1:.3f}", score.f1 >= bar)
    return [collection.name, len(collection.documents), len(truth), score.precision, score.recall, score.f1,
            f"{scores[top].f1:.3f} (S={THRESHOLDS[top]})", f"{found.seconds:.1f}",
            "–" if bar is None else f"{bar}: {verdict(score.f1 >= bar)}"]


def section(bench):
    plot = Plot("F1 of code-1 by threshold", "similarity threshold S", "F1")
    lines = [line(bench, collection, plot) for collection in contests(bench.data) + judged_programs(bench.data)]
    bench.save_plot("code_f1", plot)
    head = ["set", "programs", "true pairs", "precision", "recall", "F1", "F1 at the best S of the set", "seconds", "wanted"]
    return [table(head, lines)]
