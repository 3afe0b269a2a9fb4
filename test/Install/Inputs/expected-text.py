"""What a model of examples/ writes first: python expected-text.py FOLDER COUNT"""

import json
import pathlib
import sys

folder, count = sys.argv[1:]
text = (pathlib.Path(folder) / "expected.json").read_text()
case = json.loads(text)["cases"][0]
print(case["prompt_text"] + bytes(case["tokens"][: int(count)]).decode())
