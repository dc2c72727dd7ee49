"""Installs the wheel and the tarball where there is no compiler and none of our libraries, and uses them.

    test_apart.py DIST    DIST has the wheel and the tarball

The place is a new root folder: glibc, the Python that runs this, what that Python itself needs, and nothing else. The
tarball's command runs with glibc alone. Parquet needs libstdc++ too, which every wheel of pyarrow expects to find.
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
LIBRARIES = "/lib/x86_64-linux-gnu"
GLIBC = ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1", "libresolv.so.2"]
STORY = "The old stone bridge over the river was closed on {} after engineers found a crack in its middle arch."
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
        environment = {"HOME": "/tmp", "PATH": "/none", "PYTHONPATH": self.packages, "LC_ALL": "C.UTF-8"}
        chroot = ["chroot"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "chroot"]
        done = subprocess.run([shutil.which(chroot[0]), *chroot[1:], self.root, *command], capture_output=True, text=True, env=environment)
        if succeeds:
            self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def commands(self):
        """Names the command of the tarball and that of the wheel. Without /proc they need to be told where the data is."""
        return [[self.command], [self.installed]]

    def check_dedup(self, source, kept=("Monday", "other", "桥")):
        for command in self.commands():
            output = "/tmp/kept.jsonl"
            self.run_apart(*command, "dedup", source, "-o", output, "--force", "--quiet")
            with open(self.root + output) as file:
                self.assertEqual([json.loads(line)["id"] for line in file], list(kept), source)

    def test_jsonl_zst_and_zip_are_read(self):
        for name in ("a.jsonl", "a.jsonl.zst", "a.zip"):
            self.check_dedup("/tmp/" + name)


if __name__ == "__main__":
    unittest.main()
