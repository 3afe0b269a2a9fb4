"""Runs attentions through all pipelines and says where they are wrong."""

import dataclasses
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from artifact import Array
from diffattn.errors import Error
from drawing import Case, cases, draw_one, shrink
from instances import Drawer, Instance, is_empty
from judge import Question
from pipelines import CPU, PIPELINES, Batch, Pipeline
from properties import PROPERTIES, Situation
from report import Failure, Report

Problems = (Error, RuntimeError)
TWINS = (("fast", "fast on memrefs"), ("loops", "loops on memrefs"))


def run_cases(
    numbers: Sequence[int],
    calls: int,
    pipelines: Sequence[Pipeline] = CPU,
    **options: Any,
) -> Report:
    """The cases with these numbers, with so many calls, through pipelines."""
    drawn = {number: draw_one(cases(calls), number) for number in numbers}
    return run_drawn(drawn, pipelines, **options)


def run_drawn(
    drawn: dict[int, Case], pipelines: Sequence[Pipeline], **options: Any
) -> Report:
    """Cases by their numbers. What is not compiled together is compiled in halves,
    down to the case that can't be compiled."""
    report = Report()
    signatures = [case.signature for case in drawn.values()]
    try:
        batch = Batch(signatures, pipelines, **options)
    except Problems as error:
        items = list(drawn.items())
        if len(items) == 1:
            number, case = items[0]
            report.counts["signatures"] += 1
            report.add(Failure(number, "compile", str(case.signature), str(error)))
            return report
        for half in (items[: len(items) // 2], items[len(items) // 2 :]):
            report.merge(run_drawn(dict(half), pipelines, **options))
        return report
    for index, (number, case) in enumerate(drawn.items()):
        report.counts["signatures"] += 1
        check(batch, index, case, number, report)
    return report


def check(batch: Batch, index: int, case: Case, number: int, report: Report) -> None:
    """All calls of a case, and what one of them must not change by."""
    for instance in case.instances:
        report.counts["instances"] += 1
        question = Question.of(case.signature, instance)
        if wrong := question.definition_agrees():
            report.add(Failure(number, "oracle", str(instance), wrong))
        found: dict[str, dict[str, Array]] = {}
        for pipeline in batch.pipelines:
            if takes(pipeline, case.signature, instance):
                report.counts[f"results: {pipeline.name}"] += 1
                for what in ask(batch, pipeline, index, question, found):
                    report.add(Failure(number, pipeline.name, str(instance), what))
        for what in differing_twins(found, question):
            report.add(Failure(number, "pairs", str(instance), what))
    chosen = choose(case)
    if chosen is not None:
        check_properties(
            batch, index, Question.of(case.signature, chosen), number, report
        )


def takes(pipeline: Pipeline, signature: Any, instance: Instance) -> bool:
    """Whether a pipeline answers a call."""
    return pipeline.takes(signature) and pipeline.answers(signature, instance)


def ask(
    batch: Batch,
    pipeline: Pipeline,
    index: int,
    question: Question,
    found: dict[str, dict[str, Array]],
) -> list[str]:
    """What is wrong with one call. Its results become those of the pipeline in
    `found`."""
    results = Drawer(question.signature, question.instance).results()
    try:
        results = batch.call(pipeline, index, question.inputs, results)
    except Problems as error:
        return [f"fails: {error}"]
    found[pipeline.name] = results
    return question.problems(results, pipeline.emulated)


def differing_twins(
    found: dict[str, dict[str, Array]], question: Question
) -> Iterator[str]:
    """Pairs of results that are not alike. Any two are no further from each other
    than the rule lets them be from what is right, and have infinities and NaN at the
    same places; those on tensors and on memrefs, by the same schedule, are the same
    bits, where nothing depends on strides."""
    for name, twin in TWINS:
        (pipeline,) = (p for p in CPU if p.name == name)
        if pipeline.decomposes(question.signature):
            continue
        for result, array in found.get(name, {}).items():
            if not (twin in found and question.is_computed(result)):
                continue
            if array.tobytes() != found[twin][result].tobytes():
                yield f"{result} of {name} and {twin} differ"


def choose(case: Case) -> Instance | None:
    """A call that there is something to compute in, rather of numbers."""
    full = [i for i in case.instances if not is_empty(case.signature, i)]
    finite = [i for i in full if i.numbers not in ("nan", "infinite")]
    return next(iter(finite + full), None)


def check_properties(
    batch: Batch, index: int, question: Question, number: int, report: Report
) -> None:
    """The properties of a call, through each pipeline that has the op."""
    signature, instance = question.signature, question.instance
    for pipeline in batch.pipelines:
        if pipeline.form == "linalg" or not pipeline.takes(signature):
            continue

        def call(
            instance: Instance,
            inputs: dict[str, Array],
            pipeline: Pipeline = pipeline,
        ) -> dict[str, Array]:
            results = Drawer(signature, instance).results()
            return batch.call(pipeline, index, inputs, results)

        for property in PROPERTIES:
            label = f"property {property.__name__}"
            seed = zlib.crc32(f"{label} {number}".encode())
            random = np.random.default_rng(seed)
            situation = Situation(
                question,
                call,
                pipeline.forced,
                pipeline.emulated,
                pipeline.decomposes(signature),
                random,
            )
            try:
                wrong = property(situation)
            except Problems as error:
                wrong = [f"fails: {error}"]
            if wrong is None:
                continue
            report.counts[label] += 1
            for what in wrong:
                text = f"{property.__name__}: {what}"
                report.add(Failure(number, pipeline.name, str(instance), text))


def shrink_case(
    failure: Failure, calls: int, **options: Any
) -> tuple[Case, Report] | None:
    """A small case that fails in the same pipeline, and how."""
    named = [p for p in PIPELINES if p.name == failure.where] or CPU
    wanted = [dataclasses.replace(pipeline, turn=None) for pipeline in named]

    def run(case: Case) -> Report:
        return run_drawn({failure.number: case}, wanted, **options)

    found = shrink(cases(calls), failure.number, lambda case: bool(run(case).failures))
    return None if found is None else (found, run(found))
