"""The same without byte-identical texts, which everybody finds: truth and answers are the pairs whose texts differ."""

from statistics import mean

from section_distance import OURS, PYPI, TEXT_DEDUP, best, scores_of
from section_minhash import TOOLS, answers_of
from sets import prose
from tables import table

SIMILARITY = 0.8
RULES = [f"{'`--similarity 0.8`' if tool == 'neardup' else tool}" for tool in TOOLS] + [
    f"`--distance {OURS}` (`text-1`)", f"PyPI simhash, k={PYPI}", "PyPI simhash at the best k of the set", f"text-dedup's SimHash, k={TEXT_DEDUP}"]


def scores_without_copies(bench, collection):
    """In the order of RULES."""
    ours, pypi, text_dedup = scores_of(bench, collection, collection.differs)
    similar = [answer.score for answer in answers_of(bench, collection, SIMILARITY, collection.differs)]
    return [*similar, ours[OURS], pypi[PYPI], pypi[best(pypi)], text_dedup[TEXT_DEDUP]]


def section(bench):
    collections = prose(bench.data)
    columns = [scores_without_copies(bench, collection) for collection in collections]
    lines = [[rule, *(f"{score.precision:.3f} / {score.recall:.3f} / {score.f1:.3f}" for score in scores), mean(score.f1 for score in scores)]
             for rule, scores in zip(RULES, zip(*columns))]
    head = ["precision / recall / F1", *(f"{collection.name}: {column[0].truth} of {len(collection.pairs_from(SIMILARITY))} pairs"
                                         for collection, column in zip(collections, columns)), "mean F1"]
    return [table(head, lines)]
