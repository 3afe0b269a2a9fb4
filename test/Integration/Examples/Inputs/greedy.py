"""The greedy continuation of a prompt by the tiny model, computed by NumPy.

python greedy.py FOLDER PROMPT COUNT
"""

import pathlib
import sys

import safetensors.numpy

sys.path.append(str(pathlib.Path(__file__).parents[3] / "python" / "native"))
import tiny_model  # noqa: E402

folder, prompt, count = sys.argv[1:]
weights = safetensors.numpy.load_file(pathlib.Path(folder) / "model.safetensors")
tokens = tiny_model.greedy(weights, list(prompt.encode()), int(count))
sys.stdout.buffer.write(prompt.encode() + bytes(tokens) + b"\n")
