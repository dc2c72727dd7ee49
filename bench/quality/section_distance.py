"""Plain `--distance`: one recipe and one distance for all prose, beside SimHash peers."""

from statistics import mean

from peers import pairs_within, pypi_simhash, text_dedup_simhash
from scoring import scores_by_threshold
from sets import prose
from tables import Plot, table, verdict

DISTANCES = list(range(15))
TRUTH = 0.8
OURS = 8  # the distance of text-1


def scores_of(bench, collection):
    """Lists of scores by distance: ours, PyPI simhash, text-dedup's."""
    truth = collection.pairs_from(TRUTH)
    ids, texts = list(collection.documents), list(collection.documents.values())
    found = bench.command.pairs(collection.documents_path, "--distance", DISTANCES[-1])
    lists = [scores_by_threshold(found.distances(), truth, DISTANCES, at_most=True)]
    for name, fingerprints in (("pypi-simhash", pypi_simhash), ("text-dedup-simhash", text_dedup_simhash)):
        values, _ = bench.kept.get(f"{collection.name} {name}", lambda make=fingerprints: make(texts))
        lists.append(scores_by_threshold(pairs_within(ids, values, DISTANCES[-1]), truth, DISTANCES, at_most=True))
    return lists


def best(scores):
    return max(DISTANCES, key=lambda distance: scores[distance].f1)


def line(collection, ours, pypi, text_dedup):
    chosen, top = ours[OURS], best(pypi)
    return [collection.name, f"{chosen.precision:.3f} / {chosen.recall:.3f}", chosen.f1, f"{ours[best(ours)].f1:.3f} (k={best(ours)})",
            pypi[3].f1, f"{pypi[top].f1:.3f} (k={top})", text_dedup[7].f1, chosen.f1 - pypi[top].f1]


def means(results, part):
    return [mean(result[part][distance].f1 for result in results) for distance in DISTANCES]


def section(bench):
    collections = prose(bench.data)
    results = [scores_of(bench, collection) for collection in collections]
    gains = [result[0][OURS].f1 - result[1][best(result[1])].f1 for result in results]
    plot = Plot("Mean F1 over six sets by distance, truth Jaccard >= 0.8", "distance k", "F1")
    for part, name in enumerate(("text-1", "PyPI simhash", "SimHash, single words")):
        plot.lines[name] = list(zip(DISTANCES, means(results, part)))
    bench.save_plot("distance_f1", plot)
    lines = [line(collection, *result) for collection, result in zip(collections, results)]
    lines.append(["mean", "", mean(result[0][OURS].f1 for result in results), mean(result[0][best(result[0])].f1 for result in results),
                  mean(result[1][3].f1 for result in results), mean(result[1][best(result[1])].f1 for result in results),
                  mean(result[2][7].f1 for result in results), mean(gains)])
    head = ["set", f"text-1, k={OURS}: precision / recall", "F1", "text-1 at the best k of the set", "PyPI simhash, k=3",
            "PyPI simhash at the best k of the set", "text-dedup's SimHash, k=7", "gain over PyPI at its best"]
    reached = mean(gains) >= 0.12 and min(gains) >= 0
    return [table(head, lines), f"At least 0.12 above on average and lower on none: {verdict(reached)}."]
