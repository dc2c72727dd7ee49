"""`--similarity` against the exact Jaccard truth: every threshold, twenty seeds, and `--exact`."""

from statistics import mean

from scoring import score_pairs
from sets import prose
from tables import Plot, table, verdict

SEEDS = range(20)
THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
BARS = {0.8: 0.995, 0.5: 0.99}


def run(bench, collection, similarity, *more):
    return bench.command.pairs(collection.documents_path, "--similarity", similarity, "--shingle", collection.shingle, *more)


def seeds_line(bench, collection, similarity):
    truth = collection.pairs_from(similarity)
    scores, seconds, candidates = [], [], []
    for seed in SEEDS:
        found = run(bench, collection, similarity, "--seed", seed)
        scores.append(score_pairs(found.set(), truth))
        seconds.append(found.stats["seconds"])
        candidates.append(found.stats["candidates"])
    exact = score_pairs(run(bench, collection, similarity, "--exact").set(), truth)
    precision, recall = min(score.precision for score in scores), mean(score.recall for score in scores)
    reached = round(precision, 3) == 1 and recall >= BARS[similarity] and round(exact.f1, 3) == 1
    distinct = max(1, len(truth - collection.identical))
    return [collection.name, len(truth), precision, scores[0].recall, recall, min(score.recall for score in scores),
            f"{exact.precision:.4f} / {exact.recall:.4f}", f"{mean(candidates) / distinct:.1f}", f"{min(seconds):.2f}",
            verdict(reached)]


def seeds_table(bench, similarity):
    head = ["set", "true pairs", "precision, worst seed", "recall, seed 0", "recall, mean of 20", "recall, worst seed",
            "--exact: precision / recall", "candidates a true pair", "seconds", f"bar: 1.000, {BARS[similarity]}, 1.000"]
    return table(head, [seeds_line(bench, collection, similarity) for collection in prose(bench.data)])


def thresholds_part(bench):
    collections = prose(bench.data)
    lines, plot = [], Plot("Recall of --similarity S, one run", "S", "recall", low=0.98)
    expected = {}
    for similarity in THRESHOLDS:
        recalls = []
        for collection in collections:
            found = run(bench, collection, similarity)
            expected[similarity] = found.stats["expected_recall"]
            truth = collection.pairs_from(similarity)
            score = score_pairs(found.set(), truth)
            recalls.append(score.recall)
            plot.lines.setdefault(collection.name, []).append((similarity, score.recall))
        lines.append([f"{similarity:g}", f"{expected[similarity]:.4f}", *recalls])
    plot.lines["expected at S itself"] = list(expected.items())
    bench.save_plot("similarity_recall", plot)
    return table(["S", "expected for pairs at S itself", *(collection.name for collection in collections)], lines)


def section(bench):
    parts = []
    for similarity in BARS:
        parts += [f"`--similarity {similarity}` against pairs of exact Jaccard from {similarity}:", seeds_table(bench, similarity)]
    return [*parts, "Recall of one run at every threshold, precision being as above:", thresholds_part(bench)]
