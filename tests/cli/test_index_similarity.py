"""`neardup index` with --similarity: it finds what `dedup --similarity` finds; and merging index files of both kinds."""

import json
import random
import unittest

from neardup_cli import CommandTest, jsonl, run


def make_documents(seed=1, texts=200, copies=150):
    """Texts of random words, copies with a few changed words, and some too short to have shingles."""
    choose = random.Random(seed)
    words = [f"word{i}" for i in range(2000)]
    drafts = [[choose.choice(words) for _ in range(choose.randint(20, 100))] for _ in range(texts)]
    for _ in range(copies):
        draft = list(drafts[choose.randrange(texts)])
        for _ in range(choose.randint(0, len(draft) // 12)):
            draft[choose.randrange(len(draft))] = choose.choice(words)
        drafts.append(draft)
    drafts += [["!"], ["!"], ["?!"], ["hello"], ["hello"]]
    return [{"id": f"doc-{i}", "text": " ".join(draft)} for i, draft in enumerate(drafts)]


class SimilarityIndexTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.index = self.folder / "a.ndx"
        self.documents = make_documents()
        self.all = self.write("all.jsonl", jsonl(self.documents))

    def build(self, path, *options):
        self.succeed("index", "build", self.index, path, "--similarity", "0.8", *options)

    def query(self, *arguments):
        return [line.split("\t") for line in self.succeed("index", "query", self.index, *arguments).splitlines()]

    def info(self, path=None):
        return json.loads(self.succeed("index", "info", path or self.index, "--format", "jsonl"))

    def deduplicated(self):
        """The kept and the removed documents, and (removed id, kept id) -> similarity."""
        removed = self.folder / "removed.tsv"
        self.succeed("dedup", self.all, "--similarity", "0.8", "--removed", removed, "-o", self.folder / "clean.jsonl")
        links = {tuple(line.split("\t")[:2]): line.split("\t")[3] for line in removed.read_text().splitlines()}
        gone = {name for name, _ in links}
        return ([d for d in self.documents if d["id"] not in gone], [d for d in self.documents if d["id"] in gone], links)

    def test_everything_that_dedup_removed_is_found_with_the_same_similarity(self):
        kept, gone, links = self.deduplicated()
        self.assertGreater(len(gone), 60)
        self.build(self.write("kept.jsonl", jsonl(kept)))
        found = {(query, name): similarity for query, name, similarity in self.query(self.write("gone.jsonl", jsonl(gone)))}
        self.assertEqual({query for query, _ in found}, {document["id"] for document in gone})
        for link, similarity in links.items():
            self.assertEqual(found[link], "1.000000" if similarity == "-" else similarity, link)

    def test_kept_documents_find_only_themselves(self):
        kept, _, _ = self.deduplicated()
        self.build(self.folder / "clean.jsonl")
        hits = self.query(self.folder / "clean.jsonl")
        self.assertEqual([hit[:2] for hit in hits], [[d["id"], d["id"]] for d in kept])

    def test_pairs_lists_the_same_pairs(self):
        self.build(self.all)
        order = {document["id"]: i for i, document in enumerate(self.documents)}
        hits = sorted((order[a], order[b], similarity) for b, a, similarity in self.query(self.all) if order[a] < order[b])
        pairs = [line.split("\t") for line in self.succeed("pairs", self.all, "--similarity", "0.8").splitlines()]
        expected = sorted((order[a], order[b], "1.000000" if s == "-" else s) for a, b, _, s in pairs)
        self.assertEqual(hits, expected)

    def test_a_higher_similarity_and_a_limit_narrow_the_answer(self):
        self.build(self.all)
        everything = self.query(self.all)
        narrow = self.query(self.all, "--similarity", "0.9")
        self.assertEqual(narrow, [hit for hit in everything if float(hit[2]) >= 0.9])
        self.assertEqual(len(self.query(self.all, "--limit", "1")), len(self.documents))
        self.fail_with("similarities from 0.8 to 1, got 0.7", "index", "query", self.index, self.all, "-s", "0.7")

    def test_all_prints_unseen_documents_too(self):
        self.build(self.write("few.jsonl", jsonl(self.documents[:3])))
        strangers = self.write("new.jsonl", jsonl([{"id": "x", "text": "nothing like that was ever seen"}, self.documents[1]]))
        self.assertEqual(self.query(strangers, "--all"), [["x", "-", "-"], ["doc-1", "doc-1", "1.000000"]])
        lines = self.succeed("index", "query", self.index, strangers, "--all", "--format", "jsonl").splitlines()
        self.assertEqual([json.loads(line) for line in lines],
                         [{"query": "x", "id": None, "similarity": None}, {"query": "doc-1", "id": "doc-1", "similarity": 1.0}])

    def test_all_keeps_the_order_of_documents_without_a_fingerprint(self):
        self.succeed("index", "build", self.index, self.all)
        queries = self.write("q.jsonl", jsonl([{"id": "short", "text": "hi"}, self.documents[0], {"id": "end", "text": ""}]))
        self.assertEqual(self.query(queries, "--all", "--limit", "1"),
                         [["short", "-", "-"], ["doc-0", "doc-0", "0"], ["end", "-", "-"]])

    def test_add_and_remove_change_the_file(self):
        self.build(self.write("few.jsonl", jsonl(self.documents[:3])))
        more = self.write("more.jsonl", jsonl([self.documents[5], {"id": "doc-0", "text": self.documents[6]["text"]}]))
        stats = json.loads(run("index", "add", self.index, more, "--stats").stderr)
        self.assertEqual((stats["added"], stats["replaced"], stats["documents_in_index"]), (1, 1, 4))
        self.assertEqual(self.query(self.write("q.jsonl", jsonl([self.documents[6]]))), [["doc-6", "doc-0", "1.000000"]])
        self.succeed("index", "remove", self.index, "doc-0")
        self.assertEqual(self.query(self.folder / "q.jsonl"), [])
        self.succeed("index", "verify", self.index)
        self.assertEqual(self.info()["documents"], 3)

    def test_of_equal_ids_the_last_wins_with_one_warning(self):
        first, second, third = (dict(self.documents[i], id="x") for i in range(3))
        path = self.write("in.jsonl", jsonl([first, second, third]))
        result = run("index", "build", self.index, path, "-s", "0.8")
        self.assertEqual((result.returncode, result.stderr.count(b"several documents have the id x")), (0, 1))
        self.assertEqual(self.query(path), [["x", "x", "1.000000"]])

    def test_info_says_what_share_is_found(self):
        self.build(self.all)
        info = self.info()
        self.assertEqual((info["min_similarity"], info["documents"], info["recipe"]), (0.8, len(self.documents), "text-1"))
        self.assertGreater(info["expected_recall"], 0.99)
        self.assertIn("recall", self.succeed("index", "info", self.index))
        distance = self.folder / "d.ndx"
        self.succeed("index", "build", distance, self.all, "--distance", "3")
        self.assertLess(self.info(distance)["expected_share_at_0.8"], 0.05)
        result = run("index", "query", distance, self.all)
        self.assertIn(b"of the documents with a similarity of 0.8; an index", result.stderr)
        self.assertEqual(run("index", "query", distance, self.all, "--quiet").stderr, b"")

    def test_what_a_kind_of_index_cannot_do_is_refused(self):
        self.build(self.all)
        prints = self.write("prints.tsv", "a\t0123456789abcdef\n")
        distance = self.folder / "d.ndx"
        self.succeed("index", "build", distance, self.all)
        self.fail_with("--distance needs one of fingerprints", "index", "query", self.index, self.all, "-k", "3")
        self.fail_with("not for fingerprints", "index", "query", self.index, "--fingerprints", prints)
        self.fail_with("not for fingerprints", "index", "query", self.index, "--fingerprint", "0123456789abcdef")
        self.fail_with("takes documents, not fingerprints", "index", "add", self.index, "--fingerprints", prints)
        self.fail_with("index build --similarity", "index", "query", distance, self.all, "-s", "0.8")
        self.fail_with("from 0.5 to 1, got 0.3", "index", "build", self.folder / "x.ndx", self.all, "-s", "0.3")
        self.fail_with("cannot be compared with code-1", "index", "query", self.index, self.all, "--recipe", "code-1")
        self.fail_with("excludes", "index", "build", self.folder / "x.ndx", self.all, "-s", "0.8", "-k", "3")

    def test_damage_is_refused(self):
        self.build(self.all)
        content = bytearray(self.index.read_bytes())
        content[len(content) // 2] ^= 4
        self.index.write_bytes(content)
        self.fail_with("checksum", "index", "verify", self.index)


class MergeTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.documents = make_documents(seed=2)
        self.out = self.folder / "all.ndx"

    def build(self, name, documents, *options):
        path = self.folder / (name + ".ndx")
        self.succeed("index", "build", path, self.write(name + ".jsonl", jsonl(documents)), *options)
        return path

    def answers(self, index):
        return self.succeed("index", "query", index, self.folder / "whole.jsonl")

    def test_the_merged_file_answers_as_one_built_at_once(self):
        for options in (("-s", "0.8"), ("-k", "8"), ("-k", "3", "--recipe", "text-1,bits=128")):
            whole = self.build("whole", self.documents, *options, "--force")
            parts = [self.build(f"part{i}", self.documents[i::3], *options, "--force") for i in range(3)]
            self.succeed("index", "merge", self.out, *parts, "--force")
            self.succeed("index", "verify", self.out)
            self.assertEqual(self.answers(self.out), self.answers(whole))

    def test_of_equal_ids_the_last_file_wins(self):
        for options in (("-s", "0.8"), ("-k", "3")):
            first = self.build("first", self.documents[:2], *options, "--force")
            second = self.build("second", [dict(self.documents[5], id="doc-0")], *options, "--force")
            self.succeed("index", "merge", self.out, first, second, "--force")
            self.write("whole.jsonl", jsonl([self.documents[0], self.documents[5]]))
            self.assertEqual([line.split("\t")[:2] for line in self.answers(self.out).splitlines()], [["doc-5", "doc-0"]])

    def test_only_files_of_one_kind_rule_and_recipe_are_merged(self):
        base = self.build("base", self.documents, "-s", "0.8")
        for name, options in (("kind", ("-k", "3")), ("rule", ("-s", "0.9")), ("recipe", ("-s", "0.8", "--recipe", "short-1"))):
            self.fail_with("cannot be merged", "index", "merge", self.out, base, self.build(name, self.documents, *options))
        self.assertFalse(self.out.exists())
        self.fail_with("exists already", "index", "merge", base, base)


if __name__ == "__main__":
    unittest.main()
