# A thin front over tools/dev and the CMake presets: `make` explains itself.
# Set-up (Debian packages, .venv, configuring) happens by itself, once.
PRESET ?= dev
BUILD := build/$(PRESET)
export NINJA_STATUS = [%f/%t] 

.PHONY: help setup build demo test fuzz fuzz-long tsan bench bench-models wheel docs \
  site format clean

help:
	@echo "diffattn: a compiler for models that use differential attention"
	@echo
	@echo "  make demo     compile a trained language model to a shared library, let it"
	@echo "                write, and compare its numbers with exact results;"
	@echo "                FROM=pytorch starts from the model's PyTorch code"
	@echo "  make test     build everything and run all tests; TORCH=0 does without"
	@echo "                PyTorch (a large download) and the tests of the front end"
	@echo "  make fuzz     feed readers, parser and passes with inputs of test/Fuzz and, for a"
	@echo "                minute, with new ones; make fuzz-long for hours"
	@echo "  make tsan     compile and call on eight threads, under ThreadSanitizer"
	@echo
	@echo "  make bench    time compilation, and attention beside other software"
	@echo "                (release build; installs PyTorch, ONNX Runtime and IREE)"
	@echo "  make bench-models"
	@echo "                time whole language models beside other software (an hour;"
	@echo "                installs OpenVINO, too)"
	@echo "  make build    build the tools into $(BUILD)/bin"
	@echo "  make wheel    the Python package with all it needs inside, to build/wheels"
	@echo "                (release build; PYTHON=python3.12 for another interpreter)"
	@echo "  make docs     regenerate docs/generated from TableGen and --help"
	@echo "  make site     write the documentation as a site to build/site"
	@echo "  make format   format all C, C++ and Python files"
	@echo "  make clean    remove $(BUILD) (.venv and other presets stay)"
	@echo
	@echo "Each sets up what it needs first. PRESET=dev|release|asan chooses the build."

setup:
	@tools/dev/setup.sh $(PRESET)

build: setup
	@cmake --build --preset $(PRESET)

# FROM=pytorch compiles the model's folder through PyTorch, not its saved graphs.
FROM ?= mlir
demo:
	@tools/dev/setup.sh $(PRESET) $(if $(filter pytorch,$(FROM)),--torch)
	@cmake --build --preset $(PRESET)
	@examples/demo.sh $(BUILD) $(FROM)

# TORCH=0 leaves out PyTorch, and with it the tests of the front end.
TORCH ?= 1
test:
	@tools/dev/setup.sh $(PRESET) $(if $(filter-out 0,$(TORCH)),--torch)
	@cmake --build --preset $(PRESET)
	@tools/dev/test.sh $(PRESET)

# FUZZ="--target=text --seconds=600" chooses (FUZZ=--help explains).
fuzz fuzz-long:
	@tools/dev/setup.sh fuzz
	@cmake --build --preset fuzz $(if $(filter fuzz-long,$@),--target all-fuzzers)
	@python3 tools/dev/fuzz.py $(if $(filter fuzz,$@),short,long) $(FUZZ)

# TSAN=200 is the number of compilations a thread.
TSAN ?= 25
tsan:
	@tools/dev/setup.sh tsan
	@tools/dev/tsan.sh $(TSAN)

# BENCH="--case=NAME --rounds=9" chooses (BENCH=--help explains); BENCH=none times
# compilation alone.
BENCH ?=
bench:
	@tools/dev/setup.sh release
	@cmake --build --preset release --target compile-benchmarks \
	  parallel-benchmarks diffattn-bench diffattn-compile DiffAttnRuntime DiffAttnPeakC
	@mkdir -p build/bench
	@build/release/bin/compile-benchmarks --benchmark_repetitions=7 \
	  --benchmark_report_aggregates_only=true \
	  --benchmark_out=build/bench/compile.json
	@build/release/bin/parallel-benchmarks \
	  --benchmark_out=build/bench/parallel.json
	@[ "$(BENCH)" = none ] || tools/bench/run.sh $(BENCH)

# BENCH="--case=prefill_512_f32 --rounds=9" chooses (BENCH=--help explains).
bench-models:
	@tools/dev/setup.sh release
	@cmake --build --preset release --target \
	  diffattn-compile DiffAttnPython DiffAttnRuntime DiffAttnPeakC
	@tools/bench/run.sh models $(BENCH)

# PYTHON=/usr/bin/python3.12 is whom the wheel is for.
wheel: PRESET = release
wheel:
	@tools/dev/setup.sh $(PRESET)
	@cmake --build --preset $(PRESET) --target wheel-libraries
	@tools/dev/wheel.sh build/$(PRESET) build/wheels \
	  $(if $(filter command%,$(origin PYTHON)),$(PYTHON))

docs: build
	@PRESET=$(PRESET) tools/dev/check-docs.sh --write

site: setup
	@tools/dev/check-site.sh
	@echo "build/site/index.html"

format: setup
	@tools/dev/check-format.sh --write

clean:
	rm -rf $(BUILD)
