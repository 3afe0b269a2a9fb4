"""Times differential attention: diffattn beside other software, in one process.

`make bench` runs it; `python -m attention_bench --help` lists what can be chosen.
docs/benchmarks.md says what is measured and how.
"""
