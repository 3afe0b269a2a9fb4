"""The ways from the op to loops that Python tests try."""

TO_ONLINE = "func.func(diffattn-convert-to-online)"

SCHEDULES: dict[str, tuple[str, ...]] = {
    # Straight to the reference lowering.
    "direct": (),
    # Three query rows at a time, the last tile smaller.
    "rows": ("func.func(diffattn-tile-attention{query-tile=3})",),
    # Five keys at a time, added to a state in place.
    "online": (TO_ONLINE, "func.func(diffattn-tile-attention{key-tile=5})"),
    # Keys in three parts, whose states are merged.
    "split": (TO_ONLINE, "func.func(diffattn-tile-attention{key-splits=3})"),
}
