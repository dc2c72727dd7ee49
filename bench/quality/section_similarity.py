"""`--similarity` against the exact Jaccard truth: every threshold, twenty seeds, and `--exact`."""

from dataclasses import dataclass
from functools import cache
from statistics import mean

from plots import Plot
from scoring import Score, score_pairs
from sets import prose
from tables import table, verdict

SEEDS = range(20)
THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
BARS = {0.8: 0.995, 0.5: 0.99}


@cache
def run(bench, collection, similarity):
    """With the default seed, which is 0."""
    return run_with(bench, collection, similarity)


def run_with(bench, collection, similarity, *more):
    return bench.command.pairs(collection.documents_path, "--similarity", similarity, "--shingle", collection.shingle, *more)


@dataclass(frozen=True)
class SetFigures:
    """Of one set: scores by seed, the score of --exact, candidates and seconds."""
    name: str
    seeds: list
    exact: Score
    candidates: float
    seconds: float

    @property
    def precision(self):
        return min(score.precision for score in self.seeds)

    def recalls(self):
        """Seed 0, the mean, the worst."""
        recalls = [score.recall for score in self.seeds]
        return [recalls[0], mean(recalls), min(recalls)]

    def reached(self, least_recall):
        return round(self.precision, 3) == 1 and min(self.recalls()[:2]) >= least_recall

    def exact_reached(self):
        return round(self.exact.precision, 3) == 1 == round(self.exact.recall, 3)

    def cells(self, least_recall):
        truth = self.exact.truth
        return [self.name, truth, f"{self.precision:.4f}", *self.recalls(), f"{self.exact.precision:.4f} / {self.exact.recall:.4f}",
                f"{self.candidates / truth:.1f}", f"{self.seconds:.1f}", verdict(self.reached(least_recall) and self.exact_reached())]


def figures_of(bench, collection, similarity):
    truth = collection.pairs_from(similarity)
    answers = [run(bench, collection, similarity)]
    answers += [run_with(bench, collection, similarity, "--seed", seed) for seed in SEEDS[1:]]
    exact = run_with(bench, collection, similarity, "--exact")
    return SetFigures(collection.name, [score_pairs(found.set(), truth) for found in answers], score_pairs(exact.set(), truth),
                      mean(found.candidates() for found in answers), min(found.seconds for found in answers))


def add_bars(bench, similarity, figures):
    least = BARS[similarity]
    recalls = [min(column) for column in zip(*(one.recalls() for one in figures))]
    bench.bar(f"`--similarity {similarity}` against exact Jaccard, worst set: precision; recall of seed 0 and mean of 20 seeds",
              f"1.000; {least}", f"{min(one.precision for one in figures):.4f}; {recalls[0]:.4f}, {recalls[1]:.4f}",
              all(one.reached(least) for one in figures))
    bench.bar(f"`--similarity {similarity} --exact`, worst set: precision; recall", "1.000; 1.000",
              f"{min(one.exact.precision for one in figures):.4f}; {min(one.exact.recall for one in figures):.4f}",
              all(one.exact_reached() for one in figures))


def seeds_table(bench, similarity):
    figures = [figures_of(bench, collection, similarity) for collection in prose(bench.data)]
    add_bars(bench, similarity, figures)
    head = ["set", "true pairs", "precision, worst seed", "recall, seed 0", "recall, mean of 20", "recall, worst seed",
            "`--exact`: precision / recall", "candidates per true pair", "seconds", f"wanted: 1.000, {BARS[similarity]}, 1.000"]
    return table(head, [one.cells(BARS[similarity]) for one in figures])


def thresholds_part(bench):
    collections = prose(bench.data)
    lines, plot = [], Plot("Recall of --similarity S, one run", "similarity threshold S", "recall", low=0.99)
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
