"""diffattn: a compiler for models with differential attention.

`diffattn.reference` computes in NumPy what the compiler's operation means.
"""
