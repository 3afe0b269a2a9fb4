"""The choice of the next token."""

import numpy as np
import pytest
from diffattn import Error, RunError
from diffattn.sampling import Sampling, make_randoms

LOGITS = np.log(np.array([0.1, 0.4, 0.05, 0.3, 0.15]))


def frequencies(sampling: Sampling, count: int = 20000) -> np.ndarray:
    """How often each token is chosen."""
    (random,) = make_randoms(1, 1)
    chosen = [sampling.choose(LOGITS, random) for _ in range(count)]
    return np.bincount(chosen, minlength=len(LOGITS)) / count


@pytest.mark.parametrize(
    ("sampling", "expected"),
    [
        (Sampling(1.0), [0.1, 0.4, 0.05, 0.3, 0.15]),
        (Sampling(1.0, top_k=2), [0, 4 / 7, 0, 3 / 7, 0]),
        (Sampling(1.0, top_p=0.7), [0, 4 / 7, 0, 3 / 7, 0]),
        (Sampling(1.0, top_p=0.71), [0, 8 / 17, 0, 6 / 17, 3 / 17]),
        # The squares of 0.4 and 0.3: temperature comes first.
        (Sampling(0.5, top_k=2), [0, 16 / 25, 0, 9 / 25, 0]),
        # Of the three that top-k leaves, two make 0.8: top-k comes before top-p.
        (Sampling(1.0, top_k=3, top_p=0.8), [0, 4 / 7, 0, 3 / 7, 0]),
        (Sampling(1.0, top_k=99), [0.1, 0.4, 0.05, 0.3, 0.15]),
    ],
)
def test_distribution(sampling: Sampling, expected: list[float]) -> None:
    np.testing.assert_allclose(frequencies(sampling), expected, atol=0.015)


@pytest.mark.parametrize(
    "sampling",
    [Sampling(), Sampling(2.0, top_k=1), Sampling(1.0, top_p=1e-9), Sampling(1e-300)],
)
def test_most_likely(sampling: Sampling) -> None:
    assert frequencies(sampling, 50)[1] == 1


def test_first_of_equal_logits() -> None:
    (random,) = make_randoms(1, 1)
    logits = np.array([1, 3, 3, 3], np.float16)
    assert Sampling().choose(logits, random) == 1
    assert {Sampling(1.0, top_k=2).choose(logits, random) for _ in range(50)} == {1, 2}


def test_infinite_logits() -> None:
    (random,) = make_randoms(1, 1)
    logits = np.array([-np.inf, 0, -np.inf])
    assert {Sampling(1.0).choose(logits, random) for _ in range(20)} == {1}
    for bad in ([np.nan, 1], [np.inf, 1], [-np.inf, -np.inf]):
        with pytest.raises(RunError, match="logits are not finite"):
            Sampling().choose(np.array(bad), random)


def test_seeds() -> None:
    def draws(seed: int, text: int) -> list[float]:
        return [make_randoms(seed, 3)[text].random() for _ in range(3)]

    assert draws(1, 0) == draws(1, 0)
    assert draws(1, 0) != draws(2, 0) and draws(1, 0) != draws(1, 1)
    assert make_randoms(1, 1)[0].random() == draws(1, 0)[0]
    with pytest.raises(Error, match="seed: expected 0 or more, found -1"):
        make_randoms(-1, 1)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"temperature": -1.0}, "temperature: expected a number 0 or more, found -1.0"),
        ({"temperature": float("nan")}, "temperature"),
        ({"temperature": float("inf")}, "temperature"),
        ({"top_k": -1}, "top-k"),
        ({"top_k": 1.5}, "top-k: expected a whole number, found 1.5"),
        ({"top_p": 0.0}, "top-p: expected a number above 0, at most 1, found 0.0"),
        ({"top_p": 1.5}, "top-p"),
    ],
)
def test_wrong_values(values: dict[str, float], message: str) -> None:
    with pytest.raises(Error, match=message):
        Sampling(**values)  # type: ignore[arg-type]
