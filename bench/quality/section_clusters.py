"""Clusters of versioned documents: star linkage beside components, by the adjusted Rand index."""

from scoring import adjusted_rand_index
from sets import versioned
from tables import table, verdict

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)


def line(bench, collection, similarity):
    truth = {document: group for group, members in collection.groups.items() for document in members}
    values = [adjusted_rand_index(
        bench.command.clusters(collection.documents_path, "--similarity", similarity, "--shingle", collection.shingle,
                               "--link", link), truth, collection.documents)
        for link in ("star", "components")]
    reached = values[0] >= values[1] - 0.005
    return [collection.name, f"{similarity:g}", *values, values[0] - values[1], verdict(reached)]


def section(bench):
    lines = [line(bench, collection, similarity) for collection in versioned(bench.data) for similarity in THRESHOLDS]
    least = min(cells[4] for cells in lines)
    bench.bar("star linkage against components, adjusted Rand index: least difference", "-0.005", f"{least:.4f}", least >= -0.005)
    return [table(["set", "S", "ARI of star", "ARI of components", "difference", "wanted: -0.005"], lines)]
