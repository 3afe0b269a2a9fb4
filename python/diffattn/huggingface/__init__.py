"""Models of Hugging Face transformers.

`register()` adds the attention implementation "diffattn" to transformers: each
attention becomes one `diffattn::attention`, eagerly and in exported programs.

    import diffattn.huggingface
    diffattn.huggingface.register()
    model.set_attn_implementation("diffattn")
"""

from diffattn.huggingface.requirements import require_transformers

require_transformers()

from diffattn.huggingface.attention import register  # noqa: E402

__all__ = ["register"]
