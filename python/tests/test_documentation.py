"""The examples of the documentation run, the notebook too, and their types are right."""

from __future__ import annotations

import doctest
import importlib
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

EXAMPLES = ROOT / "python" / "examples"


@pytest.mark.parametrize(
    "name",
    ["neardup", "neardup._calls", "neardup.collection", "neardup.index", "neardup.duckdb", "neardup.polars",
     "neardup.compat.simhash", "neardup.compat.datasketch"],
)  # fmt: skip
def test_docstrings_say_what_happens(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0 and results.attempted > 0


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("python*.md")), ids=lambda page: page.name)
def test_pages_say_what_happens(page: pathlib.Path, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0 and results.attempted > 0


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_the_lines_of_the_readme_run(page: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    lines = (ROOT / page).read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    done = subprocess.run([sys.executable, "-c", lines], check=True, cwd=tmp_path, capture_output=True, text=True)
    assert "336 documents: 246 kept" in done.stdout
    assert (tmp_path / "clean.jsonl").stat().st_size > 0


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_examples_run(example: pathlib.Path, tmp_path: pathlib.Path) -> None:
    subprocess.run([sys.executable, example, ROOT / "examples" / "news.jsonl"], check=True, cwd=tmp_path)


@pytest.mark.parametrize("notebook", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.name)
def test_notebooks_run(notebook: pathlib.Path) -> None:
    import nbclient
    import nbformat

    document = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(document, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    outputs = [output for cell in document.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in outputs), "no plot"


def package() -> str:
    import neardup

    return str(pathlib.Path(neardup.__file__).parent.parent)


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_types_of_the_examples_are_right(checker: str, tmp_path: pathlib.Path) -> None:
    environment = {**os.environ, "MYPYPATH": package(), "PYTHONPATH": package()}
    if checker == "mypy":
        command = ["mypy", "--strict", "--cache-dir", str(tmp_path), str(EXAMPLES)]
    else:
        for example in EXAMPLES.glob("*.py"):  # a project has what is in its folder
            shutil.copy(example, tmp_path)
        (tmp_path / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{package()}"]}}', encoding="utf-8")
        command = ["pyright", "--project", str(tmp_path), "--pythonpath", sys.executable]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert checker == "mypy" or "0 errors" in done.stdout
