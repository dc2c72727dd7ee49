"""Precision, recall, F1 of pairs, and the adjusted Rand index of clusters."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True)
class Score:
    right: int
    predicted: int
    truth: int

    @property
    def precision(self):
        return self.right / self.predicted if self.predicted else 1.0

    @property
    def recall(self):
        return self.right / self.truth if self.truth else 1.0

    @property
    def f1(self):
        return 2 * self.right / (self.predicted + self.truth) if self.predicted + self.truth else 1.0


def score_pairs(predicted, truth):
    """Both are sets of ordered pairs; every pair that is not in the truth is wrong."""
    return Score(len(predicted & truth), len(predicted), len(truth))


def score_labels(predicted, labels, unlisted_is_wrong=None):
    """Labels 1 and 0. Pairs that are not listed are wrong if no pair is labelled 0, and ignored otherwise."""
    positive = {pair for pair, label in labels.items() if label == 1}
    if unlisted_is_wrong is None:
        unlisted_is_wrong = len(positive) == len(labels)
    counted = predicted if unlisted_is_wrong else predicted & labels.keys()
    return score_pairs(counted, positive)


def scores_by_threshold(values, truth, thresholds, at_most=False):
    """One Score for each threshold. `values`: pair to value; predicted are those on the right side of the threshold."""
    def counted(numbers):
        ascending = sorted(numbers)
        if at_most:
            return [bisect_right(ascending, threshold) for threshold in thresholds]
        return [len(ascending) - bisect_left(ascending, threshold) for threshold in thresholds]
    right = counted(value for pair, value in values.items() if pair in truth)
    return [Score(*counts, len(truth)) for counts in zip(right, counted(values.values()))]


def pairs_of(sizes):
    return sum(comb(size, 2) for size in sizes)


def count(values):
    counts = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


def adjusted_rand_index(predicted, truth, documents):
    """`predicted`, `truth`: document to cluster; a document in none is a cluster of its own."""
    everything = comb(len(documents), 2)
    both = count((predicted[document], truth[document]) for document in documents
                 if document in predicted and document in truth)
    common = pairs_of(both.values())
    found = pairs_of(count(predicted.values()).values())
    true = pairs_of(count(truth.values()).values())
    expected = found * true / everything
    most = (found + true) / 2
    return (common - expected) / (most - expected) if most != expected else 1.0
