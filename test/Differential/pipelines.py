"""Every way from an attention to numbers.

A batch of attentions is compiled as few modules as there are sets of options: the
functions of a module share the cost of compiling it.
"""

import dataclasses
import math
import subprocess
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from artifact import Array
from attention_text import write_tensors
from attentions import Blocks, is_feature, is_value, write
from diffattn.compiler import compile_text
from instances import Instance
from schedules import SCHEDULES
from signatures import Signature
from spelled import can_spell, spell
from toolchain import BUILD

# Small blocks, so that calls cross their edges.
BLOCKS = Blocks(
    row_block=24,
    key_block=128,
    value_block=128,
    held_bytes=1,
    held_keys=100,
    split_rows=8,
    split_keys=64,
)
# Features that kernels for GPUs are made for.
WIDEST = 256
STRATEGIES = ("held", "online", "split", "auto")


@dataclasses.dataclass(frozen=True)
class Module:
    """Functions that are compiled together: after these passes, with these
    options."""

    passes: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def compile(self, text: str, options: dict[str, Any]) -> Any:
        """The artifact."""
        if self.passes:
            text = apply(text, self.passes)
        return compile_text(text, **dict(self.options) | options)


def apply(text: str, passes: Sequence[str]) -> str:
    """A module after passes."""
    pipeline = f"--pass-pipeline=builtin.module({','.join(passes)})"
    command = [str(BUILD / "bin" / "diffattn-opt"), pipeline]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"diffattn-opt {pipeline}: {done.stderr[-4000:]}")
    return done.stdout


def hash_of(signature: Signature, salt: str = "") -> int:
    """A number, the same in every run."""
    return zlib.crc32((salt + repr(dataclasses.replace(signature, name=""))).encode())


LOOPS = Module(options=(("reference", True),))
FAST = Module()
EMULATED = Module(options=(("target", "sim"),))


@dataclasses.dataclass(frozen=True)
class Pipeline:
    """A way to compute an attention: how it is written, and in which module."""

    name: str
    module: Module
    form: str = "tensors"
    """tensors, memrefs, or linalg: on tensors, without the op."""
    schedule: str | None = None
    turn: tuple[int, int] | None = None
    """(i, n): it takes each n-th attention, by chance; None: all."""
    turns: str = ""
    """Those that take turns have this in common; others don't depend on it."""

    @property
    def forced(self) -> bool:
        """Whether the strategy is the same for all sizes."""
        return self.schedule in ("held", "online", "split") or self.module == LOOPS

    @property
    def emulated(self) -> bool:
        """Whether it is for the emulator."""
        return self.module == EMULATED

    def decomposes(self, signature: Signature) -> bool:
        """Whether the attention becomes products of matrices, since it is tiled or
        has no kernel: those for GPUs need features and values of known sizes."""
        if self.module == LOOPS:
            return False
        if self.module.passes or signature.element == "f64":
            return True
        names = {*signature.q1.split(), *signature.v.split()}
        sizes = signature.static
        return self.emulated and not all(
            1 <= math.prod(sizes.get(d, 0) for d in names if has_role(d)) <= WIDEST
            for has_role in (is_feature, is_value)
        )

    def takes(self, signature: Signature) -> bool:
        """Whether there is such a way for this attention."""
        if self.form == "linalg" and not can_spell(signature):
            return False
        if self.turn and hash_of(signature, self.turns) % self.turn[1] != self.turn[0]:
            return False
        return self.schedule is None or signature.element != "f64"

    def answers(self, signature: Signature, instance: Instance) -> bool:
        """Whether a call is one for this way: linalg without the op uses what is
        behind lengths, and adds masks to what they hide, so there can't be NaN."""
        if self.form != "linalg" or instance.numbers not in ("nan", "infinite"):
            return True
        adds = signature.mask is not None and signature.mask_element != "i1"
        return signature.lengths is None and not adds

    def write(self, signature: Signature, name: str) -> str:
        """The function."""
        named = dataclasses.replace(signature, name=name)
        if self.form == "linalg":
            return spell(named, name)
        schedule = BLOCKS.schedule(self.schedule) if self.schedule else None
        writer = write if self.form == "memrefs" else write_tensors
        return writer(named, schedule, fixed=signature.static)

    def call(
        self, function: Any, inputs: dict[str, Array], results: dict[str, Array]
    ) -> dict[str, Array]:
        """Writes results, and returns those that there are."""
        given = dict(inputs)
        if self.form == "linalg":
            results = {"out": results["out"]}
            if "lengths" in given:
                # Weights of 0 times NaN are NaN here.
                for name in given.keys() & {"k1", "k2", "v"}:
                    array = given[name]
                    given[name] = np.where(array != array, 0, array).astype(array.dtype)
        if self.form != "memrefs":
            given |= {f"{name}_init": array.copy() for name, array in results.items()}
        function(out=results, **given)
        return results


CPU = (
    Pipeline("loops", LOOPS),
    Pipeline("loops on memrefs", LOOPS, "memrefs"),
    Pipeline("loops of linalg", LOOPS, "linalg"),
    Pipeline("fast", FAST),
    Pipeline("fast on memrefs", FAST, "memrefs"),
    Pipeline("raised", FAST, "linalg"),
    *(
        Pipeline(strategy, FAST, ("tensors", "memrefs")[i % 2], strategy)
        for i, strategy in enumerate(STRATEGIES)
    ),
    *(
        Pipeline(f"tiled {name}", Module(SCHEDULES[name]), turn=(i, 3))
        for i, name in enumerate(("rows", "online", "split"))
    ),
)
EMULATOR = (Pipeline("emulated", EMULATED),)
PIPELINES = CPU + EMULATOR


def in_turns(*groups: Sequence[str]) -> tuple[Pipeline, ...]:
    """Those for CPUs; of each of these groups an attention goes through one. An empty
    name stands for none."""
    found = []
    for pipeline in CPU:
        for group in groups:
            if pipeline.name in group:
                turn = (group.index(pipeline.name), len(group))
                pipeline = dataclasses.replace(
                    pipeline, turn=turn, turns=" ".join(group)
                )
        found.append(pipeline)
    return tuple(found)


# For each commit: about half of the ways for each attention.
SOME_CPU = in_turns(
    ("loops", "loops on memrefs", "loops of linalg"),
    ("fast on memrefs", "raised"),
    ("held", "online"),
    ("split", "auto"),
    ("tiled rows", "tiled online", "tiled split", "", "", ""),
)


class Batch:
    """Attentions, compiled for all pipelines."""

    def __init__(
        self,
        signatures: Sequence[Signature],
        pipelines: Sequence[Pipeline] = CPU,
        **options: Any,
    ):
        self.signatures = signatures
        self.pipelines = pipelines
        self.functions: dict[tuple[str, int], Any] = {}
        for module in dict.fromkeys(p.module for p in pipelines):
            members = list(self.members(module))
            if not members:
                continue
            artifact = module.compile(self.text(module), options)
            for pipeline, index in members:
                name = function_name(pipeline, index)
                self.functions[pipeline.name, index] = artifact[name]

    def members(self, module: Module) -> list[tuple[Pipeline, int]]:
        """The functions of a module."""
        return [
            (pipeline, index)
            for index, signature in enumerate(self.signatures)
            for pipeline in self.pipelines
            if pipeline.module == module and pipeline.takes(signature)
        ]

    def text(self, module: Module) -> str:
        """A module."""
        return "\n".join(
            pipeline.write(self.signatures[index], function_name(pipeline, index))
            for pipeline, index in self.members(module)
        )

    def call(
        self,
        pipeline: Pipeline,
        index: int,
        inputs: dict[str, Array],
        results: dict[str, Array],
    ) -> dict[str, Array]:
        """Calls an attention."""
        return pipeline.call(self.functions[pipeline.name, index], inputs, results)


def function_name(pipeline: Pipeline, index: int) -> str:
    """The name of a function in its module."""
    return f"{pipeline.name.replace(' ', '_')}_{index}"
