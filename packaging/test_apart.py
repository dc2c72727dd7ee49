"""Installs the wheel and the tarball where there is no compiler and none of our libraries, and uses them.

    test_apart.py DIST    DIST has the wheel and the tarball

The place is a new root folder: glibc, the Python that runs this, what that Python itself needs, and nothing else. The
commands run with glibc alone. The Python package and Parquet also get libstdc++ and libgcc_s, which the wheels of
nanobind-backend and pyarrow expect to find on every system.
Needs root, or user namespaces.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import unittest
import zipfile

DIST = os.path.abspath(sys.argv.pop()) if len(sys.argv) > 1 else ""
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OURS = SOURCE + "/build/portable/neardup"  # answers as they should be, from a place where everything is found
LIBRARIES = "/lib/x86_64-linux-gnu"
GLIBC = ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1", "libresolv.so.2"]
STORY = ("The old stone bridge over the river was closed on {} after engineers found a crack in its middle arch. The city "
         "has asked drivers to use the northern road until the repair is finished, which may take about six weeks.")
CHINESE = "周一上午,工程师在老石桥的中间桥拱上发现了一条裂缝,这座桥随后被关闭,预计维修需要六个星期。"


def copy_into(root, path):
    """Copies a file, or what a link points to, to the same path below the root."""
    target = root + path
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copy(path, target)


def needed_libraries(path):
    """Returns the shared libraries that the loader finds for a program or module."""
    lines = subprocess.run(["ldd", path], capture_output=True, text=True).stdout.splitlines()
    return [line.split("=>")[1].split()[0] for line in lines if "=> /" in line]


def make_root(root):
    for name in GLIBC:
        copy_into(root, f"{LIBRARIES}/{name}")
    copy_into(root, "/lib64/ld-linux-x86-64.so.2")
    os.makedirs(root + "/tmp")
    os.makedirs(root + "/proc")


def add_python(root):
    """Adds the Python that runs this, its standard library and what their binaries need."""
    program = os.path.realpath(sys.executable)
    library = sysconfig.get_path("stdlib")
    skipped = shutil.ignore_patterns("site-packages", "dist-packages", "test", "config-*", "__pycache__", "idlelib")
    shutil.copytree(library, root + library, ignore=skipped)
    binaries = [program, *glob.glob(library + "/lib-dynload/*.so")]
    copy_into(root, program)
    for each in {each for binary in binaries for each in needed_libraries(binary)}:
        if "libstdc++" not in each and "libgcc_s" not in each:
            copy_into(root, each)
    return program


class Apart(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = cls.folder.name
        make_root(cls.root)
        cls.python = add_python(cls.root)
        with tarfile.open(glob.glob(DIST + "/neardup-*-linux.tar.gz")[0]) as tarball:
            tarball.extractall(cls.root + "/opt", filter="data")
        cls.command = glob.glob(cls.root + "/opt/*/bin/neardup")[0][len(cls.root):]
        cls.install_wheel()
        cls.write_inputs()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def install_wheel(cls):
        """Lets pip install the wheel, as it lies in a folder of packages and programs, into /venv of the root."""
        venv = cls.root + "/venv"
        cls.packages = f"/venv/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-warn-script-location",
                        "--ignore-installed", "--only-binary", ":all:", "--prefix", venv, *glob.glob(DIST + "/neardup-*.whl")], check=True)
        cls.installed = "/venv/bin/neardup"

    @classmethod
    def write_inputs(cls):
        folder = cls.root + "/tmp/"
        rows = [{"id": day, "text": STORY.format(day)} for day in ("Monday", "Tuesday")]
        rows += [{"id": "other", "text": "Apples and pears are harvested late this year because of the cold spring."}]
        rows += [{"id": "桥", "text": CHINESE}, {"id": "桥2", "text": CHINESE.replace("六个", "八个")}]
        cls.rows = rows
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        with open(folder + "a.jsonl", "w") as file:
            file.write(lines)
        with open(folder + "gbk.txt", "w", encoding="gbk") as file:
            file.write(CHINESE * 3)
        with open(folder + "utf8.txt", "w") as file:
            file.write(CHINESE * 3)
        with open(folder + "traditional.txt", "w") as file:
            file.write("週一上午,工程師在老石橋的中間橋拱上發現了一條裂縫,這座橋隨後被關閉,預計維修需要六個星期。" * 3)
        with open(folder + "page.html", "w") as file:
            file.write("<html><body><p>" + STORY.format("Monday") + "</p></body></html>")
        with zipfile.ZipFile(folder + "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.jsonl", lines)
        subprocess.run(["zstd", "-q", "-f", folder + "a.jsonl", "-o", folder + "a.jsonl.zst"], check=True)
        import pyarrow
        import pyarrow.parquet
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), folder + "a.parquet")
        with open(folder + "broken.parquet", "wb") as file:
            file.write(b"PAR1" + bytes(100) + b"PAR1")

    def run_apart(self, *command, succeeds=True):
        """Runs a command in the root, which also gets /proc: programs find themselves there."""
        environment = {"HOME": "/tmp", "PATH": "/none", "PYTHONPATH": self.packages, "LC_ALL": "C.UTF-8"}
        enter = [shutil.which("unshare"), "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"]), "/bin/sh", "-c",
                 '/bin/mount --rbind /proc "$0/proc" && exec /usr/sbin/chroot "$0" "$@"', self.root]
        done = subprocess.run([*enter, *command], capture_output=True, text=True, env=environment)
        if succeeds:
            self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def kept(self, command, *arguments):
        """Returns the ids that dedup keeps."""
        output = "/tmp/kept.jsonl"
        if os.path.exists(self.root + output):
            os.unlink(self.root + output)
        self.run_apart(command, "dedup", *arguments, "-o", output, "--quiet")
        with open(self.root + output) as file:
            return [json.loads(line)["id"] for line in file]

    def both(self):
        """Runs a test with the command of the tarball, then with that of the wheel."""
        for command in (self.command, self.installed):
            with self.subTest(command=command):
                yield command

    def fingerprint(self, command, *arguments):
        return self.run_apart(command, "fingerprint", *arguments).stdout.split()[1]

    def test_nothing_of_ours_is_visible(self):
        visible = os.listdir(self.root + LIBRARIES)
        for name in ("libicu", "libzstd", "librocksdb", "libxml2", "libstdc++", "libgcc_s"):
            self.assertFalse([each for each in visible if each.startswith(name)], name)
        self.assertFalse(os.path.exists(self.root + "/usr/bin"))

    def test_jsonl_zst_and_zip_are_read(self):
        for command in self.both():
            for name in ("a.jsonl", "a.jsonl.zst", "a.zip"):
                self.assertEqual(self.kept(command, "/tmp/" + name), ["Monday", "other", "桥"], name)

    def test_an_encoding_is_guessed(self):
        for command in self.both():
            self.assertEqual(self.fingerprint(command, "/tmp/gbk.txt"), self.fingerprint(command, "/tmp/utf8.txt"))

    def test_chinese_words_are_cut(self):
        for command in self.both():
            for recipe in ("jieba-tfidf", "cppjieba-jenkins"):
                here = subprocess.run([OURS, "fingerprint", "--recipe", recipe, self.root + "/tmp/utf8.txt"],
                                      capture_output=True, text=True, check=True).stdout.split()[1]
                self.assertEqual(self.fingerprint(command, "--recipe", recipe, "/tmp/utf8.txt"), here)

    def test_traditional_chinese_is_converted(self):
        for command in self.both():
            values = [self.fingerprint(command, "--normalize", "simplified", f"/tmp/{name}.txt") for name in ("utf8", "traditional")]
            self.assertEqual(values[0], values[1])

    def test_web_pages_are_read(self):
        for command in self.both():
            self.assertRegex(self.run_apart(command, "fingerprint", "/tmp/page.html").stdout, "[0-9a-f]{16}")

    def test_live_collections_work(self):
        for number, command in enumerate(self.both()):
            done = self.run_apart(command, "seen", f"/tmp/live{number}", "/tmp/a.jsonl")
            self.assertIn("Tuesday", done.stdout)

    def test_errors_are_messages(self):
        for command in self.both():
            done = self.run_apart(command, "fingerprint", "--recipe", "jieba-tfidf,idf=/none", "/tmp/utf8.txt", succeeds=False)
            self.assertEqual(done.returncode, 2, done.stderr)


class ApartWithPython(Apart):
    """The same with what the wheels of numpy and pyarrow expect of a system besides glibc, and with pyarrow."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        import pyarrow
        for name in ("libstdc++.so.6", "libgcc_s.so.1"):
            copy_into(cls.root, f"{LIBRARIES}/{name}")
        target = cls.root + cls.packages + "/pyarrow"
        if not os.path.exists(target):
            shutil.copytree(os.path.dirname(pyarrow.__file__), target, ignore=shutil.ignore_patterns("tests", "include"))

    def test_nothing_of_ours_is_visible(self):
        self.assertFalse(os.path.exists(self.root + "/usr/bin"))

    def test_python_calls_work(self):
        lines = """
import neardup
story = "The old stone bridge was closed on {} after engineers found a crack in its middle arch, said the city."
result = neardup.dedup([story.format("Monday"), "Apples are late.", story.format("Monday")])
print(result.counts.kept)
paths = neardup.dedup("/tmp/a.jsonl.zst")
print(paths.counts.kept)
print(neardup.fingerprint([story]).values[0])
try:
    neardup.Recipe("jieba-tfidf,idf=/none").fingerprint(story)
except neardup.Error as error:
    print("Error")
"""
        done = self.run_apart(self.python, "-c", lines)
        self.assertEqual(done.stdout.split()[:2], ["2", "3"], done.stdout + done.stderr)
        self.assertEqual(done.stdout.split()[-1], "Error")

    def test_parquet_is_read_and_written(self):
        import pyarrow.parquet
        for number, command in enumerate(self.both()):
            output = f"/tmp/kept{number}.parquet"
            self.run_apart(command, "dedup", "/tmp/a.parquet", "-o", output, "--quiet")
            kept = pyarrow.parquet.read_table(self.root + output)
            self.assertEqual(kept["id"].to_pylist(), ["Monday", "other", "桥"])

    def test_broken_parquet_is_a_message(self):
        for command in self.both():
            done = self.run_apart(command, "dedup", "/tmp/broken.parquet", "-o", "/tmp/none.jsonl", succeeds=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("broken.parquet", done.stderr)

    def test_python_reads_parquet(self):
        done = self.run_apart(self.python, "-c", "import neardup; print(neardup.dedup('/tmp/a.parquet').counts.kept)")
        self.assertEqual(done.stdout.strip(), "3")


if __name__ == "__main__":
    unittest.main()
