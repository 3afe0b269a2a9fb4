"""Graphs by torch.compile: their inputs, weights and results."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("torch")

import torch
from compiled import check, compiled, wide
from diffattn.dynamo import statistics
from diffattn.dynamo.call import CompiledGraph
from torch import Tensor, nn


class Layer(nn.Module):
    """A linear layer and what it is made of."""

    def __init__(self, width: int = 40) -> None:
        super().__init__()
        self.linear = nn.Linear(width, 3 * width)
        self.register_buffer("shift", torch.randn(3 * width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.nn.functional.gelu(self.linear(x)) + self.shift


def test_weights_that_change() -> None:
    """Packed weights are those of the last change."""
    layer = Layer(256).eval()
    run, x = compiled(layer), torch.randn(3, 256)
    check(run, layer, wide(layer), x)
    with torch.no_grad():
        layer.linear.weight.mul_(-2)
        check(run, layer, wide(layer), x)
        layer.load_state_dict(Layer(256).state_dict())
        check(run, layer, wide(layer), x)
        layer.linear.weight = nn.Parameter(torch.randn(768, 256))
        check(run, layer, wide(layer), x)


def test_modules_that_share_a_graph() -> None:
    """Each has its own weights; the function is one."""
    first, second = Layer().eval(), Layer().eval()
    x = torch.randn(5, 40)
    check(compiled(first), first, wide(first), x)
    before = (statistics.compiled, statistics.reused)
    check(compiled(second), second, wide(second), x)
    assert (statistics.compiled, statistics.reused) == (before[0], before[1] + 1)


def test_weights_that_replace_others_in_the_same_memory() -> None:
    """PyTorch counts changes of each from 0."""
    layer = Layer(256).eval()
    layer.linear.weight = nn.Parameter(torch.randn(768, 256))
    run, x = compiled(layer), torch.randn(3, 256)
    check(run, layer, wide(layer), x)
    with torch.no_grad():
        layer.linear.weight.mul_(-2)
    layer.linear.weight = nn.Parameter(layer.linear.weight.data)
    check(run, layer, wide(layer), x)


def test_graphs_that_share_weights() -> None:
    """What one has packed is there as long as it is, whatever becomes of others."""
    layer, *others = (Layer(256).eval() for _ in range(4))
    run, x = compiled(layer, quantize="int4"), torch.randn(3, 256)
    plain = torch.compile(lambda module, x: module(x), backend="diffattn")
    with torch.no_grad():
        expected = run(x)
        # More weights than a graph keeps packed.
        for module in (layer, *others):
            assert torch.allclose(plain(module, x), module(x), atol=1e-4)
            assert torch.equal(run(x), expected)


def test_weights_are_packed_once() -> None:
    """Calls without a change in between bind nothing."""
    layer = Layer(256).eval()
    run, x = compiled(layer), torch.randn(3, 256)
    with torch.no_grad(), pytest.MonkeyPatch.context() as patch:
        run(x)
        patch.setattr(CompiledGraph, "_wrap", None)
        run(x)


def test_weights_with_gaps() -> None:
    """They are used as they lie."""
    layer = Layer().eval()
    layer.linear.weight = nn.Parameter(torch.randn(40, 240)[:, ::2].t())
    check(compiled(layer), layer, wide(layer), torch.randn(3, 40))


def test_inference_mode() -> None:
    """Tensors without a count of changes."""
    with torch.inference_mode():
        layer = Layer().eval()
        run, x = compiled(layer), torch.randn(3, 40)
        check(run, layer, wide(layer), x)
        layer.linear.weight.mul_(-2)
        check(run, layer, wide(layer), x)


def scaled(x: Tensor, n: int) -> Tensor:
    return x * n + x.shape[0]


def transposed(x: Tensor) -> Tensor:
    return (x + 1).t()


def permuted_rows(x: Tensor) -> Tensor:
    return torch.softmax(x, -1).sum(-1)


@pytest.mark.parametrize(
    "function",
    [transposed, permuted_rows, lambda x: x.exp().sum(), lambda x: x.unsqueeze(1) * 2],
)
@pytest.mark.parametrize("shape", [(3, 4), (1, 5), (2, 0), (7, 1)])
def test_results(function: Callable[..., Any], shape: tuple[int, ...]) -> None:
    """Results have the strides that PyTorch gives them; sizes 0 and 1."""
    check(compiled(function), function, function, torch.randn(shape))


def test_strided_inputs() -> None:
    """Inputs are views with any strides."""
    run = compiled(scaled, dynamic=True)
    for n in (2, 3):
        x = torch.randn(6, 8)[::2, 1::3].t()
        assert torch.equal(run(x, n), scaled(x, n))


def test_inputs_that_are_negated_where_they_are_read() -> None:
    """PyTorch's views of imaginary parts."""
    x = torch.view_as_complex(torch.randn(4, 2)).conj().imag
    assert x.is_neg()
    check(compiled(lambda x: x * 2 + 1), lambda x: x * 2 + 1, lambda x: x * 2 + 1, x)


def test_inputs_that_change_and_results_that_are_views() -> None:
    """What PyTorch does in place is done in place."""

    def append(cache: Tensor, x: Tensor) -> tuple[Tensor, Tensor, int]:
        cache[:, : x.shape[1]] = x * 2
        return cache, cache[:, 1:], x.shape[1]

    cache, expected, x = torch.zeros(2, 5), torch.zeros(2, 5), torch.randn(2, 3)
    found = compiled(append)(cache, x)
    wanted = append(expected, x)
    assert torch.equal(cache, expected) and found[0] is cache
    assert torch.equal(found[1], wanted[1]) and found[2] == 3
    cache[0, 1] = 7.0
    assert found[1][0, 0] == 7.0


def test_calls_from_threads() -> None:
    """One graph, many calls at once."""
    layer = Layer().eval()
    run = compiled(layer, dynamic=True)
    x = [torch.randn(n, 40) for n in (2, 3, 9, 30)]
    with torch.no_grad():
        wanted = [run(a) for a in x]
        found: dict[int, Tensor] = {}

        def call(i: int) -> None:
            with torch.no_grad():
                for _ in range(20):
                    found[i] = run(x[i])

        threads = [threading.Thread(target=call, args=(i,)) for i in range(len(x))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert all(torch.equal(found[i], wanted[i]) for i in range(len(x)))


def test_operators_of_diffattn() -> None:
    """They are one node of the graph."""
    from diffattn.torch_ops import attention, cache_append

    def layer(q: Tensor, k: Tensor, v: Tensor, cache: Tensor, n: Tensor) -> Tensor:
        keys = cache_append(cache, k, n)
        values = torch.cat([v, v], dim=2)
        return attention(q, keys, q + 1, keys, values, torch.tensor(0.3), causal=True)

    q, k, v = (torch.randn(1, 2, 3, 4) for _ in range(3))
    cache, n = torch.zeros(1, 2, 6, 4), torch.tensor([3])
    found = compiled(layer)(q, k, v, cache, n)
    assert torch.allclose(found, layer(q, k, v, cache, n), atol=1e-5)
    assert not cache.any()


def attend(x: Tensor) -> Tensor:
    return torch.nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True)


def test_attention_with_autocast() -> None:
    """It converts what attention takes, also where their types differ."""

    def mixed(x: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast("cpu", torch.bfloat16):
            inner = torch.nn.functional.scaled_dot_product_attention(x, x, x.bfloat16())
        return inner, attend(x)

    x = torch.randn(1, 2, 5, 8)
    run = compiled(mixed, remarks="strict")
    for found, expected in zip(run(x), mixed(x)):
        assert found.dtype == expected.dtype
        assert torch.allclose(found, expected, atol=4 * torch.finfo(found.dtype).eps)
    with torch.autocast("cpu", torch.bfloat16):
        assert compiled(attend)(x).dtype == attend(x).dtype == torch.bfloat16
