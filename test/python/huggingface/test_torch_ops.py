"""The operators: eager runs against exact results, shapes, and what is refused."""

import itertools

import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import torch
from Conformance.cases import Case, load
from diffattn.torch_ops import attention, cache_append
from exact import assert_close
from safetensors.torch import load_file
from torch._subclasses import FakeTensorMode

ATTENTION = torch.ops.diffattn.attention


def arguments(case: Case, tensors: dict) -> tuple[list, dict]:
    """The operands and options of a case."""
    options = dict(case.attributes)
    options["lambda_activation"] = options.pop("lambda_act")
    eps = options.pop("eps")
    options["norm_eps"] = eps if options.pop("norm") == "rms" else None
    names = ("q1", "k1", "q2", "k2", "v", "lam", "mask", "kv_lengths", "norm_weight")
    if case.shared_k:
        tensors = {**tensors, "k2": tensors["k1"]}
    return [tensors.get(name) for name in names], options


def widened(operand):
    """Floats as f64."""
    is_float = operand is not None and operand.is_floating_point()
    return operand.double() if is_float else operand


@pytest.mark.parametrize("case", load(), ids=lambda case: case.name)
def test_conformance(case):
    tensors = load_file(case.path)
    operands, options = arguments(case, tensors)
    out = ATTENTION(*operands, **options)
    expected = tensors["expected_out"]
    assert out.dtype == operands[0].dtype
    assert_close(out, expected, tensors["reference_out"], case.cancellation)
    assert (out[(expected == 0).all(-1)] == 0).all()

    exact = ATTENTION(*map(widened, operands), **options)
    assert exact.dtype == torch.float64
    torch.testing.assert_close(exact, expected.double(), rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("name", ["v1_weight", "grouped_4_1", "mask_padding"])
def test_opcheck(name):
    case = next(case for case in load() if case.name == name)
    operands, options = arguments(case, load_file(case.path))
    tests = ("test_schema", "test_faketensor")
    torch.library.opcheck(ATTENTION, operands, options, test_utils=tests)


def test_an_ordinary_attention_is_pytorchs_own():
    q, k, v = torch.randn(3, 2, 4, 7, 8).unbind()
    expected = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    out = attention(q, k, None, None, v, causal=True)
    torch.testing.assert_close(out, expected)


def test_values_of_hidden_keys_are_not_used():
    q, k, v = torch.randn(3, 1, 1, 4, 8).unbind()
    dirty = v.clone()
    dirty[:, :, 2:] = torch.nan
    k[:, :, 2:] = torch.inf
    lengths = torch.tensor([2])
    out = attention(q, k, None, None, dirty, key_lengths=lengths)
    expected = attention(q, k[:, :, :2], None, None, v[:, :, :2])
    torch.testing.assert_close(out, expected)


def test_a_row_without_a_visible_key_is_zero_whatever_the_rest():
    q, k, v = torch.randn(3, 1, 1, 3, 4).unbind()
    lam = torch.tensor(torch.nan)
    lengths = torch.tensor([1])
    weight = torch.full((4,), torch.inf)
    out = attention(
        q, k, q, k, v, lam, None, lengths, weight, causal=True, norm_eps=1e-5
    )
    assert (out[:, :, :2] == 0).all()
    assert out[:, :, 2].isnan().all()


@pytest.mark.parametrize(("rows", "keys"), itertools.product((0, 2), (0, 3)))
def test_no_rows_or_no_keys(rows, keys):
    q = torch.randn(1, 2, rows, 4)
    k = torch.randn(1, 2, keys, 4)
    out = attention(q, k, q, k, k, torch.tensor(0.5), norm_eps=1e-5)
    assert out.shape == (1, 2, rows, 4)
    assert keys or (out == 0).all()


def test_exports_as_one_node_with_symbolic_sizes():
    class Model(torch.nn.Module):
        def forward(self, q, k, v, lengths):
            buffer = cache_append(torch.zeros_like(k), k, lengths)
            return attention(q, buffer, None, None, v, None, None, lengths)

    batch, rows, keys = map(torch.export.Dim, ("batch", "rows", "keys"))
    tensors = (
        torch.randn(2, 4, 3, 8),
        torch.randn(2, 2, 6, 8),
        torch.randn(2, 2, 6, 5),
        torch.tensor([6, 3]),
    )
    shapes = ({0: batch, 2: rows}, {0: batch, 2: keys}, {0: batch, 2: keys}, {0: batch})
    program = torch.export.export(Model(), tensors, dynamic_shapes=shapes)
    program = program.run_decompositions({})
    targets = [str(node.target) for node in program.graph.nodes]
    assert targets.count("diffattn.attention.default") == 1
    assert targets.count("diffattn.cache_append.default") == 1
    torch.testing.assert_close(program.module()(*tensors), Model()(*tensors))


def test_there_is_no_gradient():
    q = torch.randn(1, 1, 2, 4, requires_grad=True)
    out = attention(q, q, None, None, q)
    with pytest.raises(RuntimeError, match="autograd"):
        out.sum().backward()


# What attention refuses --------------------------------------------------------

GOOD = {
    "q1": (2, 4, 3, 8),
    "k1": (2, 2, 5, 8),
    "q2": (2, 2, 3, 8),
    "k2": (2, 1, 5, 8),
    "v": (2, 2, 5, 6),
    "lam": (),
    "mask": None,
    "key_lengths": None,
    "norm_weight": None,
}
DIVIDES = "expected a number of heads that divides"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lam": None}, "q2, k2, lam: expected all or none of them, found no lam"),
        ({"q1": (4, 3, 8)}, r"q1: expected \[B, H, M, D\], found shape \[4, 3, 8\]"),
        ({"k1": (1, 2, 5, 8)}, "k1: expected size 2 for dim B, found 1"),
        ({"k1": (2, 2, 5, 7)}, "k1: expected size 8 for dim D, found 7"),
        ({"k1": (2, 3, 5, 8)}, rf"k1: {DIVIDES} 4 \(q1\), found 3"),
        ({"q2": (2, 3, 3, 8)}, rf"q2: {DIVIDES} 4 \(q1\), found 3"),
        ({"q2": (2, 2, 4, 8)}, "q2: expected size 3 for dim M, found 4"),
        ({"k2": (2, 1, 6, 8)}, "k2: expected size 5 for dim N, found 6"),
        ({"v": (2, 4, 5, 6)}, rf"v: {DIVIDES} 2 \(q2\), found 4"),
        ({"v": (2, 2, 4, 6)}, "v: expected size 5 for dim N, found 4"),
        (
            {"lam": (3,)},
            r"lam: expected shape \[\] or \[4\] or \[2, 3, 4\], found \[3\]",
        ),
        (
            {"mask": (3, 5)},
            r"mask: expected \[B or 1, H or 1, M or 1, N or 1\], found shape \[3, 5\]",
        ),
        ({"mask": (2, 1, 3, 4)}, "mask: expected size 1 or 5 for dim N, found 4"),
        ({"mask": (2, 4, 3, 5)}, "mask: expected size 1 for dim H, found 4"),
        ({"key_lengths": (2,)}, "key_lengths: expected int64, found float32"),
        ({"norm_weight": (5,)}, "norm_weight: expected size 6 for dim E, found 5"),
        ({"softcap": 0.0}, "softcap: expected a number above 0, found 0.0"),
        ({"window_left": -1}, "window_left: expected a number from 0, found -1"),
        ({"alignment": "left"}, "alignment: .* bottom_right or top_left, found 'left'"),
        ({"lambda_activation": "exp"}, "lambda_activation: expected none or sigmoid"),
    ],
)
@pytest.mark.parametrize("fake", [False, True], ids=["eager", "fake"])
def test_attention_refuses(changes, message, fake):
    shapes = {**GOOD, **{name: s for name, s in changes.items() if name in GOOD}}
    options = {name: value for name, value in changes.items() if name not in GOOD}
    if fake:
        with FakeTensorMode(), pytest.raises(ValueError, match=message):
            ATTENTION(*map(tensor, shapes.values()), **options)
    else:
        with pytest.raises(ValueError, match=f"diffattn::attention: {message}"):
            ATTENTION(*map(tensor, shapes.values()), **options)


def test_attention_refuses_mixed_types():
    q = torch.randn(1, 1, 2, 4)
    with pytest.raises(ValueError, match="k1: expected float32, found bfloat16"):
        attention(q, q.bfloat16(), None, None, q)
    with pytest.raises(ValueError, match="q1: expected float16 or .*, found int64"):
        attention(q.long(), q, None, None, q)


def tensor(shape):
    """Zeros, or nothing."""
    return None if shape is None else torch.zeros(shape)


# The cache -----------------------------------------------------------------------


def test_rows_end_at_the_length():
    buffer = torch.zeros(3, 1, 5, 1)
    new = torch.arange(1.0, 4.0).reshape(1, 1, 3, 1).expand(3, 1, 3, 1)
    out = cache_append(buffer, new, torch.tensor([5, 2, 0]))
    assert out[:, 0, :, 0].tolist() == [
        [0, 0, 1, 2, 3],
        [2, 3, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ]
    assert (buffer == 0).all()


@pytest.mark.parametrize("length", [-1, 6])
def test_a_length_out_of_range_is_refused(length):
    buffer, new = torch.zeros(1, 1, 5, 1), torch.zeros(1, 1, 3, 1)
    message = f"cache_append: lengths: expected 0 to 5, found {length}"
    with pytest.raises(ValueError, match=message):
        cache_append(buffer, new, torch.tensor([length]))


@pytest.mark.parametrize(
    ("new", "lengths", "message"),
    [
        ((2, 1, 3, 1), (1,), "new: expected size 1 for dim B, found 2"),
        ((1, 1, 3, 2), (1,), "new: expected size 1 for dim D, found 2"),
        ((1, 1, 3, 1), (2,), "lengths: expected size 1 for dim B, found 2"),
        ((1, 3, 1), (1,), r"new: expected \[B, H, T, D\], found shape \[1, 3, 1\]"),
    ],
)
def test_cache_append_refuses(new, lengths, message):
    buffer, lengths = torch.zeros(1, 1, 5, 1), torch.zeros(lengths, dtype=torch.int64)
    with pytest.raises(ValueError, match=message):
        cache_append(buffer, torch.zeros(new), lengths)
    with pytest.raises(ValueError, match="new: expected float32, found float64"):
        cache_append(buffer, torch.zeros(1, 1, 3, 1).double(), lengths)
