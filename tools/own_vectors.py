"""Writes tests/golden/own_recipes.json: texts and the fingerprints that our own recipes give them.

    python3 tools/own_vectors.py build/release/neardup > tests/golden/own_recipes.json

A change in that file breaks stored fingerprints: it means a new version of a recipe, never a new value of an old one
(before version 1.0 the first versions are still being settled).
"""

import json
import subprocess
import sys

RECIPES = ["text-1", "text-1,bits=32", "text-1,bits=128", "short-1", "short-1,bits=128", "code-1",
           "text-1,normalize=simplified", "text-1,tokens=chars:4,weights=count", "text-1,tokens=text:5,weights=one"]
TEXTS = {
    "empty": "",
    "one word": "bridge",
    "two words": "stone bridge",
    "sentence": "The old stone bridge over the river was closed on Monday morning after a storm.",
    "same sentence, other spelling": "the OLD stone bridge over the river was closed\non Monday morning — after a storm!",
    "full width": "ＴＨＥ ＯＬＤ ＳＴＯＮＥ ＢＲＩＤＧＥ over the river was closed on Monday morning after a storm.",
    "ligatures and marks": "Ｅﬃcient cafés near the Straße sold ①②③ résumés to naïve Ångström fans ﬁve times.",
    "simplified": "周一早上，工程师在老石桥的第二个桥拱上发现一道裂缝，大桥随即封闭。",
    "traditional": "週一早上，工程師在老石橋的第二個橋拱上發現一道裂縫，大橋隨即封閉。",
    "mixed": "iPhone 15 的价格是 5999 元，比去年的 iPhone 14 便宜了 200 元左右。",
    "japanese": "月曜日の朝、エンジニアが古い石橋の二番目のアーチにひびを見つけた。",
    "korean": "월요일 아침에 기술자들이 오래된 돌다리의 두 번째 아치에서 금을 발견했다.",
    "russian and greek": "В понедельник утром мост закрыли. Η ΓΕΦΥΡΑ ΕΚΛΕΙΣΕ ΤΗ ΔΕΥΤΕΡΑ ΤΟ ΠΡΩΙ ΓΙΑ ΟΛΟΥΣ.",
    "repeated": "row row row your boat gently down the stream " * 40,
    "code": "int sum(const int* values, int count) {\n  int total = 0;  // add up\n"
            "  for (int i = 0; i < count; ++i) total += values[i];\n  return total;\n}\n",
    "rare Han": "𠀀𠀁𠮷野家の𠮷は㐂と書くことがある。",
    "controls": "one\u0000two\u0001three four\u200bfive six\u00adseven eight",
}


def fingerprints(command, recipe):
    documents = "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in TEXTS.items())
    result = subprocess.run([command, "fingerprint", "-", "--input-format", "jsonl", "--recipe", recipe],
                            input=documents.encode(), capture_output=True, check=True)
    return dict(line.split("\t") for line in result.stdout.decode().splitlines())


def main():
    by_recipe = {recipe: fingerprints(sys.argv[1], recipe) for recipe in RECIPES}
    vectors = [{"name": name, "text": text, "fingerprints": {recipe: by_recipe[recipe][name] for recipe in RECIPES}}
               for name, text in TEXTS.items()]
    json.dump({"made_by": "tools/own_vectors.py", "vectors": vectors}, sys.stdout, ensure_ascii=True, indent=1)
    print()


main()
