"""diffattn: the folder imported, compiled by diffattn-compile, called by the Python
package."""

import pathlib
import sys

import numpy as np

from model_bench import processes
from model_bench.implementation import Array, Built, Ready, Setting, as_floats

DTYPES = {"f32": "float32", "bf16": "bfloat16"}


def artifact_of(setting: Setting) -> pathlib.Path:
    """What is compiled."""
    return setting.work / "diffattn.so"


def build(setting: Setting) -> Built:
    """One entry point, with a cache of all positions of the model."""
    graph, artifact = setting.work / "diffattn.mlir", artifact_of(setting)
    environment = processes.environment(setting.build, setting.threads, setting.work)
    log = setting.work / "diffattn.log"
    importer = [sys.executable, "-m", "diffattn", "import", setting.folder]
    flags = [f"--entry={setting.case.kind}", f"--dtype={DTYPES[setting.case.dtype]}"]
    export = processes.run([*importer, *flags, "-o", graph], log, environment)
    tool = setting.build / "bin" / "diffattn-compile"
    quantize = f"--quantize={setting.case.quantization}"
    command = [tool, graph, "-o", artifact, quantize]
    compiled = processes.run(command, log, environment)
    return Built(export, compiled, artifact.stat().st_size)


def prepare(setting: Setting) -> Ready:
    """Weights are mapped from the folder."""
    from diffattn.generate import allocate_cache, read_caches
    from diffattn.runtime import Artifact, Weights, set_num_threads

    case = setting.case
    set_num_threads(setting.threads)
    function = Artifact(artifact_of(setting))[case.kind]
    function = function.bind(Weights.of_folder(setting.folder))
    caches = [allocate_cache(cache, 1, None) for cache in read_caches(function)]
    if case.is_decode:
        past = setting.past()
        for index, cache in enumerate(caches):
            layer, which = divmod(index, 2)
            # bf16 as its bits, whatever the type of the array is called.
            target = np.asarray(cache).view(past.dtype)
            target[0, :, : case.tokens] = past[layer, which]
    ids = setting.tokens().astype(np.int64)
    lengths = np.array([case.position + 1], np.int64)
    return Ready(lambda: function(ids, lengths, *caches), as_result)


def as_result(result: object) -> Array:
    """[1, vocabulary] as floats."""
    return as_floats(np.asarray(result))
