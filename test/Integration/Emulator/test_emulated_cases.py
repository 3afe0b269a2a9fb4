"""The conformance cases as kernels in the emulator: in f32, in f64, and with
queries, keys and values of bf16 and f16; under schedules of threads by chance."""

import numpy as np
import pytest
from attention_oracle import why_wrong
from attentions import write
from cases import Case, load
from emulated import DEVICES, Emulated
from function_writer import Form
from generate import functions_of, module_of
from generated import numpy_type
from safetensors_file import read
from toolchain import Toolchain
from twins import twin

# As tensors of known sizes, and as memrefs of any: these have the most of sizes
# and strides to compute.
FORMS = (Form("tensor", dynamic=False), Form("memref", dynamic=True))


def cases_in(form: Form) -> tuple[Case, ...]:
    """All, or every other one."""
    return load()[::2] if form.dynamic else load()


# Each half type has every other case.
HALVES = {
    element: [case.name for case in load() if case.element == "f32"][start::2]
    for start, element in enumerate(("bf16", "f16"))
}

# Of the largest result, times the cancellation of the two maps. f32 misses it by
# six orders of magnitude.
F64_TOLERANCE = 2.0**-46


def name_of(form: Form) -> str:
    """'emulated memref dynamic'"""
    return f"emulated {form.container} {'dynamic' if form.dynamic else 'static'}"


def parameters(*values: object, name: str, case: Case) -> object:
    """One test, on the worker that has its artifact."""
    return pytest.param(
        *values,
        case,
        id=f"{name}:{case.name}",
        marks=pytest.mark.xdist_group(name),
    )


@pytest.mark.parametrize(
    ("form", "case"),
    [parameters(f, name=name_of(f), case=c) for f in FORMS for c in cases_in(f)],
)
def test_case(form: Form, case: Case, emulated: Emulated, toolchain: Toolchain) -> None:
    """diffattn-run finds the results of the case within its tolerance."""
    text = module_of(cases_in(form), form, differences=False)
    library = emulated.compile(name_of(form).replace(" ", "-"), text)
    # Schedules differ for the same kernels: once is enough.
    for device in DEVICES if form == FORMS[0] else DEVICES[:1]:
        toolchain.run(
            "diffattn-run",
            library,
            f"--device={device}",
            f"--function={case.name}",
            f"--inputs={case.path}",
            f"--expected={case.path}",
            f"--cancellation={case.cancellation}",
        )


@pytest.mark.parametrize(
    "case", [parameters(name="emulated f64", case=case) for case in load()]
)
def test_f64(case: Case, emulated: Emulated) -> None:
    """Sums and functions of f64 have its precision."""
    cases = [case.in_f64() for case in load()]
    text = module_of(cases, Form("tensor"), differences=False)
    artifact = emulated.load("f64", text)
    tensors = read(case.path)
    found = artifact.call(case.name, tensors)
    for _, _, results in functions_of(case, difference=False):
        for name in results:
            expected = tensors[f"expected_{name}"]
            finite = np.abs(expected[np.isfinite(expected)])
            limit = F64_TOLERANCE * case.cancellation * max(1, finite.max(initial=0))
            np.testing.assert_allclose(
                found[name], expected, rtol=0, atol=limit, equal_nan=False, err_msg=name
            )


@pytest.mark.parametrize(
    ("element", "case"),
    [
        parameters(element, name=f"emulated {element}", case=case)
        for element, names in HALVES.items()
        for case in load()
        if case.name in names
    ],
)
def test_half(element: str, case: Case, emulated: Emulated) -> None:
    """Half floats are rounded as the tolerance rule wants it."""
    twins = [twin(name, element) for name in HALVES[element]]
    text = "\n".join(write(t.attention) for t in twins)
    this = twin(case.name, element)
    results = {
        name: np.full(this.expected[name].shape, np.nan, numpy_type(result_element))
        for name, (_, result_element) in this.attention.results().items()
    }
    for device in DEVICES:
        artifact = emulated.load(element, text, device)
        found = artifact.call(case.name, this.inputs | results)
        for name, array in found.items():
            cancel = this.cancellation if name == "out" else 1.0
            why = why_wrong(array, this.expected[name], this.reference[name], cancel)
            assert not why, f"{device}: {name}: {why}"
