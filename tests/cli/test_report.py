"""`neardup dedup --report`: the page, parsed as a browser would, and what must never be in it."""

import collections
import html.parser
import json
import random
import re
import unittest

from attack_strings import ATTACKS
from neardup_cli import CommandTest, jsonl, run
from test_dedup import corpus, edited, text_of

VOID = {"meta"}
ELEMENTS = set("""html head meta title style body nav a main header p h1 h2 h3 div span section b small figure figcaption
    svg g path rect circle text details summary table thead tbody tr th td code bdi del ins dl dt dd script ul li""".split())
ATTRIBUTES = set("""lang charset http-equiv content name href class style title id viewbox role aria-label aria-hidden d x y
    width height cx cy r data-list dir type preserveaspectratio target rel""".split())


class Page(html.parser.HTMLParser):
    """What a page is made of. Texts are those of one language."""

    def __init__(self, text, language="en"):
        super().__init__(convert_charrefs=True)
        self.language, self.root = language, None
        self.elements, self.attributes, self.comments = collections.Counter(), [], 0
        self.tables, self.scripts, self.text, self.texts = [], [], "", []
        self.open, self.policy, self.languages = [], None, collections.Counter()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements[tag] += 1
        self.attributes += [(tag, name, value) for name, value in attrs]
        attributes = dict(attrs)
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag == "script":
            self.scripts.append("")
        if tag == "div" and attributes.get("class") in ("text", "text unmarked"):
            self.texts.append("")
        if tag == "html":
            self.root = attributes["lang"]
        elif attributes.get("lang"):
            self.languages[attributes["lang"]] += 1
        if tag not in VOID:
            is_other = tag != "html" and attributes.get("lang", self.language) != self.language
            self.open.append((tag, attributes.get("class"), is_other))

    def handle_endtag(self, tag):
        while self.open and self.open[-1][0] != tag:  # th and text of SVG may be left open
            assert self.open.pop()[0] in ("th",), tag
        assert self.open, f"</{tag}> closes nothing"
        self.open.pop()

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_comment(self, data):
        self.comments += 1

    def handle_data(self, data):
        tags = [tag for tag, _, _ in self.open]
        if "script" in tags:
            self.scripts[-1] += data
            return
        if any(is_other for _, _, is_other in self.open):
            return
        self.text += data
        if "td" in tags or "th" in tags:
            self.tables[-1][-1][-1] += data
        if any(kind in ("text", "text unmarked") for _, kind, _ in self.open):
            self.texts[-1] += data

    @property
    def data(self):
        return json.loads(self.scripts[1])


class ReportTest(CommandTest):
    def page(self, path, *options, name="report.html"):
        target = self.folder / name
        result = run("dedup", path, "--report", target, *options)
        self.assertIn(result.returncode, (0, 2), result.stderr.decode(errors="replace"))
        self.raw = target.read_bytes()
        self.assertLessEqual(len(self.raw), 10_000_000)
        page = Page(self.raw.decode())
        self.check_harmless(page)
        return page

    def check_harmless(self, page):
        self.assertEqual(page.policy, "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                         "img-src data:")
        self.assertLessEqual(set(page.elements), ELEMENTS)
        self.assertLessEqual({name for _, name, _ in page.attributes}, ATTRIBUTES)
        self.assertEqual((page.elements["script"], page.elements["style"], page.comments), (3, 1, 0))
        self.assertEqual(page.languages["en"], page.languages["zh-CN"], "every text is in both languages")
        for _, name, value in page.attributes:
            if name == "href":
                self.assertRegex(value, r"^(#[a-z]+(-\d+)?|https?://[^\s\"'`<>]+)$")
            if name == "rel":
                self.assertEqual(value, "noopener noreferrer")
        self.assertEqual(sum(name == "target" for _, name, _ in page.attributes),
                         sum(name == "rel" for _, name, _ in page.attributes))
        for _, name, value in page.attributes:
            if name == "style":
                self.assertRegex(value, r"^flex-grow:[\d.e+-]+$")
            if name == "id":
                self.assertRegex(value, r"^[a-z]+(-\d+)?$")
        self.assertEqual(page.open, [], "every element is closed")

    def corpus_file(self, count=300):
        return self.write("a.jsonl", jsonl(corpus(count)))

    def test_the_numbers_are_those_of_the_run(self):
        path = self.corpus_file()
        for rule in (("--similarity", 0.8), ("--distance", 6), ("--distance", 10, "--verify", "jaccard:0.7")):
            data = self.page(path, *rule, "--pairs", self.folder / "p.tsv", "--clusters", self.folder / "c.tsv").data
            stats = json.loads(run("dedup", path, *rule, "--stats").stderr)
            for name in ("documents", "kept", "exact", "near", "clusters", "largest", "without_fingerprint", "text_bytes"):
                self.assertEqual(data["counts"][name], stats[name], name)
            pairs = [line.split("\t") for line in (self.folder / "p.tsv").read_text().splitlines()]
            self.assertEqual(data["counts"]["pairs"], len(pairs))
            by_distance = collections.Counter(int(pair[2]) for pair in pairs if pair[2] != "-")
            self.assertEqual({row["distance"]: row["found"] for row in data["distances"] if row["found"]}, by_distance)
            self.assertEqual(sum(row["pairs"] for row in data["similarities"]), sum(pair[3] != "-" for pair in pairs))
            self.assertEqual(sorted((pair["first"], pair["second"]) for pair in data["pairs"]),
                             sorted((pair[0], pair[1]) for pair in pairs))
            sizes = collections.Counter(line.split("\t")[0] for line in (self.folder / "c.tsv").read_text().splitlines())
            self.assertEqual({cluster["kept"]: cluster["documents"] for cluster in data["clusters"]}, sizes)
            self.assertEqual(sum(row["clusters"] for row in data["cluster_sizes"]), len(sizes))

    def test_distances_of_all_pairs_are_counted_for_a_small_corpus(self):
        documents = corpus(200)
        values = sorted({int(value, 16) for value in self.fingerprints(documents).values()})
        counted = collections.Counter(bin(a ^ b).count("1") for i, a in enumerate(values) for b in values[:i])
        self.assertLess(len(values), len(self.fingerprints(documents)), "copies, which make no estimate larger")
        data = self.page(self.write("a.jsonl", jsonl(documents))).data
        for row in data["distances"]:
            self.assertAlmostEqual(row["estimated"], counted[row["distance"]], places=6)
        self.assertAlmostEqual(sum(row["chance"] for row in data["distances"]), len(values) * (len(values) - 1) / 2,
                               places=3)

    def test_chance_has_a_column_only_where_it_decides(self):
        path = self.corpus_file()
        for rule, is_there in ((("-k", 6), True), (("-k", 6, "--verify", "jaccard:0.7"), False),
                               (("-k", 6, "--within", "id"), False), (("-s", 0.8), False)):
            page = self.page(path, *rule)
            self.assertEqual(any("pairs by chance" in row for table in page.tables for row in table), is_there, rule)

    def test_stricter_thresholds_are_counted_from_the_pairs_of_the_run(self):
        path = self.corpus_file()
        pairs = self.folder / "pairs.tsv"
        for option, rule, column, sign in (("--distance", 6, 2, 1), ("--similarity", 0.7, 3, -1)):
            data = self.page(path, option, rule, "--pairs", pairs).data
            self.assertGreaterEqual(len(data["thresholds"]), 6)
            self.assertEqual(data["thresholds"][-1]["threshold"], rule)
            links = [line.split("\t") for line in pairs.read_text().splitlines()]
            removed = {row["threshold"]: row["removed"] for row in data["thresholds"]}
            self.assertLess(min(removed.values()), max(removed.values()))
            for row in data["thresholds"]:
                within = [link for link in links if sign * float(link[column]) <= sign * row["threshold"] + 1e-9]
                sizes = collections.Counter(link[0] for link in within)
                self.assertEqual((row["removed"], row["clusters"], row["largest"]),
                                 (len(within), len(sizes), max(sizes.values()) + 1), row)

    def test_one_document_stays(self):
        path = self.write("two.jsonl", jsonl([{"id": 1, "text": text_of(1)}, {"id": 2, "text": text_of(1)}]))
        report = self.folder / "two.html"
        self.succeed("dedup", path, "--report", report)
        self.assertIn("1 exact and 0 near duplicates in 1 cluster; 1 document stays.", report.read_text())

    def test_tables_can_be_read_without_a_script(self):
        text_of_id = {str(document["id"]): document["text"] for document in corpus(300)}
        page = self.page(self.corpus_file())
        data = page.data
        tables = {(table[0][0], table[0][1]): table[1:] for table in page.tables}
        clusters, pairs = tables["kept", "documents"], tables["kept", "removed"]
        self.assertEqual([row[1] for row in clusters], [str(cluster["documents"]) for cluster in data["clusters"]])
        for row, cluster in zip(clusters, data["clusters"], strict=True):
            self.assertTrue(row[0].startswith(cluster["kept"]), "the name, then a line of the text")
            self.assertTrue(text_of_id[cluster["kept"]].startswith(row[0].removeprefix(cluster["kept"])[:20]))
            self.assertTrue(all(other in row[5] for other in cluster["others"]))
        self.assertEqual([row[2] for row in pairs], [str(pair["distance"]) for pair in data["pairs"]])
        for row, pair in zip(pairs, data["pairs"], strict=True):
            names = {pair["first"], pair["second"]}
            self.assertTrue(row[0].startswith(pair["kept"]))
            self.assertTrue(row[1].startswith((names - {pair["kept"]}).pop()))
        self.assertEqual(len(tables["similarity at least", "clusters"]), len(data["thresholds"]))
        self.assertGreater(len(page.texts), 20)
        self.assertEqual(page.elements["del"] > 10, True)

    def test_a_hundred_attacks_stay_text(self):
        lines = []
        for number, attack in enumerate(ATTACKS):
            shared = " ".join(f"word{number}x{i}" for i in range(30)) + " "
            body = attack.decode("utf-8", "surrogateescape")
            raw = "".join(c if "\udc80" <= c <= "\udcff" else json.dumps(c, ensure_ascii=False)[1:-1] for c in body)
            raw = raw.encode("utf-8", "surrogateescape")
            for side in (b"a", b"b"):
                lines.append(b'{"id":"' + raw + b'","text":"' + shared.encode() + raw + b" " + side + raw + b'"}\n')
        path = self.write("attacks.jsonl", b"".join(lines))
        page = self.page(path, "--similarity", 0.5, "--shingle", 1, "--encoding", "utf-8")
        repaired = [attack.decode("utf-8", "replace") for attack in ATTACKS]
        data = page.data
        pairs = {pair["first"] for pair in data["pairs"] if pair["first"] == pair["second"]}
        missing = [attack for attack in repaired if attack not in pairs and attack != ""]
        self.assertEqual(missing, [])
        plain = [attack for attack in repaired if attack.isprintable() and attack]  # others are made visible
        self.assertGreater(len(plain), 80)
        self.assertEqual([attack for attack in plain if not any(attack in text for text in page.texts)], [])
        for raw in ("\u202e", "\u2066", "\u2028", "\u2029", "\x00", "\x1b", "\x07", "\ufeff"):
            self.assertNotIn(raw, self.raw.decode())
        shown = [row[0] for table in page.tables for row in table]
        for attack in ("<script>alert(1)</script>", "\" onmouseover=\"alert(12)", "{{constructor.constructor('alert(25)')()}}",
                       "⟨U+202E⟩txt.exe"):
            self.assertTrue(any(name.startswith(attack) for name in shown), attack)

    def test_attacks_in_names_of_files_and_in_the_command_line(self):
        name = "<img src=x onerror=alert(1)> ' \" & \u202e.jsonl"
        path = self.write(name, jsonl({"text": document["text"]} for document in corpus(40)))
        page = self.page(path, name="report<script>.html")
        self.assertIn("onerror", page.data["run"]["command"])
        self.assertIn("<img src=x onerror=alert(1)>", page.text)

    def test_the_same_input_makes_the_same_bytes(self):
        path = self.corpus_file()
        for rule in (("--similarity", 0.8), ("--distance", 6)):
            self.page(path, *rule, "--no-timestamp", "-j", 1, name="one.html")
            first = self.raw
            self.page(path, *rule, "--no-timestamp", "-j", 3, name="two.html")
            self.assertEqual(self.raw, first)
            self.assertNotIn(b"peak memory", first)
        timed = self.page(path).data["run"]
        self.assertRegex(timed["time"], r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$")
        self.assertIn("--report", timed["command"])
        self.assertGreater(timed["peak_memory_bytes"], 1_000_000)

    def test_an_anonymous_report_names_nothing(self):
        documents = [{"id": f"secretname{i}", "text": document["text"].replace("river", "secretword")}
                     for i, document in enumerate(corpus(80))]
        path = self.write("secretfile.jsonl", jsonl(documents))
        page = self.page(path, "--anonymise", "--link", "components")
        self.assertNotIn(b"secret", self.raw)
        self.assertIn("#1", page.text)
        self.assertGreater(page.elements["details"], 5)  # bits are still there
        self.assertEqual(page.texts, [])

    def test_pairs_of_every_distance_are_shown_not_only_the_nearest(self):
        choose = random.Random(5)
        base = [f"w{choose.randrange(10**6)}" for _ in range(400)]
        documents = []
        for i in range(3300):  # most of them are near one that stays
            words = list(base)
            for place in choose.sample(range(400), 6 + i % 20):
                words[place] = f"x{i}y{place}"
            documents.append({"id": f"near-{i}", "text": " ".join(words)})
        for i in range(40):
            documents += [{"id": f"far-{i}-{side}", "text": text} for side, text in
                          (("a", text_of(3 * i + 1, 90)), ("b", edited(edited(text_of(3 * i + 1, 90), i), i + 7)))]
        data = self.page(self.write("a.jsonl", jsonl(documents)), "--distance", 12).data
        self.assertGreater(data["counts"]["pairs"], 2700)
        self.assertEqual(len(data["pairs"]), 2500)
        found = {row["distance"]: row["found"] for row in data["distances"] if row["found"]}
        shown = collections.Counter(pair["distance"] for pair in data["pairs"])
        self.assertEqual(set(shown), set(found))
        for distance, count in found.items():
            if count < 100:
                self.assertEqual(shown[distance], count, "rare distances are shown completely")
        self.assertGreaterEqual(len(data["differences"]), 200)
        nearest = [(pair["first"], pair["second"]) for pair in data["pairs"]][:150]
        self.assertLessEqual(set(nearest), {(pair["first"], pair["second"]) for pair in data["differences"]})

    def test_ten_megabytes_are_enough_for_the_worst_names_and_texts(self):
        choose = random.Random(6)
        documents = []
        for i in range(1500):
            words = [f"{choose.randrange(10**5)}<&\"'" for _ in range(600)]
            for side in range(2):
                words[choose.randrange(600)] = f"{side}"
                documents.append({"id": "\u202e<&\"'`" * 40 + str(i), "text": " ".join(words)})
        page = self.page(self.write("a.jsonl", jsonl(documents)))
        self.assertGreater(len(self.raw), 5_000_000)
        data = page.data
        self.assertEqual(data["counts"]["clusters"], 1500)
        self.assertGreater(len(data["differences"]), 50)
        self.assertIn(f"The {len(data['clusters']):,} largest of 1,500 clusters", page.text)
        self.assertRegex(page.text, r"The texts of [\d,]+ of them were left out")

    def test_every_kind_of_run_has_a_page(self):
        path, other = self.corpus_file(60), self.write("old.jsonl", jsonl(corpus(30)))
        for options in (("--bits", 128, "--distance", 20), ("--bits", 32, "--distance", 3), ("--against", other),
                        ("--recipe", "pypi-simhash", "--distance", 3), ("--link", "components"), ("--distance", 0),
                        ("--similarity", 1), ("--similarity", 0.3), ("--keep", "longest"), ("--distance", 16),
                        ("--method", "sentences")):
            data = self.page(path, *options).data
            self.assertGreater(data["counts"]["pairs"], 0, options)
        for content in (b"", jsonl(corpus(1)), jsonl([{"id": 1, "text": ""}] * 3)):
            self.assertEqual(self.page(self.write("b.jsonl", content)).data["counts"]["near"], 0)

    def test_warnings_say_what_to_beware_of(self):
        words = [f"w{i}" for i in range(600)]
        chain = [{"id": f"chain-{i}", "text": " ".join(words[i * 8:i * 8 + 200])} for i in range(50)]
        path = self.write("a.jsonl", jsonl(chain + [{"id": "short", "text": "ok"}]) + b"{broken\n")
        titles = {warning["title"]: warning["text"]
                  for warning in self.page(path, "--link", "components", "--exact").data["warnings"]}
        self.assertIn("chain-0", titles["Chaining"])
        self.assertIn("1 records", titles["Input was skipped"])
        self.assertIn("50 documents", titles["One large cluster"])
        self.assertIn("1 document ", titles["Without fingerprint"])
        lines = jsonl({"id": i, "text": text_of(i * 3 + 1)} for i in range(300))
        titles = {warning["title"] for warning in self.page(self.write("c.jsonl", lines), "--bits", 32, "--distance", 8).data["warnings"]}
        self.assertIn("Pairs by chance", titles)

    def test_too_short_means_in_the_report_what_it_means_in_the_summary(self):
        texts = ["", "!!!", "!!!", "cat", "cat", "for (i = 0; i < n; ++i) sum += a[i]; return sum;"]
        path = self.write("a.jsonl", jsonl([{"id": i, "text": text} for i, text in enumerate(texts)]))
        for rule in (("--similarity", 0.8), ("--distance", 3), ("--method", "sentences")):
            for against in ((), ("--against", path)):
                data = self.page(path, *rule, *against).data
                stats = json.loads(run("dedup", path, *rule, *against, "--stats").stderr)
                self.assertEqual(data["counts"]["too_short"], stats["too_short"], rule)
                titles = {warning["title"]: warning["text"] for warning in data["warnings"]}
                self.assertIn(f"{stats['too_short']} documents (", titles["Short texts"])

    def test_numbers_are_those_of_the_summary_line(self):
        documents = corpus(200) + [{"id": "short", "text": "ok"}]
        path = self.write("a.jsonl", jsonl(documents))
        for rule in (("--similarity", 0.8), ("--distance", 3)):
            report = self.folder / "r.html"
            summary = run("dedup", path, *rule, "--report", report, env={"LC_ALL": "C"}).stderr.decode()
            match = re.search(r"([\d,]+) documents: ([\d,]+) kept, ([\d,]+) exact and ([\d,]+) near duplicates .*; "
                              r"([\d,]+) clusters, the largest of ([\d,]+)(?:; ([\d,]+) too short to judge)?", summary)
            documents, kept, exact, near, clusters, largest, short = match.groups(default="0")
            page = Page(report.read_text())
            for name, value in (("documents", documents), ("kept", kept), ("exact duplicates", exact),
                                ("near duplicates", near), ("clusters", clusters), ("too short to judge", short)):
                self.assertIn(value + name, page.text)
            self.assertIn(f"the largest of {largest}", page.text)
            self.assertIn(f"{exact} exact and {near} near duplicates in {clusters} clusters", page.text)

    def test_web_addresses_are_links(self):
        text = text_of(1, 60)
        documents = [{"id": "https://example.org/a?x=1&y=2", "text": text}, {"id": "b", "url": "http://example.org/b", "text": text},
                     {"id": "c", "url": "javascript:alert(1)", "text": edited(text, 1)},
                     {"id": "https://example.org/\"onclick=alert(1)", "text": edited(text, 2)}]
        page = self.page(self.write("a.jsonl", jsonl(documents)), "--similarity", 0.5)
        links = {value for _, name, value in page.attributes if name == "href" and not value.startswith("#")}
        self.assertEqual(links, {"https://example.org/a?x=1&y=2", "http://example.org/b"})
        links = [value for _, name, value in self.page(self.folder / "a.jsonl", "--anonymise").attributes if name == "href"]
        self.assertTrue(all(link.startswith("#") for link in links))

    def test_copies_can_be_read_and_say_where_they_come_from(self):
        lines = jsonl([{"id": "one", "text": "A copied text about the old bridge over the river."}])
        first, second = self.write("first.jsonl", lines), self.write("second.jsonl", lines.replace(b"one", b"two"))
        report = self.folder / "r.html"
        self.succeed("dedup", first, second, "--report", report)
        page = Page(report.read_text())
        self.assertEqual(page.texts, ["A copied text about the old bridge over the river."])
        self.assertIn('class="member exact" href="#text-1"><bdi>two</bdi>', report.read_text())
        self.assertRegex(report.read_text(), '<bdi>two</bdi></a> <span class="file"><bdi>[^<]*second.jsonl</bdi>')

    def test_the_language_is_that_of_the_locale_unless_one_is_named(self):
        path = self.corpus_file(30)
        for option, environment, language in (
                ((), {"LC_ALL": "zh_CN.UTF-8"}, "zh-CN"), ((), {"LC_ALL": "", "LC_MESSAGES": "zh_TW"}, "zh-CN"),
                ((), {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.GBK"}, "zh-CN"),
                ((), {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"), ((), {"LC_ALL": "de_DE.UTF-8"}, "en"),
                (("--report-language", "en"), {"LC_ALL": "zh_CN.UTF-8"}, "en"),
                (("--report-language", "auto"), {"LC_ALL": "zh_CN.UTF-8"}, "zh-CN"),
                (("--report-language", "zh"), {"LC_ALL": "C"}, "zh-CN")):
            report = self.folder / "r.html"
            self.assertEqual(run("dedup", path, "--report", report, *option, env=environment).returncode, 0)
            page = Page(report.read_text(), "zh-CN")
            self.assertEqual(page.root, language, (option, environment))
            self.assertIn("近似重复", page.text)
            self.assertIn("判定规则：相似度不低于 0.8。", page.text)
        self.fail_with("--report-language", "dedup", path, "--report", report, "--report-language", "fr")

    def test_options_of_the_report_need_one(self):
        path = self.corpus_file(5)
        self.fail_with("--report", "dedup", path, "--report-language", "zh")
        self.fail_with("--report", "dedup", path, "--no-timestamp")
        self.fail_with("--report", "dedup", path, "--anonymise")
        self.fail_with("no/such", "dedup", path, "--report", self.folder / "no/such/report.html")


if __name__ == "__main__":
    unittest.main()
