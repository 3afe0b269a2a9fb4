"""Matrix products of programs for GPUs: by the library, which the emulator stands in
for, and by kernels where strides or types are none that it takes."""

import re

import ml_dtypes
import numpy as np
import pytest
from artifact import Tensor
from device_artifact import DeviceArtifact
from emulated import Emulated
from matmul_programs import Types, add, multiply, multiply_every_second, split
from toolchain import Toolchain

TYPES: list[Types] = [
    ("f32", "f32", "f32"),
    ("f64", "f64", "f64"),
    ("bf16", "bf16", "bf16"),
    ("bf16", "bf16", "f32"),
    ("f16", "f16", "f16"),
    ("f16", "f16", "f32"),
    # The narrower factor is copied.
    ("f32", "bf16", "f32"),
    ("f16", "bf16", "f32"),
]
ADDED_TYPES = [TYPES[0], TYPES[1], TYPES[2]]
DTYPES = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
# Half a unit in the last place of 1.
EPSILON = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53}
FORMS = [
    "mk,kn->mn",
    "mk,nk->mn",
    "km,kn->mn",
    "km,nk->nm",
    "gmk,gkn->gmn",
    "gmk,kn->gmn",
    "gmhk,gnhk->ghmn",
    "mpk,nqk->mpnq",
    "mkl,kln->mn",
    "mkl,lnk->mn",
    "k,kn->n",
    "mk,k->m",
]
SIZES = [
    dict(zip("mnkgphql", sizes))
    for sizes in (
        (1, 1, 1, 1, 1, 1, 1, 1),
        (3, 5, 7, 2, 3, 4, 2, 5),
        (16, 16, 16, 1, 2, 1, 3, 2),
        (17, 33, 65, 3, 1, 2, 1, 1),
        (1, 40, 50, 1, 4, 3, 2, 2),
        (0, 3, 4, 2, 2, 2, 2, 2),
        (3, 0, 4, 2, 2, 2, 2, 2),
        (3, 4, 0, 2, 2, 2, 2, 2),
    )
]

pytestmark = pytest.mark.xdist_group("emulated matmuls")


def name_of(kind: str, form: str, types: Types) -> str:
    """The function of a product."""
    return "_".join([kind, *split(form), *types])


def all_products() -> str:
    """Each form with each type, overwriting and adding."""
    text = "".join(
        write(name_of(write.__name__, form, types), form, types)
        for write, kinds in ((multiply, TYPES), (add, ADDED_TYPES))
        for form in FORMS
        for types in kinds
    )
    return text + "".join(
        multiply_every_second(name_of("strided", "mk,kn->mn", types), types)
        for types in TYPES
    )


@pytest.fixture(scope="module")
def products(emulated: Emulated) -> DeviceArtifact:
    """All of them."""
    return emulated.load("products", all_products())


def make_arrays(
    form: str, types: Types, sizes: dict[str, int]
) -> dict[str, np.ndarray]:
    """Values for a, b and x."""
    random = np.random.default_rng(5)
    return {
        name: random.standard_normal([sizes[x] for x in term]).astype(DTYPES[element])
        for name, term, element in zip("abx", split(form), types)
    }


def check(
    found: np.ndarray,
    form: str,
    arrays: dict[str, np.ndarray],
    types: Types,
    adds: bool,
) -> None:
    """Sums in f32, or f64, of any order, rounded once."""
    a, b, x = (arrays[name].astype(np.longdouble) for name in "abx")
    expected = np.einsum(form, a, b) + (x if adds else 0)
    magnitude = np.einsum(form, abs(a), abs(b)) + (abs(x) if adds else 0)
    depth = np.prod([n for n, x in zip(a.shape, split(form)[0]) if x in "kl"])
    wide = EPSILON["f64" if types[2] == "f64" else "f32"]
    bound = (2 + depth) * wide * magnitude + EPSILON[types[2]] * abs(expected)
    assert (abs(found.astype(np.longdouble) - expected) <= bound).all()


@pytest.mark.parametrize("types", TYPES, ids="_".join)
@pytest.mark.parametrize("form", FORMS)
def test_product(form: str, types: Types, products: DeviceArtifact) -> None:
    for sizes in SIZES:
        arrays = make_arrays(form, types, sizes)
        found = products.call(name_of("multiply", form, types), arrays)["y"]
        check(found, form, arrays, types, False)


@pytest.mark.parametrize("types", ADDED_TYPES, ids="_".join)
@pytest.mark.parametrize("form", FORMS)
def test_added_product(form: str, types: Types, products: DeviceArtifact) -> None:
    for sizes in SIZES:
        arrays = make_arrays(form, types, sizes)
        found = products.call(name_of("add", form, types), arrays)["y"]
        check(found, form, arrays, types, True)


def make_without_products(
    form: str, types: Types, empty: str, seed: int
) -> dict[str, np.ndarray]:
    """Arrays that fit although their sizes differ: dim `empty` has size 0 in the
    first operand that has it, so that no element of any operand is looked at."""
    random = np.random.default_rng(seed)
    terms = dict(zip("abx", split(form)))
    first = next(name for name, term in terms.items() if empty in term)
    arrays = {}
    for (name, term), element in zip(terms.items(), types):
        shape = [int(size) for size in random.choice([0, 1, 2, 5], len(term))]
        if name == first:
            shape[term.index(empty)] = 0
        if name == "x":
            shape = [size or 3 for size in shape]
        arrays[name] = random.standard_normal(shape).astype(DTYPES[element])
    return arrays


@pytest.mark.parametrize("types", ADDED_TYPES, ids="_".join)
@pytest.mark.parametrize("form", FORMS)
def test_results_without_products(
    form: str, types: Types, products: DeviceArtifact
) -> None:
    """Where there is nothing to multiply, results of all sizes are what the sums
    start from."""
    for empty in sorted(set(form.split("->")[0]) - {","}):
        for seed in range(4):
            arrays = make_without_products(form, types, empty, seed)
            found = products.call(name_of("multiply", form, types), arrays)["y"]
            assert found.shape == arrays["x"].shape and (found == 0).all()
            found = products.call(name_of("add", form, types), arrays)["y"]
            assert (found == arrays["x"]).all()


@pytest.mark.parametrize("types", TYPES, ids="_".join)
def test_strides_that_the_library_does_not_take(
    types: Types, products: DeviceArtifact
) -> None:
    """A kernel computes them."""
    form = "mk,kn->mn"
    for sizes in SIZES:
        arrays = make_arrays(form, types, sizes)
        wide = make_arrays(form, types, sizes | {x: 2 * sizes[x] for x in "mk"})["a"]
        name = name_of("strided", form, types)
        found = products.call(name, arrays | {"a": wide})["y"]
        check(found, form, arrays | {"a": wide[::2, ::2]}, types, False)


def call_unwritten(products: DeviceArtifact, name: str, size: int = 64) -> str:
    """The message of a call whose first factor, of 64 x 64, nobody wrote; the other
    arrays are of `size` x `size`."""
    array = np.zeros((size, size), np.float32)
    tensors = [products._to_device(array) for _ in range(3)]
    unwritten = products._to_device(np.zeros((64, 64), np.float32))
    products._free(products.device, unwritten.data)
    unwritten.data = products._allocate(products.context, products.device, 4 * 64 * 64)
    tensors.insert(0, unwritten)
    entry = products.runtime.diffattn_artifact_entry(
        products.context, products.handle, name.encode()
    )
    failed = products.ENTRY(entry)(products.context, (Tensor * 4)(*tensors), 4)
    message = products.error()
    for tensor in tensors:
        products._free(products.device, tensor.data)
    return message if failed else ""


def test_who_computes_it(products: DeviceArtifact) -> None:
    """Reads of what was not written are reported by the library's emulation, or by
    that of a kernel."""
    assert re.fullmatch(
        r"matrix product on sim: matrix a, line 0: its 256 bytes at 0x[0-9a-f]+ are "
        "read, and not all written",
        call_unwritten(products, name_of("multiply", "mk,kn->mn", TYPES[0])),
    )
    strided = call_unwritten(products, name_of("strided", "mk,kn->mn", TYPES[0]), 32)
    assert strided.startswith("kernel 'matmul_f32_f32_mk_kn_mn_")


def test_kernels_instead(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """--matmul=kernels needs no library, and computes the same."""
    form, types = "mk,kn->mn", TYPES[0]
    path = tmp_path_factory.mktemp("kernels") / "kernels.so"
    text = multiply("multiply", form, types)
    flags = ["diffattn-compile", "-", "--target=sim", "--matmul=kernels"]
    toolchain.run(*flags, "-o", path, stdin=text)
    artifact = DeviceArtifact(path)
    arrays = make_arrays(form, types, SIZES[3])
    check(artifact.call("multiply", arrays)["y"], form, arrays, types, False)
    assert call_unwritten(artifact, "multiply").startswith("kernel 'multiply_")
