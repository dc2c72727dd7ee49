"""MinHash peers at their best, on the sets with Jaccard truth: all settings are scored on the set itself, the best counts."""

from dataclasses import dataclass
from statistics import mean

from minhash_peers import everything_tried
from scoring import Score, scores_by_threshold
from section_similarity import run
from sets import prose
from tables import table, verdict

THRESHOLDS = (0.8, 0.5)
ESTIMATES = [step / 100 for step in range(30, 100)]  # tried as threshold of the estimated similarity
PEERS = {"datasketch": "datasketch", "rensa": "rensa", "text-dedup": "text-dedup's 50x4 word bigrams"}
TOOLS = ("neardup", *PEERS.values())


@dataclass(frozen=True)
class Answer:
    """What a tool answers under its best setting."""
    score: Score
    setting: str
    candidates: int
    seconds: float

    def cells(self):
        return [self.setting, self.score.precision, self.score.recall, self.score.f1,
                f"{self.candidates / self.score.truth:.1f}", f"{self.seconds:.1f}"]


def best_of(tried, truth, kept):
    """The setting and the estimate with the highest F1, of the pairs for which `kept` holds."""
    answers = []
    for one in tried:
        values = {pair: value for pair, value in one.pairs.items() if kept(pair)}
        estimates = ESTIMATES if one.checked else [0]
        for estimate, score in zip(estimates, scores_by_threshold(values, truth, estimates)):
            setting = f"{one.setting}, estimate from {estimate:g}" if one.checked else one.setting
            answers.append(Answer(score, setting, len(values), one.seconds))
    return max(answers, key=lambda answer: answer.score.f1)


def ours(bench, collection, similarity, truth, kept):
    found = run(bench, collection, similarity)
    predicted = set(filter(kept, found.set()))
    return Answer(Score(len(predicted & truth), len(predicted), len(truth)), "default", found.candidates(), found.seconds)


def answers_of(bench, collection, similarity, kept=lambda pair: True):
    """In the order of TOOLS."""
    truth = set(filter(kept, collection.pairs_from(similarity)))
    peers = everything_tried(bench.data)[collection]
    return [ours(bench, collection, similarity, truth, kept), *(best_of(peers[name], truth, kept) for name in PEERS)]


def tables_of(collections, answers):
    scores = [[answer.score.f1 for answer in line] for line in answers]
    means = [mean(column) for column in zip(*scores)]
    reached = all(mine >= max(peers) for mine, *peers in scores) and means[0] > max(means[1:])
    short = table(["set", *(f"{tool}, F1" for tool in TOOLS)],
                  [[collection.name, *line] for collection, line in zip(collections, scores)] + [["mean", *means]])
    long = table(["set", "tool", "its best setting", "precision", "recall", "F1", "candidates per true pair", "seconds"],
                 [[collection.name, tool, *answer.cells()] for collection, line in zip(collections, answers)
                  for tool, answer in zip(TOOLS, line)])
    return reached, short, long


def section(bench):
    parts, collections = [], prose(bench.data)
    for similarity in THRESHOLDS:
        answers = [answers_of(bench, collection, similarity) for collection in collections]
        reached, short, long = tables_of(collections, answers)
        bench.bar(f"F1 against the best MinHash peer at its best setting, truth from {similarity}: least lead on a set", "0",
                  f"{min(line[0].score.f1 - max(answer.score.f1 for answer in line[1:]) for line in answers):.3f}", reached)
        parts += [f"Truth: exact Jaccard from {similarity}. Not lower on any set and higher on average: {verdict(reached)}.", short,
                  f"<details><summary>Settings, precision and recall, candidates, seconds ({similarity})</summary>", long, "</details>"]
    return parts
