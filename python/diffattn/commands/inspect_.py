"""`diffattn inspect`: what a model computes, and what the compiler made of it."""

import argparse
import pathlib
from typing import TYPE_CHECKING, Any

from diffattn import progress
from diffattn.commands import import_
from diffattn.commands.files import check_outputs, keep_models, write_files
from diffattn.commands.models import add_placement_arguments, open_model, read_text
from diffattn.errors import Error, UsageError

if TYPE_CHECKING:
    from diffattn.generate import LanguageModel
    from diffattn.pictures.observe import Observation
    from diffattn.runtime import Artifact

NAME = "inspect"
HELP = "show the attention maps of a model, and what the compiler did"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "artifact",
        metavar="MODEL",
        help="a model folder, which is compiled for it, or a library that was compiled "
        "with --observe=forward",
    )
    texts = parser.add_mutually_exclusive_group()
    texts.add_argument(
        "--attention", metavar="TEXT", help="a text that the model reads"
    )
    texts.add_argument("--attention-file", metavar="FILE", help="a file with that text")
    parser.add_argument(
        "--span",
        metavar="TEXT",
        help="a part of the text, an answer for instance, where it occurs last: say "
        "how much weight the last token gives it",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE.html",
        help="write the maps and the numbers to this page (needs diffattn[pictures]); "
        "without any page, the numbers are printed",
    )
    parser.add_argument(
        "--diff",
        metavar="MODEL",
        help="a model of the same shape, to which the other one is compared: "
        "--diff BEFORE AFTER",
    )
    parser.add_argument(
        "--compiler",
        metavar="FILE.html",
        help="write what the compiler did with a model folder to this page: stages, "
        "how each attention is computed, what was not found and why; with a text, also "
        "how fast each attention is, and how fast it could be",
    )
    add_placement_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Lets the model read the text, and shows what its attentions did."""
    from diffattn.pictures.observe import observe

    text = arguments.attention
    if arguments.attention_file is not None:
        text = read_text(arguments.attention_file)
    check(arguments, text)
    if arguments.diff is not None:
        return run_diff(arguments, text)
    model, module = open_source(arguments, arguments.artifact)
    with progress.step("read the text"):
        observation = None if text is None else observe(model, text)
    pages = make_pages(arguments, model, module, observation)
    if pages:
        write_files(
            {path: page.encode("utf-8", "replace") for path, page in pages.items()}
        )
    elif observation:
        print_numbers(observation, arguments.span)
    return 0


def run_diff(arguments: argparse.Namespace, text: str) -> int:
    """Lets both models read the text, and shows what tells them apart."""
    from diffattn.pictures import report
    from diffattn.pictures.compare import compare
    from diffattn.pictures.observe import observe

    models, observations = [], []
    for source in (arguments.diff, arguments.artifact):
        model, _ = open_source(arguments, source)
        with progress.step("read the text"):
            observations.append(observe(model, text))
        models.append(model)
    with progress.step("compare"):
        comparison = compare(*observations)
    if arguments.output:
        page = report.Page(arguments.artifact, models[1].artifact.manifest)
        content = report.render_comparison(page, arguments.diff, comparison)
        output = pathlib.Path(arguments.output)
        write_files({output: content.encode("utf-8", "replace")})
    else:
        print(report.summarise_changes(comparison))
    return 0


def check(arguments: argparse.Namespace, text: str | None) -> None:
    """Raises UsageError for options that don't go together, Error for pages that can't
    be made, before anything takes time."""
    source = pathlib.Path(arguments.artifact)
    sources = [source]
    if arguments.diff is not None:
        sources.append(pathlib.Path(arguments.diff))
    for each in sources:
        if not each.exists():
            raise Error(f"'{each}' does not exist")
    if text is None and arguments.diff is not None and not arguments.compiler:
        raise UsageError(
            "--diff: expected --attention TEXT or --attention-file FILE, found none"
        )
    if text is None and not arguments.compiler:
        raise UsageError(
            "expected --attention TEXT, --attention-file FILE or --compiler, found none"
        )
    for name in ("span", "output"):
        if text is None and getattr(arguments, name) is not None:
            raise UsageError(f"--{name} needs --attention or --attention-file")
    for name in ("span", "compiler"):
        if arguments.diff is not None and getattr(arguments, name) is not None:
            raise UsageError(f"--{name} and --diff exclude each other")
    if arguments.compiler and not source.is_dir():
        raise UsageError(f"--compiler is for model folders, and '{source}' is none")
    for name in ("model", "device"):
        if getattr(arguments, name) and all(each.is_dir() for each in sources):
            raise UsageError(f"--{name} is for a library, found a model folder")
    named = [
        path for path in (arguments.output, arguments.compiler) if path is not None
    ]
    if named:
        from diffattn.pictures import figures, report

        pages = [pathlib.Path(path) for path in named]
        folder = [pathlib.Path(arguments.model)] if arguments.model else []
        for each in sources + folder:
            check_outputs(str(each), pages, [arguments.attention_file])
        keep_models(pages)
        report.make_environment()
        figures.require_matplotlib()


def make_pages(
    arguments: argparse.Namespace,
    model: "LanguageModel",
    module: tuple[bytes, str] | None,
    observation: "Observation | None",
) -> dict[pathlib.Path, str]:
    """The pages that were asked for."""
    from diffattn.pictures import report
    from diffattn.pictures.compilation import explain

    name = model.description.get("name") or pathlib.Path(arguments.artifact).name
    page = report.Page(str(name), model.artifact.manifest)
    pages = {}
    if arguments.output and observation:
        path = pathlib.Path(arguments.output)
        pages[path] = report.render_attention(page, observation, arguments.span)
    if arguments.compiler and module:
        path = pathlib.Path(arguments.compiler)
        pages[path] = report.render_compilation(page, explain(*module), observation)
    return pages


def print_numbers(observation: "Observation", marked: str | None) -> None:
    """The statistics of all heads, as lines."""
    from diffattn.pictures import report
    from diffattn.pictures.statistics import describe

    span = None if marked is None else report.find_span(observation.tokens, marked)
    layers = [describe(attention, span) for attention in observation.attentions]
    print(report.summarise(layers))


def open_source(
    arguments: argparse.Namespace, path: str
) -> "tuple[LanguageModel, tuple[bytes, str] | None]":
    """The model at a path with what it takes to observe it, and its module if that is
    at hand: text and name."""
    from diffattn.generate import LanguageModel
    from diffattn.runtime import set_num_threads

    source = pathlib.Path(path)
    if not source.is_dir():
        return open_model(arguments, path), None
    set_num_threads(arguments.threads)
    module = read_module(source)
    return LanguageModel.open(compile_observed(source, *module), source), module


def read_module(folder: pathlib.Path) -> tuple[bytes, str]:
    """The module of a model folder, and its name: that of model.mlir, or else what the
    importer makes of a PyTorch model."""
    from diffattn.pictures.observe import FUNCTION

    path = folder / "model.mlir"
    try:
        return path.read_bytes(), str(path)
    except FileNotFoundError:
        pass
    options: dict[str, Any] = import_.FOLDER_OPTIONS | {"entry": (FUNCTION,)}
    imported = import_.import_folder(str(folder), argparse.Namespace(**options))
    return imported.text.encode(), f"{folder.resolve().name}.mlir"


def compile_observed(folder: pathlib.Path, text: bytes, name: str) -> "Artifact":
    """Compiles a module to show its attentions."""
    from diffattn.compiler import compile_text
    from diffattn.pictures.observe import FUNCTION

    with progress.step(f"compile {folder}"):
        return compile_text(text, name=name, observe=FUNCTION)
