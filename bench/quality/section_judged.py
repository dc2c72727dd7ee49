"""Small prose sets with human or planted labels: figures without a bar."""

from scoring import score_labels
from sets import judged_prose
from tables import table

THRESHOLDS = (0.2, 0.5, 0.8)


def line(bench, collection):
    unlisted_is_wrong = False if collection.folder == "zh_gdut_papercheck" else None
    cells = [collection.name, sum(collection.labels.values())]
    for similarity in THRESHOLDS:
        found = bench.command.pairs(collection.documents_path, "--similarity", similarity, "--shingle", collection.shingle)
        score = score_labels(found.set(), collection.labels, unlisted_is_wrong)
        cells.append(f"{score.precision:.3f} / {score.recall:.3f} / {score.f1:.3f}")
    return cells


def section(bench):
    head = ["set", "true pairs", *(f"S={similarity}: precision / recall / F1" for similarity in THRESHOLDS)]
    return [table(head, [line(bench, collection) for collection in judged_prose(bench.data)])]
