"""Which attentions are checked and timed."""

import dataclasses

from gpu_check.attentions import Attention

V1 = dict(eps=1e-5, out_scale=0.8)
GROUPS = dict(q1="b h r m d", q2="b h r m d", out="b h r m e")

# What is compiled for the sake of one option or another, without types.
OPTIONS: dict[str, dict[str, object]] = {
    "v1": V1,
    "v1_causal": dict(causal=True, weight=True, **GROUPS, **V1),
    "sums": dict(sums="b h m"),
    "top_left": dict(causal=True, alignment="top_left", lam="h", sums="b h m"),
    "window": dict(window_left=5, window_right=2, alignment="top_left"),
    "window_causal": dict(window_left=140, causal=True, lam="m", **V1),
    "lengths": dict(lengths="b", causal=True, sums="b h m", **V1),
    "mask": dict(mask="b m n", lengths="b", **V1),
    "mask_add": dict(mask="h m n", mask_element="f32", causal=True),
    "softcap": dict(softcap=2.5, window_left=30, lam="b m h"),
    "v2": dict(causal=True, k2="k1", lam="b m h r", sigmoid=True, **GROUPS),
    "shared_noise": dict(
        q1="b h r s m d", k1="b h r n d", out="b h r s m e", causal=True, **V1
    ),
    "ordinary": dict(
        q1="b h r m d", q2=None, k2=None, out="b h r m e", causal=True, sums="b h r m"
    ),
}

# Element type, features of queries and values.
SIZES = [
    ("bf16", 64, 128),
    ("f16", 64, 128),
    ("bf16", 128, 256),
    ("f32", 64, 128),
    ("bf16", 128, 128),
    ("f16", 48, 96),
    ("f32", 32, 64),
    ("bf16", 20, 36),
    ("f16", 128, 256),
    ("bf16", 32, 256),
]
PER_OPTION = 3
"""So many of the sizes go with each option: other ones from option to option."""

# What is timed is checked as well.
TIMED = [
    Attention(f"timed_{mask}_{d}", "bf16", d, 2 * d, causal=mask == "causal", **V1)  # type: ignore[arg-type]
    for d in (64, 128)
    for mask in ("full", "causal")
]


def checked() -> list[Attention]:
    """For a GPU."""
    found = list(TIMED)
    for i, (option, fields) in enumerate(OPTIONS.items()):
        for j in range(PER_OPTION):
            found.append(sized(option, fields, *SIZES[(i + j * 4) % len(SIZES)]))
    return found


# The emulator takes 3 us for what a warp does at once, so few features.
EMULATED = [
    ("v1_causal", "bf16", 32, 64),
    ("lengths", "f16", 20, 36),
    ("v2", "bf16", 16, 32),
    ("sums", "f32", 16, 24),
]


def emulated() -> list[Attention]:
    """For the emulator."""
    return [sized(option, OPTIONS[option], *rest) for option, *rest in EMULATED]


def sized(
    option: str, fields: dict[str, object], element: str, features: int, values: int
) -> Attention:
    """An option in a type."""
    name = f"{option}_{element}_{features}_{values}"
    found = Attention(name, element, features, values)
    return dataclasses.replace(found, **fields)  # type: ignore[arg-type]
