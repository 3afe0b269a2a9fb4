"""Times whole language models: diffattn beside other software, each implementation in
a process of its own.

`make bench-models` runs it; `python -m model_bench --help` lists what can be chosen.
docs/benchmarks.md says what is measured and how.
"""
