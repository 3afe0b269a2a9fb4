"""The built tools, for Python tests: run as a user runs them."""

import os
import pathlib
import resource
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[1]
BUILD = pathlib.Path(os.environ.get("DIFFATTN_BUILD", ROOT / "build/dev"))


# Generated code runs where there is little stack: in threads of servers, in fibers.
STACK_BYTES = 256 << 10


def limit_stack() -> None:
    """As `ulimit -s 256`."""
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, STACK_BYTES))


def flags_for(cpu: str) -> tuple[str, ...]:
    """Of a processor that tests compile for. LLVM's optimiser, which takes most of
    the time, runs for this machine's own alone."""
    return (f"--cpu={cpu}", f"--optimize={str(cpu == 'native').lower()}")


class Toolchain:
    """Runs tools of the build; what fails, fails the test with its output."""

    def run(
        self, tool: str, *arguments: str | pathlib.Path, stdin: str | None = None
    ) -> str:
        """Standard output of a tool."""
        command = [str(BUILD / "bin" / tool), *map(str, arguments)]
        runs_code = tool == "diffattn-run"
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            text=True,
            # libomp's threads have stacks of their own.
            env=os.environ | ({"OMP_STACKSIZE": "256K"} if runs_code else {}),
            preexec_fn=limit_stack if runs_code else None,
        )
        if done.returncode != 0:
            pytest.fail(
                f"{' '.join(command)}\nexit {done.returncode}\n"
                f"{done.stdout[-4000:]}{done.stderr[-4000:]}",
                pytrace=False,
            )
        return done.stdout

    def apply(self, text: str, *passes: str) -> str:
        """A module after passes; as it is without any."""
        if not passes:
            return text
        pipeline = f"builtin.module({','.join(passes)})"
        return self.run("diffattn-opt", f"--pass-pipeline={pipeline}", stdin=text)

    def compile(
        self,
        text: str,
        artifact: pathlib.Path,
        *passes: str,
        optimize: bool = True,
    ) -> pathlib.Path:
        """Compiles a module, after `passes`, to `artifact`; without LLVM's optimiser
        if asked to, which takes most of the time of compiling."""
        text = self.apply(text, *passes)
        flags = [] if optimize else ["--optimize=false"]
        self.run("diffattn-compile", "-", "-o", artifact, *flags, stdin=text)
        return artifact
