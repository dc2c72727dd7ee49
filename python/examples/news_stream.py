"""Follows a stream of news: each story is answered with what it repeats, or kept; nothing is lost on a crash."""

import json
import sys

import neardup

with neardup.Collection("news.seen", similarity=0.8, window=7 * 24 * 3600) as seen:
    with open(sys.argv[1], encoding="utf-8") as stream:
        for line in stream:
            story = json.loads(line)
            answer = seen.check(story["id"], story["text"], source=story["id"].split("-")[0])
            if not answer.is_new and answer.copies > 2:
                print(f"{answer.id} repeats {answer.nearest}, for the {answer.copies}. time")
    print(f"{len(seen)} stories")
