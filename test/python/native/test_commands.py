"""The commands `compile`, `generate` and `perplexity`, as a user runs them."""

import pathlib
import re
import subprocess

import modules
import pytest
import safetensors.numpy
import tiny_model
from diffattn.compiler import compile_file
from diffattn.errors import CompileError
from toolchain import BUILD, Toolchain

WEIGHTS = tiny_model.weights(256)


@pytest.fixture(scope="module")
def folder(
    tmp_path_factory: pytest.TempPathFactory, toolchain: Toolchain
) -> pathlib.Path:
    """A compiled model of 256 tokens, with its weights."""
    folder = tmp_path_factory.mktemp("model")
    (folder / "model.mlir").write_text(tiny_model.module(256, 64))
    safetensors.numpy.save_file(WEIGHTS, folder / "model.safetensors")
    output = toolchain.run(
        "diffattn", "compile", folder / "model.mlir", "-o", folder / "model.so"
    )
    assert output == (
        "model 'tiny'\n1 ordinary attention layer found\n"
        "3 functions: forward, prefill, decode\n"
    )
    return folder


def run(*arguments: object, status: int = 0) -> tuple[bytes, str]:
    """Standard output and error of `diffattn ARGUMENTS`."""
    command = [str(BUILD / "bin" / "diffattn"), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True)
    error = done.stderr.decode()
    assert done.returncode == status, error
    return done.stdout, error


def greedy(prompt: str, count: int) -> bytes:
    """The prompt and what follows, as the command prints it."""
    tokens = tiny_model.greedy(WEIGHTS, list(prompt.encode()), count)
    return (prompt + bytes(tokens).decode(errors="replace") + "\n").encode()


def test_generate(folder: pathlib.Path) -> None:
    output, error = run(
        "generate", folder / "model.so", "--prompt", "Añ", "--max-tokens", 9
    )
    assert output == greedy("Añ", 9)
    number = r"[0-9]+\.[0-9]+"
    assert re.fullmatch(
        rf"prefill: 3 tokens in {number} s \({number} tokens/s\); "
        rf"decode: 8 tokens in {number} s \({number} tokens/s\)\n",
        error,
    )


def test_generate_several(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (tmp_path / "prompt.txt").write_text("and a file")
    (tmp_path / "model.so").write_bytes((folder / "model.so").read_bytes())
    output, error = run(
        *("generate", tmp_path / "model.so", "--model", folder, "--quiet"),
        *("--prompt", "one", "--prompt", "three", "--max-tokens", 5, "--threads", 1),
        *("--prompt-file", tmp_path / "prompt.txt"),
    )
    assert output == b"\n".join(greedy(p, 5) for p in ("one", "three", "and a file"))
    assert error == ""


def test_generate_with_a_seed(folder: pathlib.Path) -> None:
    def text(seed: int) -> bytes:
        return run(
            *("generate", folder / "model.so", "--prompt", "a", "--seed", seed),
            *("--temperature", 3, "--top-k", 50, "--top-p", 0.9),
        )[0]

    assert text(1) == text(1) != text(2)


def test_perplexity(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (tmp_path / "text.txt").write_text("some text to score")
    output, _ = run(
        "perplexity",
        folder / "model.so",
        "--text",
        tmp_path / "text.txt",
        "--window",
        8,
    )
    assert re.fullmatch(
        rb"text\.txt, 17 tokens in windows of 8: [0-9]\.[0-9]{4} bits/byte, perplexity "
        rb"[0-9]+\.[0-9]{4}\n",
        output,
    )
    # What is made for pictures computes the same.
    compile_file(folder / "model.mlir", output=tmp_path / "model.so", observe="forward")
    observed, _ = run(
        *("perplexity", tmp_path / "model.so", "--model", folder),
        *("--text", tmp_path / "text.txt", "--window", 8),
    )
    assert observed == output


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        ([], 2, "no prompt: expected --prompt TEXT or --prompt-file FILE"),
        (["--prompt", ""], 1, "the prompt is empty"),
        (["--prompt", "x" * 65], 1, "the prompt has 65 tokens, expected at most 64"),
        (["--prompt-file", "none.txt"], 1, "'none.txt': No such file or directory"),
        (["--prompt", "x", "--model", "/none"], 1, "'/none' has no 'model.safetens"),
        (["--prompt", "x", "--top-p", "2"], 2, "top-p: expected a number above 0"),
        (["--prompt", "x", "--top-p", "0"], 2, "top-p: expected a number above 0"),
        (["--prompt", "x", "--temperature", "nan"], 2, "temperature: expected a num"),
        (["--prompt", "x", "--max-tokens", "0"], 2, "--max-tokens: expected 1 or more"),
        (["--prompt", "x", "--seed", "-1"], 2, "--seed: expected 0 or more"),
        (["--prompt", "x", "--threads", "-1"], 2, "threads: expected 0 to 65535"),
        (["--prompt", "x", "--threads", 10**12], 2, "threads: expected 0 to 65535"),
    ],
)
def test_generate_errors(
    folder: pathlib.Path, options: list[str], status: int, message: str
) -> None:
    output, error = run("generate", folder / "model.so", *options, status=status)
    assert output == b""
    assert error.startswith(f"diffattn: error: {message}") and error.count("\n") == 1


def test_generate_on_the_emulator(folder: pathlib.Path) -> None:
    run(
        *("compile", folder / "model.mlir", "-o", folder / "sim.so"),
        *("--target", "sim", "--chip", "sm_90"),
    )
    output, _ = run(
        *("generate", folder / "sim.so", "--prompt", "Añ", "--max-tokens", 9),
        *("--device", "sim:seed=3"),
    )
    assert output == greedy("Añ", 9)


def test_devices(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    model = folder / "model.so"
    _, error = run(*("generate", model, "--prompt", "x", "--device", "cuda"), status=1)
    assert error == f"diffattn: error: '{model}' runs on cpu, found device 'cuda'\n"
    _, error = run(
        *("compile", folder / "model.mlir", "-o", tmp_path / "out.so"),
        *("--chip", "sm_90"),
        status=2,
    )
    assert error == "diffattn: error: --chip needs --target=cuda or --target=sim\n"
    for options, message in (
        (("--target", "sim", "--cubin", "sm_90"), "--cubin needs --target=cuda"),
        (("--target", "cuda", "--ptxas", "ptxas"), "--ptxas needs --cubin"),
    ):
        _, error = run(
            *("compile", folder / "model.mlir", "-o", tmp_path / "out.so"),
            *options,
            status=2,
        )
        assert error == f"diffattn: error: {message}\n"
    run(
        *("compile", folder / "model.mlir", "-o", tmp_path / "out.so"),
        *("--target", "cuda", "--cubin", "sm_90"),
    )
    # Code for CUDA, whose machine is 190 in ELF files.
    content = (tmp_path / "out.so").read_bytes()
    assert re.search(rb"\x7fELF\x02\x01.{12}\xbe\0", content, re.DOTALL)


def test_generate_to_the_last_position(folder: pathlib.Path) -> None:
    output, error = run(
        *("generate", folder / "model.so", "--prompt", "x" * 62, "--prompt", "a"),
        *("--max-tokens", 10),
    )
    # The last token needs no position.
    assert output.startswith(greedy("x" * 62, 3))
    assert error.startswith("stopped: 1 of the texts has all 64 positions of the model")


def test_no_language_model(tmp_path: pathlib.Path) -> None:
    (tmp_path / "scale.mlir").write_text(modules.SCALE)
    output, error = run(
        *("compile", tmp_path / "scale.mlir", "-o", tmp_path / "scale.so"),
        *("--cpu", "generic", "--emit-header", tmp_path / "scale.h"),
    )
    assert output == b"1 function: scale\n" and error == ""
    assert (tmp_path / "scale.h").exists()
    _, error = run("generate", tmp_path / "scale.so", "--prompt", "x", status=1)
    assert "scale.so' is no language model: its manifest has no 'model'" in error


def test_output_that_cannot_be_written(tmp_path: pathlib.Path) -> None:
    (tmp_path / "scale.mlir").write_text(modules.SCALE)
    # In this process: the linker must not end it.
    with pytest.raises(CompileError, match="can't write '/dev/full': No space left"):
        compile_file(tmp_path / "scale.mlir", output="/dev/full")


def test_compile_says_what_was_fused(tmp_path: pathlib.Path) -> None:
    layer = pathlib.Path(__file__).parents[3] / "examples" / "v1-layer.mlir"
    output, _ = run("compile", layer, "-o", tmp_path / "layer.so")
    assert output == (
        b"1 differential attention layer found, fused into 1 kernel\n"
        b"1 function: layer\n"
    )


def test_compile_errors(tmp_path: pathlib.Path) -> None:
    (tmp_path / "bad.mlir").write_text("\njunk\n")
    output = tmp_path / "out.so"
    _, error = run("compile", tmp_path / "bad.mlir", "-o", output, status=1)
    assert error.startswith(f"{tmp_path}/bad.mlir:2:1: error: ")
    _, error = run("compile", tmp_path / "none.mlir", "-o", output, status=1)
    assert error == f"diffattn: error: '{tmp_path}/none.mlir' does not exist\n"
    run("compile", tmp_path / "bad.mlir", status=2)
    run("compile", tmp_path / "bad.mlir", "-o", tmp_path / "bad.mlir", status=2)
    _, error = run("compile", "/dev/zero", "-o", output, status=1)
    assert error.endswith("expected a file or a folder, found a device\n")
    assert not output.exists()
