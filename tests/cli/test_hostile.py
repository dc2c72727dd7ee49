"""Hundreds of hostile files, each with a good record beside it: the command ends in time with a clean exit code and a
message if it refuses anything, and the good record always comes out."""

import bz2
import concurrent.futures
import gzip
import io
import json
import lzma
import os
import pathlib
import random
import shutil
import struct
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
import zlib

from neardup_cli import COMMAND, jsonl

GOOD = {"id": "the-good-one", "text": "A perfectly ordinary sentence with enough words to have a fingerprint of its own."}
DEADLINE = 30  # seconds, for one file on a busy machine
CHINESE = "昨天下午，市里的图书馆重新开放了，许多孩子跟着父母一起来看书。"
LINES = jsonl([{"id": i, "text": f"Line {i} of a file that is about to be damaged, with {i * 7919} words"} for i in range(60)])
ARRAY = json.dumps([json.loads(line) for line in LINES.splitlines()], indent=1).encode()
TABLE = ("id,text,more\n" + "".join(f'{i},"some, ""quoted"" words of row {i}\nand more",x\n' for i in range(60))).encode()


def zip_of(members, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def tar_of(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


MEMBERS = [(f"{i}.jsonl", LINES[:400 + i]) for i in range(8)]
WHOLE = {
    "lines.jsonl": LINES, "array.json": ARRAY, "table.csv": TABLE, "text.txt": CHINESE.encode() * 40,
    "gbk.txt": (CHINESE * 40).encode("gbk"), "utf16.txt": (CHINESE * 40).encode("utf-16-le"),
    "lines.jsonl.gz": gzip.compress(LINES), "lines.jsonl.bz2": bz2.compress(LINES), "lines.jsonl.xz": lzma.compress(LINES),
    "members.zip": zip_of(MEMBERS), "members.tar": tar_of(MEMBERS), "members.tgz": gzip.compress(tar_of(MEMBERS)),
}


def truncated():
    for name, content in WHOLE.items():
        for share in (0, 1, 30, 50, 70, 99):
            yield f"cut{share}.{name}", content[:max(1, len(content) * share // 100)]


def flipped():
    choose = random.Random(1)
    for name, content in WHOLE.items():
        for i, count in enumerate((1, 3, 20, 200)):
            damaged = bytearray(content)
            for _ in range(count):
                damaged[choose.randrange(len(damaged))] = choose.randrange(256)
            yield f"flip{i}.{name}", bytes(damaged)


def misnamed():
    endings = (".jsonl", ".json", ".csv", ".tsv", ".txt", ".zip", ".tar", ".gz", ".xz", "")
    for i, (name, content) in enumerate(WHOLE.items()):
        for ending in endings[i % 3::3]:
            yield f"wrong-{name.replace('.', '-')}{ending}", content


def noise():
    choose = random.Random(2)
    for i in range(24):
        yield f"noise{i}" + (".txt", ".json", ".csv", ".jsonl")[i % 4], choose.randbytes(1 << (i % 16))
    for i, magic in enumerate((b"PK\x03\x04", b"\x1f\x8b\x08", b"BZh91AY&SY", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"\xff\xfe", b"\xfe\xff",
                               b"\x00\x00\xfe\xff", b"\xff\xfe\x00\x00", b"\xef\xbb\xbf", b"PK\x05\x06", b"%PDF-1.4", b"\x89PNG\r\n\x1a\n")):
        yield f"magic{i}.txt", magic
        yield f"magic-noise{i}.txt", magic + choose.randbytes(3000)


def json_tricks():
    deep = 100_000
    tricks = [b"[" * deep, b"{" * deep, b"[" * deep + b"]" * deep, b'{"a":' * deep, b'{"a":' * deep + b"1" + b"}" * deep,
              b'[{"text":' + b"[" * deep + b"]" * deep + b"}]", b'{"text":"' + b"\\" * 10001 + b'"}', b'{"text":"\\ud800"}',
              b'{"text":"\\u12', b'{"text":"a\x00b and more words"}', b'{"text":nul}', b'{"text":1e999}', b'{"text":-}',
              b'[{"text":"a"},,{"text":"b"}]', b'[{"text":"a"} {"text":"b"}]', b"[}]", b"]][[{}{}", b"[{]}", b'["' + b"x" * 99999 + b'"]',
              b'{"rows":[{"text":"a"}', b'{"rows":[{"text":"a"}]', b'{"rows":[[[[{"text":"a"}]]]]}', b"[" + b"{}," * 9999 + b"{}]",
              b"[" + b'"",' * 9999 + b"1]", b'{"text":' + b'"x" ' * 9999, b"{}" * 9999, b"null", b'"text"', b"17", b"[null]",
              b'{"' + b"k" * 99999 + b'":1}', b'{"text":"a","text":"b","text":7}', b"{\n" * 9999, b'{"text"\n:\n"' + b"a\n" * 999 + b'"}',
              b'[{"text":"' + b"x" * (1 << 20) + b'"}]', b"\xef\xbb\xbf[\xef\xbb\xbf]", b'{"features":[["a",1e400],[],{}]}']
    for i, trick in enumerate(tricks):
        yield f"trick{i}.json", trick
        yield f"trick{i}.jsonl", trick


def table_tricks():
    tricks = [b'id,text\n1,"never closed', b'id,text\n1,"' + b"x\n" * 9999, b"id,text\n" + b"," * 99999, b"text\n" + b'""""' * 999,
              b"id;text\n1;2;3\n;;;;\n", b"\n\n\n", b",", b'"', b'"\n', b"text", b"text\n", b"text\r\n\r\n\r\n", b"id,text,text\n1,a,b\n",
              b"i\x00d,text\n1,\x00\n", b"text\n" + CHINESE.encode("gbk") + b"\n" + CHINESE.encode() + b"\n",
              (b"id,text\n" + b"1," + b"y" * (1 << 20) + b"\n"), b"\xff\xfei\x00d\x00", b"id\ttext\n1\n2\t\t\t\n"]
    for i, trick in enumerate(tricks):
        yield f"table{i}.csv", trick
        yield f"table{i}.tsv", trick


def text_tricks():
    chinese = CHINESE.encode("gbk")
    tricks = [b"\x00" * 100000, b"a\x00" * 5000, b"\x00a" * 5000, b"\xd8\x00" * 999, b"\x00\xd8" * 999, b"\xff" * 9999, b"\x80" * 9999,
              chinese + CHINESE.encode() + CHINESE.encode("big5", "ignore"), chinese * 50 + b"\x00\x01\x02", b"ascii " * 20000 + chinese,
              b"ascii " * 20000 + chinese[:-1], "é".encode("latin-1") * 500, b"\r" * 9999, b"\x1b[2J" * 999, "\u202e".encode() * 999,
              b"x" * (1 << 22), b"\xf0\x9f" * 999, b"\xed\xa0\x80" * 99, b"\xc0\x80" * 99, b"\xef\xbb\xbf" * 99, CHINESE.encode("utf-16"),
              CHINESE.encode("utf-16")[:-1], CHINESE.encode("utf-32"), CHINESE.encode("utf-7"), CHINESE.encode("hz"), b""]
    for i, trick in enumerate(tricks):
        yield f"text{i}.txt", trick


def archive_tricks():
    bomb = zlib.compressobj(9, zlib.DEFLATED, 31)
    megabytes = b"\x00" * (1 << 20)
    yield "bomb.txt.gz", b"".join(bomb.compress(megabytes) for _ in range(64)) + bomb.flush()
    yield "bomb.zip", zip_of([(f"{i}.txt", megabytes * 16) for i in range(4)])
    yield "bomb.jsonl.bz2", bz2.compress(b"\n" * (1 << 24))
    yield "bomb.json.xz", lzma.compress(b"[" * (1 << 24))
    inner = zip_of([("a.txt", b"words " * 99)])
    for _ in range(10):
        inner = zip_of([("inner.zip", inner)])
    yield "nested.zip", inner
    yield "nested.tar", tar_of([("a.tar", tar_of([("b.tar", tar_of([("c.txt", b"words")]))]))])
    yield "names.zip", zip_of([("../../../etc/x", b"a"), ("/abs", b"b"), ("a\\b", b"c"), ("n" * 3000, b"d"), ("\u202ex", b"e"), ("a/", b"")])
    yield "many.zip", zip_of([(f"{i}.txt", b"") for i in range(3000)])
    yield "same.zip", zip_of([("a.txt", b"one")]) + zip_of([("a.txt", b"two")])
    yield "stored.zip", zip_of(MEMBERS, zipfile.ZIP_STORED)
    yield "bz2.zip", zip_of(MEMBERS, zipfile.ZIP_BZIP2)
    yield "lzma.zip", zip_of(MEMBERS, zipfile.ZIP_LZMA)
    locked = bytearray(zip_of(MEMBERS))
    locked[6] |= 1
    yield "locked.zip", bytes(locked)
    huge = bytearray(zip_of(MEMBERS))
    huge[18:26] = struct.pack("<II", 0xFFFFFFF0, 0xFFFFFFF0)
    yield "sizes.zip", bytes(huge)
    header = bytearray(tar_of([("a.txt", b"text")]))
    header[124:135] = b"77777777777"
    header[148:156] = b"        "
    header[148:156] = b"%06o\x00 " % sum(header[:512])
    yield "sizes.tar", bytes(header)
    yield "zeros.tar", b"\x00" * 10240
    yield "links.tar", links()
    yield "empty.zip", zip_of([])
    yield "docx.zip", zip_of([("[Content_Types].xml", b"<x/>"), ("word/document.xml", b"<x/>")])


def links():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind in (("a", tarfile.SYMTYPE), ("b", tarfile.LNKTYPE), ("c", tarfile.FIFOTYPE), ("d", tarfile.CHRTYPE), ("e", tarfile.DIRTYPE)):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "/etc/passwd"
            archive.addfile(entry)
    return out.getvalue()


def hostile_files():
    for kind in (truncated, flipped, misnamed, noise, json_tricks, table_tricks, text_tricks, archive_tricks):
        yield from kind()


class HostileTest(unittest.TestCase):
    def complaint(self, folder, name, content):
        """What is wrong with the run on this file; None if nothing."""
        path, good, out = folder / name, folder / "good.jsonl", folder / f"{name}.out"
        path.write_bytes(content)
        options = ("-j", "1", "--max-document", "1M", str(path), str(good))
        printed, complaint = self.run_on("fingerprint", *options)
        if not complaint and GOOD["id"].encode() + b"\t" not in printed:
            complaint = "fingerprint lost the good record"
        if not complaint:
            _, complaint = self.run_on("dedup", *options, "-o", f"{out}/")
            clean = out / "good.jsonl"
            if not complaint and (not clean.exists() or clean.read_bytes() != good.read_bytes()):
                complaint = "dedup lost the good record"
        path.unlink()
        shutil.rmtree(out, ignore_errors=True)
        return complaint

    def run_on(self, *arguments):
        """Standard output, and what is wrong with the run; None if nothing."""
        try:
            result = subprocess.run([COMMAND, *arguments], capture_output=True, timeout=DEADLINE, check=False)
        except subprocess.TimeoutExpired:
            return b"", f"{arguments[0]} hangs"
        if result.returncode not in (0, 2):
            return b"", f"{arguments[0]}: exit code {result.returncode}: {result.stderr[-500:]!r}"
        if result.returncode == 2 and not result.stderr:
            return b"", f"{arguments[0]} refused without a message"
        return result.stdout, None

    def test_hostile_files_end_in_a_message_and_cost_nobody_else_a_record(self):
        files = list(hostile_files())
        self.assertGreaterEqual(len(files), 300)
        self.assertEqual(len({name for name, _ in files}), len(files), "every file has a name of its own")
        with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            folder = pathlib.Path(name)
            (folder / "good.jsonl").write_bytes(jsonl([GOOD]))
            found = pool.map(lambda file: self.complaint(folder, *file), files)
            complaints = {file[0]: complaint for file, complaint in zip(files, found) if complaint}
        self.assertEqual(complaints, {})


if __name__ == "__main__":
    unittest.main()
