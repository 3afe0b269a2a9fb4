"""The lit suite: FileCheck tests of dialect, passes, tools and examples.

Substitutions beside lit's own (%s, %t, %S, ...):
  %clang, %clangxx   the compilers of this build
  %c-flags           how C is compiled here: strict C11, sanitizers of the build
  %c-program         compiles a program with them against the C API
  %python            the interpreter that has NumPy, safetensors and so on
  %conformance       the folder of the op-level conformance cases
  %examples          examples/ of the source tree
  %source            the source tree
  %include           include/ of it
  %libs              the folder of the built libraries (libDiffAttnRuntime.so)
  %build             the build folder, to be installed from
  %consumers         outside projects that build on an install tree
Features: python (NumPy is there), x86-64 (the architecture), avx512 (this
processor has it), asan (this is a build with AddressSanitizer), ptxas (NVIDIA's
assembler is on the PATH), torch (PyTorch is there), wheel-tools (what makes wheels
is), clean-root (this user may make and enter the root of another Debian).
"""

import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess

import lit.formats

SECONDS_PER_TEST = 300

config.name = "diffattn"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c", ".cpp"]
# Inputs of tests, programs that other tests build, and what pytest runs.
config.excludes = ["Fuzz", "Inputs", "data", "python", "consumers"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.diffattn_build, "test")

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.diffattn_build, "bin"),
        config.diffattn_llvm_bin,
        config.environment["PATH"],
    ]
)
config.environment["PYTHONPATH"] = os.pathsep.join(
    [
        os.path.join(config.diffattn_source, "python"),
        os.path.join(config.diffattn_build, "python"),
    ]
)

conformance = "test/Integration/Conformance/data/ops"
libs = os.path.join(config.diffattn_build, "lib")
config.substitutions += [
    # Before what it is made of.
    (
        "%c-program",
        "%clang %c-flags -pthread -I%include -I%llvm-include"
        " -L%libs -Wl,-rpath,%libs -lDiffAttnC -lDiffAttnRuntime -lm",
    ),
    (
        "%c-flags",
        "-std=c11 -Wall -Wextra -Werror -pedantic " + config.diffattn_c_flags,
    ),
    ("%llvm-include", config.diffattn_llvm_include),
    ("%clangxx", config.diffattn_clangxx),
    ("%clang", config.diffattn_clang),
    ("%python", config.diffattn_python),
    ("%conformance", os.path.join(config.diffattn_source, conformance)),
    ("%examples", os.path.join(config.diffattn_source, "examples")),
    ("%source", config.diffattn_source),
    ("%include", os.path.join(config.diffattn_source, "include")),
    ("%libs", libs),
    ("%build", config.diffattn_build),
    ("%consumers", os.path.join(config.diffattn_source, "test", "consumers")),
]


def has_package(name):
    """True if the Python of the tests has a package."""
    code = (
        f"import importlib.util, sys; sys.exit(not importlib.util.find_spec('{name}'))"
    )
    return subprocess.run([config.diffattn_python, "-c", code]).returncode == 0


def may_mount():
    """True if this user may mount folders, for a process alone."""
    return subprocess.run(["unshare", "--mount", "true"]).returncode == 0


def has_avx512():
    """True if this processor (and its operating system) has AVX-512F."""
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    return cpuinfo.exists() and " avx512f" in cpuinfo.read_text()


if has_package("numpy"):
    config.available_features.add("python")
if has_package("torch"):
    config.available_features.add("torch")
if has_package("auditwheel"):
    config.available_features.add("wheel-tools")
if os.geteuid() == 0 and shutil.which("mmdebstrap") and may_mount():
    config.available_features.add("clean-root")
if "-fsanitize=address" in config.diffattn_c_flags:
    config.available_features.add("asan")
    # lld's archives are not instrumented, but share LLVM's allocators with code
    # that is, and would read what that code poisons.
    config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"
if platform.machine() == "x86_64":
    config.available_features.add("x86-64")
if shutil.which("ptxas", path=config.environment["PATH"]):
    config.available_features.add("ptxas")
if has_avx512():
    config.available_features.add("avx512")

# lit measures the time of a test by psutil; without it nothing is limited.
if importlib.util.find_spec("psutil"):
    lit_config.maxIndividualTestTime = SECONDS_PER_TEST
