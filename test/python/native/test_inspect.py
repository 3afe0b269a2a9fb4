"""Pictures of attention: `diffattn inspect` and what it is made of."""

import dataclasses
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
import safetensors.numpy
import tiny_model
from diffattn import reference
from diffattn.compiler import compile_file, compile_text
from diffattn.errors import ModelError, UnavailableError
from diffattn.generate import LanguageModel
from diffattn.pictures.compare import compare
from diffattn.pictures.compilation import merge_rows
from diffattn.pictures.observe import Attention, Observation, observe
from diffattn.pictures.report import find_span
from diffattn.pictures.roofline import measure
from diffattn.pictures.statistics import describe
from toolchain import BUILD, ROOT, Toolchain

DEMO = ROOT / "examples/kjv-diffllama"
TEXT = "And it came to pass, that the king said"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The trained demo model, compiled to show its attentions."""
    path = tmp_path_factory.mktemp("inspect") / "kjv.so"
    compile_file(DEMO / "model.mlir", output=path, observe="forward")
    return path


@pytest.fixture(scope="module")
def observation(library: pathlib.Path) -> Observation:
    from diffattn.runtime import Artifact

    return observe(LanguageModel.open(Artifact(library), DEMO), TEXT)


def recompute(attention: Attention) -> reference.Result:
    """What the attention is by definition, from what it worked with."""
    arrays = dict(attention.arrays)
    _, axes = arrays.pop("out")
    return reference.attention(
        arrays["signal_query"] + arrays["signal_key"],
        arrays["value"],
        axes,
        noise=arrays["noise_query"] + arrays["noise_key"],
        lam=arrays["lambda"],
        norm_weight=arrays.get("norm_weight"),
        **attention.options,
    )


def test_what_attentions_show_is_what_they_compute(observation: Observation) -> None:
    assert "".join(observation.tokens) == TEXT
    assert len(observation.attentions) == 5
    for attention in observation.attentions:
        out, _ = attention.arrays["out"]
        expected = recompute(attention).out
        np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4)


def test_maps(observation: Observation) -> None:
    for attention in observation.attentions:
        maps = attention.maps()
        rows = len(TEXT)
        assert maps.signal.shape[-2:] == (rows, rows)
        hidden = ~np.tri(rows, dtype=bool)
        for weights in (maps.signal, maps.noise):
            assert weights is not None and (weights >= 0).all()
            assert not weights[..., hidden].any()
            np.testing.assert_allclose(weights.sum(axis=-1), 1)
        assert maps.lam is not None
        sums = maps.difference.sum(axis=-1, keepdims=True)
        np.testing.assert_allclose(sums, np.broadcast_to(1 - maps.lam, sums.shape))


def test_statistics(observation: Observation) -> None:
    span = find_span(observation.tokens, "king")
    attention = observation.attentions[2]
    layer = describe(attention, span)
    maps = attention.maps()
    assert layer.number == 2 and len(layer.heads) == np.prod(maps.signal.shape[:-2])
    index = (0,) * (maps.signal.ndim - 2)
    head, found = layer.heads[0], layer.heads[0].statistics
    np.testing.assert_array_equal(head.difference, maps.difference[index])
    assert found.lam is not None and found.row_sum == pytest.approx(1 - found.lam)
    assert found.first.signal == pytest.approx(maps.signal[index][1:, 0].mean())
    assert found.span is not None and maps.noise is not None
    keys = slice(TEXT.index("king"), TEXT.index("king") + 4)
    assert found.span.noise == pytest.approx(maps.noise[index][-1, keys].sum())
    below = np.tri(len(TEXT), dtype=bool)
    assert found.negative == pytest.approx((head.difference[below] < 0).mean())
    context, names = recompute(attention).difference, attention.arrays["out"][1].split()
    heads = [names.index(dim) for dim in attention.axes.split()[:-2]]
    others = [i for i in range(len(names)) if i not in heads]
    first = context.transpose(heads + others)[index]
    assert found.context_rms == pytest.approx(np.sqrt((first**2).mean()))


@pytest.mark.parametrize(
    "text, span",
    [("a", range(0, 1)), ("bc", range(1, 2)), ("cd", range(1, 3)), ("e", range(2, 3))],
)
def test_span(text: str, span: range) -> None:
    assert find_span(["a", "bc", "de"], text) == span


class Checker(html.parser.HTMLParser):
    """Collects what a page refers to, and which elements stay open."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []
        self.count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.links += [v or "" for k, v in attrs if k in ("src", "href", "xlink:href")]
        if tag not in ("meta", "br", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ("meta", "br", "wbr"):
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page(
    library: pathlib.Path, tmp_path: pathlib.Path, toolchain: Toolchain
) -> None:
    page = tmp_path / "maps.html"
    output = toolchain.run(
        *("diffattn", "inspect", library, "--model", DEMO, "--attention", TEXT),
        *("--span", "king", "-o", page),
    )
    assert output == ""
    checker = Checker()
    checker.feed(page.read_text())
    assert not checker.open
    heads = 5 * 4
    assert checker.count["svg"] == 1 + heads and checker.count["details"] == heads
    # Nothing from elsewhere: images are inside, marks are in the page.
    assert all(link.startswith(("data:", "#")) for link in checker.links)


def test_numbers(library: pathlib.Path, toolchain: Toolchain) -> None:
    command = ("diffattn", "inspect", library, "--model", DEMO)
    lines = toolchain.run(*command, "--attention", TEXT).splitlines()
    assert len(lines) == 1 + 5 * 4
    assert lines[0].split()[:3] == ["attention", "head", "lambda"]
    assert {len(line) for line in lines} == {len(lines[0])}


def test_folder_with_a_module(tmp_path: pathlib.Path, toolchain: Toolchain) -> None:
    (tmp_path / "model.mlir").write_text(tiny_model.module(256, 64))
    safetensors.numpy.save_file(tiny_model.weights(256), tmp_path / "model.safetensors")
    page = tmp_path / "maps.html"
    command = ("diffattn", "inspect", tmp_path, "--attention", "a <b> & $x$ \n\t")
    lines = toolchain.run(*command).splitlines()
    # Without a noise map, what is said of it is a dash.
    assert re.fullmatch(r" *0  head 0 +- +1 +- +[\d.]+ +- +[\d.]+ +- +[\d.]+", lines[1])
    toolchain.run(*command, "-o", page)
    above, _, _ = page.read_text().partition("<h2>What")
    assert "&lt;" in above and "<b>" not in above


def test_numbers_of_marked_tokens(library: pathlib.Path, toolchain: Toolchain) -> None:
    command = ("diffattn", "inspect", library, "--model", DEMO, "--span", "king")
    lines = toolchain.run(*command, "--attention", TEXT).splitlines()
    assert lines[0].split()[-5:] == ["marked", "1", "marked", "2", "marked"]
    assert len({len(line) for line in lines}) == 1


def test_costs(observation: Observation) -> None:
    costs = measure(observation.attentions)
    assert [cost.number for cost in costs] == [0, 1, 2, 3, 4]
    rows = len(TEXT)
    for cost in costs:
        # 4 heads of 32 features, values twice as wide; causal.
        assert cost.flops == 4 * rows * (rows + 1) / 2 * 8 * 32
        # Queries and keys of both maps, 2 key heads and 2 values; result; lambda.
        assert cost.bytes == 4 * rows * (2 * 4 * 32 + 2 * 2 * 32 + 2 * 64 + 4 * 64) + 4
        assert cost.seconds > 0 and 0 < cost.share < 10


def test_page_of_the_compiler(tmp_path: pathlib.Path, toolchain: Toolchain) -> None:
    (tmp_path / "model.mlir").write_text(tiny_model.module(256, 64))
    safetensors.numpy.save_file(tiny_model.weights(256), tmp_path / "model.safetensors")
    page = tmp_path / "compiler.html"
    command = ("diffattn", "inspect", tmp_path, "--compiler", page)
    toolchain.run(*command)
    assert "<svg" not in page.read_text()
    toolchain.run(*command, "--attention", "abc")
    checker = Checker()
    checker.feed(page.read_text())
    assert not checker.open and checker.count["svg"] == 1
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", page.read_text())
    stages = ["input", "raised", "fused", "scheduled", "buffers", "kernels", "llvm"]
    places = [cells.index(stage) for stage in stages]
    assert places == sorted(places)
    assert all(int(cells[place + 1]) > 50 for place in places)
    for function in ("forward", "prefill", "decode"):
        assert function in cells
    assert any(cell.startswith("auto: sizes are known") for cell in cells)  # A remark.


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["FOLDER"],
            "expected --attention TEXT, --attention-file FILE or --compiler, found "
            "none",
        ),
        (
            ["FOLDER", "--compiler", "x.html", "--span", "a"],
            "--span needs --attention or --attention-file",
        ),
        (
            ["LIBRARY", "--compiler", "x.html"],
            "--compiler is for model folders, and 'LIBRARY' is none",
        ),
        (
            ["--diff", "FOLDER", "FOLDER"],
            "--diff: expected --attention TEXT or --attention-file FILE, found none",
        ),
        (
            ["--diff", "FOLDER", "FOLDER", "--attention", "a", "--span", "a"],
            "--span and --diff exclude each other",
        ),
        (
            ["--diff", "FOLDER", "FOLDER", "--compiler", "x.html"],
            "--compiler and --diff exclude each other",
        ),
        (
            ["FOLDER", "--attention", "a", "--device", "sim"],
            "--device is for a library, found a model folder",
        ),
    ],
)
def test_usage(
    arguments: list[str],
    message: str,
    library: pathlib.Path,
    tmp_path: pathlib.Path,
) -> None:
    names = {"FOLDER": str(DEMO), "LIBRARY": str(library)}
    done = subprocess.run(
        [BUILD / "bin/diffattn", "inspect", *(names.get(a, a) for a in arguments)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    expected = message.replace("LIBRARY", str(library))
    assert done.stderr == f"diffattn: error: {expected}\n"
    assert not list(tmp_path.iterdir())


def test_a_manifest_that_describes_nothing(tmp_path: pathlib.Path) -> None:
    text = tiny_model.module(256, 64)
    junk = 'module attributes {diffattn.observed = {forward = [{arrays = "all"}]}, '
    safetensors.numpy.save_file(tiny_model.weights(256), tmp_path / "model.safetensors")
    artifact = compile_text(
        text.replace("module attributes {", junk, 1), output=tmp_path / "junk.so"
    )
    message = "'observed' of its manifest does not describe results of 'forward'"
    with pytest.raises(ModelError, match=message):
        observe(LanguageModel.open(artifact), "a")


def test_errors(
    tmp_path: pathlib.Path, library: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from diffattn.runtime import Artifact

    safetensors.numpy.save_file(tiny_model.weights(256), tmp_path / "model.safetensors")
    plain = compile_text(tiny_model.module(256, 64), output=tmp_path / "plain.so")
    with pytest.raises(
        ModelError, match="does not show its attentions: compile it with"
    ):
        observe(LanguageModel.open(plain), "a")
    model = LanguageModel.open(Artifact(library), DEMO)
    with pytest.raises(ModelError, match="the text has no tokens"):
        observe(model, "")
    with pytest.raises(
        ModelError, match="1025 tokens, expected at most the model's 1024"
    ):
        observe(model, "a" * 1025)
    monkeypatch.setattr("diffattn.pictures.observe.MOST_TOKENS", 3)
    with pytest.raises(ModelError, match="maps have a number for each two of them"):
        observe(model, "abcd")
    with pytest.raises(ModelError, match="--span: expected a part of the text"):
        find_span(["a", "b"], "ba")


@pytest.mark.parametrize("package", ["matplotlib", "jinja2"])
def test_missing_package(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from diffattn.pictures import figures, report

    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UnavailableError, match=r"install diffattn\[pictures\]"):
        report.make_environment()
        figures.require_matplotlib()


def test_rows_of_equal_attentions_are_one() -> None:
    head = ["function", "number", "rows"]
    rows = [["f", "0", "8"], ["f", "1", "8"], ["f", "2", "8"], ["f", "3", "9"]]
    merged = [head, ["f", "0 to 2", "8"], ["f", "3", "9"]]
    assert merge_rows([head, *rows]) == merged
    other = [["function", "bytes"], ["f", "1"], ["f", "1"]]
    assert merge_rows(other) == other


@pytest.fixture(scope="module")
def trained(library: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with another state of the model: lambda of layer 3 has grown."""
    folder = tmp_path_factory.mktemp("trained")
    weights = safetensors.numpy.load_file(DEMO / "model.safetensors")
    weights["model.layers.3.self_attn.lambda_q1"] += 0.05
    safetensors.numpy.save_file(weights, folder / "model.safetensors")
    shutil.copy(library, folder / "kjv.so")
    return str(folder)


def test_two_states_of_training(
    library: pathlib.Path, trained: str, observation: Observation
) -> None:
    from diffattn.runtime import Artifact

    after = observe(LanguageModel.open(Artifact(library), trained), TEXT)
    comparison = compare(observation, after)
    layers = comparison.layers
    # What comes before it is as it was; lambda changed there alone, maps since.
    for layer in layers[:3]:
        assert layer.moved == layer.result == 0
    assert [a.before.lam == a.after.lam for a in layers] == [True] * 3 + [False, True]
    assert min(layers[3].moved, layers[4].moved, layers[3].result) > 0
    heads = comparison.heads()
    moved = [head.moved for head in heads]
    assert moved == sorted(moved, reverse=True) and len(heads) == 20
    first = heads[0]
    maps = [each.attentions[first.number].maps() for each in (observation, after)]
    changes = np.abs(maps[1].difference - maps[0].difference).sum(axis=-1).mean(axis=-1)
    assert first.moved == pytest.approx(changes.max()) and first.number in (3, 4)
    outs = [each.attentions[3].arrays["out"][0] for each in (observation, after)]
    distance = np.linalg.norm(outs[1] - outs[0]) / np.linalg.norm(outs[0])
    assert layers[3].result == pytest.approx(distance)


def test_page_of_a_comparison(
    library: pathlib.Path,
    trained: str,
    tmp_path: pathlib.Path,
    toolchain: Toolchain,
) -> None:
    beside = tmp_path / "kjv.so"
    shutil.copy(library, beside)
    (tmp_path / "model.safetensors").symlink_to(DEMO / "model.safetensors")
    page = tmp_path / "diff.html"
    command = ("diffattn", "inspect", "--diff", beside, f"{trained}/kjv.so")
    assert toolchain.run(*command, "--attention", TEXT, "-o", page) == ""
    checker = Checker()
    checker.feed(page.read_text())
    assert not checker.open
    assert checker.count["svg"] == 1 + 20 and checker.count["details"] == 20
    assert all(link.startswith(("data:", "#")) for link in checker.links)
    lines = toolchain.run(*command, "--attention", TEXT).splitlines()
    assert lines[0].split()[:3] == ["attention", "head", "moved"]
    assert len(lines) == 1 + 20 and len({len(line) for line in lines}) == 1
    assert {line.split()[0] for line in lines[1:9]} == {"3", "4"}


def test_models_that_cannot_be_compared(
    observation: Observation, library: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    def fails(message: str, other: Observation) -> None:
        with pytest.raises(ModelError, match=f"^--diff: {message}$"):
            compare(observation, other)

    few = dataclasses.replace(observation, attentions=observation.attentions[:2])
    fails("the model: expected 5 attentions, as the first model has, found 2", few)
    others = dataclasses.replace(observation, tokens=["a"])
    message = "expected models to which the text is the same tokens, found"
    fails(f"{message} 39 tokens and 1 others", others)
    last = observation.attentions[4]
    wide = last.arrays["out"][0]
    arrays = dict(last.arrays) | {"out": (wide[..., :1], last.arrays["out"][1])}
    attentions = [
        *observation.attentions[:4],
        dataclasses.replace(last, arrays=arrays),
    ]
    message = r"attention 4: expected a result of \[.*\], as the first model has, found"
    fails(rf"{message} \[.*\]", dataclasses.replace(observation, attentions=attentions))
    from diffattn.runtime import Artifact

    tiny = compile_text(tiny_model.module(256, 64), observe="forward")
    model = LanguageModel(
        tiny,
        tiny.manifest["model"],
        tiny_model.weights(256),
        LanguageModel.open(Artifact(library), DEMO).tokenizer,
    )
    shown = observe(model, TEXT).attentions[0]
    one = dataclasses.replace(
        observation, attentions=[shown, *observation.attentions[1:]]
    )
    fails("attention 0: expected 4 heads, as the first model has, found 1", one)
