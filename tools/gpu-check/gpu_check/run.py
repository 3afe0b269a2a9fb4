"""The phases of --run: correctness, sanitizer, timings."""

import pathlib
import time
from collections.abc import Callable
from typing import Any

from gpu_check import cases, prepare, report, sanitizer, warm
from gpu_check.artifact import Failure, Runtime
from gpu_check.errors import UsageError
from gpu_check.results import Results
from gpu_check.supervisor import Supervisor

SHARES = {"correctness": 0.36, "sanitizer": 0.16, "timings": 0.48}
"""Of the time. What a phase leaves is for those behind it."""

WARM_SECONDS = 30.0
"""Of those for correctness, in which the driver may compile."""

Say = Callable[[str], None]


class Run:
    """One run on one device."""

    def __init__(
        self,
        folder: pathlib.Path,
        device: str,
        seconds: float,
        out: pathlib.Path | None,
        say: Say,
    ):
        self.folder, self.device, self.seconds = folder.resolve(), device, seconds
        self.kind = device.partition(":")[0]
        self.say = say
        self.out = out or self.folder / f"results-{self.kind}.json"
        self.wrong = 0

    def check(self) -> str:
        """The name of the device. Raises UsageError if the run can't be."""
        prepare.verify(self.folder)
        target = prepare.target_of(self.folder)
        if target != self.kind:
            raise UsageError(
                f"'{self.folder}' was prepared for {target}, found device "
                f"'{self.device}'"
            )
        try:
            runtime = Runtime(self.folder / "lib", self.device)
        except Failure as error:
            raise UsageError(str(error)) from None
        except OSError as error:
            raise UsageError(f"can't load the runtime: {error}") from None
        name = runtime.device_name
        runtime.close()
        check_torch(self.kind)
        return name

    def run(self) -> int:
        """All phases. Returns how many cases were not right."""
        name = self.check()
        self.say(f"device: {name}")
        try:
            results = Results(self.out)
        except OSError as error:
            raise UsageError(f"can't write the results: {error} (see --out)") from None
        results.put("device", name)
        results.put("folder", prepare.summary_of(self.folder))
        _, known = cases.load(self.folder / "cases.json")
        start, share = time.monotonic(), 0.0
        phases = {"correctness": lambda end: self.correctness(results, known, end)}
        if self.kind == "cuda":
            phases["sanitizer"] = lambda end: self.sanitizer(results, end)
            phases["timings"] = lambda end: self.timings(results, end)
        for phase, do in phases.items():
            share += SHARES[phase]
            began = time.monotonic()
            do(start + share * self.seconds)
            found = results.content["phases"][phase]
            found["seconds"] = round(time.monotonic() - began, 1)
            results.save()
            self.say(f"{phase}: {report.count(found)}, {found['seconds']:.0f} s")
        if table := report.timings(results.content["phases"].get("timings", EMPTY)):
            self.say(f"\n{table}")
        self.say(f"\nwrote {self.out}")
        return self.wrong

    def take(self, results: Results, phase: str, result: dict[str, Any]) -> None:
        """Writes a result down, and what is wrong with it."""
        results.add(phase, result)
        if result["status"] != "right":
            self.wrong += 1
            seed = f" (seed {result['seed']})" if "seed" in result else ""
            self.say(f"{phase}: {result['status']}: {result['case']}{seed}")
            self.say(f"  {result['problem']}")

    def supervise(
        self,
        results: Results,
        phase: str,
        names: list[dict[str, Any]],
        deadline: float,
    ) -> None:
        """A phase in a process of its own; `names` say what its cases are."""
        results.begin(phase, len(names))
        supervisor = Supervisor(phase, self.folder, self.device, deadline)
        if phase == "timings":
            # Each of three peers may be compiled for a while.
            supervisor.stall = 90.0
        stopped = supervisor.run(
            len(names),
            lambda i, result: self.take(results, phase, names[i] | result),
        )
        if stopped and "time" not in stopped:
            self.wrong += 1
        results.content["phases"][phase] |= {"stopped": stopped, **supervisor.about}

    def correctness(
        self, results: Results, known: list[cases.Case], deadline: float
    ) -> None:
        """Random shapes against f64."""
        if self.kind == "cuda":
            began = time.monotonic()
            problem = warm.run(self.folder, self.device, WARM_SECONDS)
            seconds = round(time.monotonic() - began, 1)
            results.put("warm_up", {"seconds": seconds, "problem": problem})
        names = [{"case": str(case), "seed": case.seed} for case in known]
        self.supervise(results, "correctness", names, deadline)
        if not results.content["phases"]["correctness"]["done"]:
            self.wrong += 1
            self.say("correctness: nothing was checked (see --seconds)")

    def sanitizer(self, results: Results, deadline: float) -> None:
        """A few small shapes under NVIDIA's tool."""
        phase = results.begin("sanitizer", 0)
        program = sanitizer.find()
        if not program:
            phase["stopped"] = "there is no compute-sanitizer"
            return
        phase["planned"] = len(sanitizer.TOOLS) * sanitizer.CASES
        phase["stopped"] = sanitizer.run(
            self.folder,
            self.device,
            deadline,
            lambda _, result: self.take(results, "sanitizer", result),
            program,
        )

    def timings(self, results: Results, deadline: float) -> None:
        """Beside PyTorch."""
        from gpu_check.timings import plan

        names = [{"case": str(timing)} for timing in plan()]
        self.supervise(results, "timings", names, deadline)


EMPTY: dict[str, Any] = {"cases": []}


def check_torch(kind: str) -> None:
    """Raises UsageError without a PyTorch that can do what is needed."""
    try:
        import torch
    except ImportError as error:
        raise UsageError(f"no PyTorch: {error}") from None
    try:
        from torch.nn.attention import sdpa_kernel  # noqa: F401
    except ImportError:
        raise UsageError(
            f"PyTorch {torch.__version__} is too old, expected 2.3 or newer"
        ) from None
    if kind == "cuda" and not torch.cuda.is_available():
        raise UsageError(f"PyTorch {torch.__version__} finds no CUDA device")
