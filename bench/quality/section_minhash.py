"""MinHash peers at their best, on the sets with Jaccard truth."""

from statistics import mean

from peers import datasketch_candidates, datasketch_sketches, rensa_candidates, shingles, word_bigrams
from scoring import score_pairs, scores_by_threshold
from section_similarity import run
from sets import prose
from tables import table, verdict

THRESHOLDS = (0.8, 0.5)
ESTIMATES = [step / 100 for step in range(30, 100)]  # tried as threshold of the estimated similarity


def datasketch_grid(similarity):
    return [{"permutations": permutations, "threshold": threshold}
            for permutations in (128, 256) for threshold in (similarity, similarity - 0.1, similarity - 0.2)]


def rensa_grid(similarity):
    return [{"permutations": 128, "bands": bands} for bands in ((16, 32) if similarity == 0.8 else (32, 64))]


def best_of(bench, collection, similarity, peer):
    """The best F1 over the grid, its setting and the seconds of that setting."""
    name, grid, candidates = peer
    best = None
    for setting in grid(similarity):
        key = f"{collection.name} {name} " + " ".join(f"{value:g}" for value in setting.values())
        pairs, seconds = candidates(bench, collection, key, **setting)
        scores = scores_by_threshold(pairs, collection.pairs_from(similarity), ESTIMATES)
        top = max(range(len(scores)), key=lambda place: scores[place].f1)
        if best is None or scores[top].f1 > best[0].f1:
            best = scores[top], " ".join(f"{value:g}" for value in setting.values()) + f", estimate {ESTIMATES[top]}", seconds
    return best


def sets_of(collection):
    return [shingles(text, collection.shingle) for text in collection.documents.values()]


def datasketch_peer(bench, collection, key, permutations, threshold):
    name = f"{collection.name} datasketch sketches {permutations}"
    rows, sketching = bench.kept.get(name, lambda: datasketch_sketches(sets_of(collection), permutations))
    pairs, joining = bench.kept.get(key, lambda: datasketch_candidates(list(collection.documents), rows, threshold=threshold))
    return pairs, sketching + joining


def rensa_peer(bench, collection, key, permutations, bands):
    return bench.kept.get(key, lambda: rensa_candidates(list(collection.documents), sets_of(collection), permutations, bands))


PEERS = [("datasketch", datasketch_grid, datasketch_peer), ("rensa", rensa_grid, rensa_peer)]


def text_dedup(collection):
    """200 permutations in 50 bands of 4, word bigrams; what shares a band counts."""
    sets = [word_bigrams(text) for text in collection.documents.values()]
    return datasketch_candidates(list(collection.documents), datasketch_sketches(sets, 200), params=(50, 4))


def line(bench, collection, similarity):
    truth = collection.pairs_from(similarity)
    found = run(bench, collection, similarity)
    mine = score_pairs(found.set(), truth)
    results = [best_of(bench, collection, similarity, peer) for peer in PEERS]
    pairs, _ = bench.kept.get(f"{collection.name} text-dedup 50x4", lambda: text_dedup(collection))
    settings = score_pairs(set(pairs), truth)
    return mine, [score for score, _, _ in results] + [settings], [
        collection.name, mine.f1, f"{found.stats['seconds']:.2f}",
        *(cell for score, setting, seconds in results for cell in (score.f1, f"{setting}; {seconds:.0f} s")),
        settings.f1, f"{settings.precision:.3f} / {settings.recall:.3f}"]


def peers_table(bench, similarity):
    results = [line(bench, collection, similarity) for collection in prose(bench.data)]
    lower = any(mine.f1 < peer.f1 for mine, peers, _ in results for peer in peers)
    means = [mean(mine.f1 for mine, _, _ in results)] + [mean(peers[i].f1 for _, peers, _ in results) for i in range(3)]
    head = ["set", "neardup F1", "seconds", "datasketch F1", "its best setting (permutations, LSH threshold); seconds",
            "rensa F1", "its best setting (permutations, bands); seconds", "50x4 word bigrams F1", "its precision / recall"]
    foot = ["mean", means[0], "", means[1], "", means[2], "", means[3], ""]
    return table(head, [cells for _, _, cells in results] + [foot]), not lower and means[0] > max(means[1:])


def section(bench):
    parts = []
    for similarity in THRESHOLDS:
        text, reached = peers_table(bench, similarity)
        parts += [f"Truth: exact Jaccard from {similarity}. Not lower on any set and higher on average: {verdict(reached)}.", text]
    return parts
