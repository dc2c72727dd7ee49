"""What several tests use: the tree, the command of the same build, and the example of the README."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEWS = ROOT / "examples" / "news.jsonl"


def run_command(*arguments: object) -> str:
    """Run the command and return what it prints."""
    command = [os.environ["NEARDUP"], *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def news() -> list[dict[str, Any]]:
    with NEWS.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
