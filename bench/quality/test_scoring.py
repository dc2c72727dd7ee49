"""Scoring against figures worked out by hand.

    python3 bench/quality/test_scoring.py
"""

import itertools
import unittest

from scoring import adjusted_rand_index, score_labels, score_pairs, scores_by_threshold


class ScoringTest(unittest.TestCase):
    def test_pairs(self):
        score = score_pairs({("a", "b"), ("a", "c"), ("b", "d")}, {("a", "b"), ("c", "d")})
        self.assertEqual((score.right, score.predicted, score.truth), (1, 3, 2))
        self.assertAlmostEqual(score.precision, 1 / 3)
        self.assertAlmostEqual(score.recall, 1 / 2)
        self.assertAlmostEqual(score.f1, 2 / 5)

    def test_nothing_found_where_nothing_is(self):
        self.assertEqual(score_pairs(set(), set()).f1, 1)
        self.assertEqual(score_pairs(set(), {("a", "b")}).f1, 0)

    def test_pairs_that_nobody_judged_count_only_when_no_pair_is_negative(self):
        found = {("a", "b"), ("a", "z")}
        self.assertEqual(score_labels(found, {("a", "b"): 1, ("a", "c"): 0}).precision, 1)
        self.assertEqual(score_labels(found, {("a", "b"): 1, ("a", "c"): 1}).precision, 0.5)
        self.assertEqual(score_labels(found, {("a", "b"): 1}, unlisted_is_wrong=False).precision, 1)

    def test_thresholds_of_both_directions(self):
        values, truth = {("a", "b"): 3, ("a", "c"): 8}, {("a", "b")}
        self.assertEqual([score.predicted for score in scores_by_threshold(values, truth, [2, 3, 8], at_most=True)], [0, 1, 2])
        self.assertEqual([score.predicted for score in scores_by_threshold(values, truth, [2, 4, 9])], [2, 1, 0])

    def test_rand_index_by_counting_pairs(self):
        documents = list("abcdefg")
        predicted = {"a": 1, "b": 1, "c": 1, "d": 2, "e": 2}
        truth = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "y"}

        def together(clusters):
            return {pair for pair in itertools.combinations(documents, 2)
                    if pair[0] in clusters and clusters[pair[0]] == clusters.get(pair[1])}
        found, true = together(predicted), together(truth)
        expected = len(found) * len(true) / 21
        index = (len(found & true) - expected) / ((len(found) + len(true)) / 2 - expected)
        self.assertAlmostEqual(adjusted_rand_index(predicted, truth, documents), index)
        self.assertEqual(adjusted_rand_index(truth, truth, documents), 1)


if __name__ == "__main__":
    unittest.main()
