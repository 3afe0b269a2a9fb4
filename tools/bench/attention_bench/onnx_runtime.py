"""ONNX Runtime: its fused attention ops, and the form without them."""

from typing import Any

import numpy as np
import onnx
import onnxruntime
from harness import Unsuited
from harness.onnx_runtime import make_session
from onnx import TensorProto, helper

from attention_bench.cases import Case
from attention_bench.implementation import Prepared, Setting
from attention_bench.inputs import Array
from attention_bench.program import EPSILON, LAMBDA, OUT_SCALE

CONTRIB = "com.microsoft"


class Graph:
    """Writes a model node by node; `feeds` are the values of its inputs."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.inputs: list[Any] = []
        self.constants: list[Any] = []
        self.feeds: dict[str, Array] = {}

    def input(self, name: str, value: Array) -> str:
        """An input of f32."""
        shape = list(value.shape)
        self.inputs.append(
            helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        )
        self.feeds[name] = value
        return name

    def constant(self, value: Any, dtype: type = np.float32) -> str:
        """A constant."""
        name = f"constant{len(self.constants)}"
        array = np.asarray(value, dtype)
        self.constants.append(onnx.numpy_helper.from_array(array, name))
        return name

    def node(
        self,
        op: str,
        *inputs: str,
        outputs: int = 1,
        domain: str = "",
        **attributes: Any,
    ) -> Any:
        """The name of what the node gives; a list of them if there are several."""
        names = [f"node{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(
            helper.make_node(op, inputs, names, domain=domain, **attributes)
        )
        return names[0] if outputs == 1 else names

    def session(self, result: str, threads: int) -> onnxruntime.InferenceSession:
        """The model, ready to run; its output is `result`."""
        self.nodes.append(helper.make_node("Identity", [result], ["out"]))
        out = helper.make_tensor_value_info("out", TensorProto.FLOAT, None)
        graph = helper.make_graph(
            self.nodes, "attention", self.inputs, [out], self.constants
        )
        opsets = [helper.make_opsetid("", 23), helper.make_opsetid(CONTRIB, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=11)
        return make_session(model.SerializeToString(), threads)


def _rows_first(array: Array) -> Array:
    """[heads, rows, width] as [1, rows, heads * width]."""
    return np.ascontiguousarray(array.swapaxes(0, 1)).reshape(1, array.shape[1], -1)


def _need_f32(case: Case) -> None:
    if case.dtype != "f32":
        raise Unsuited(f"no kernels of attention for {case.dtype} on processors")


def _norm(graph: Graph, difference: str, case: Case) -> str:
    weight = graph.constant(np.full(case.values, OUT_SCALE))
    return graph.node(
        "SimplifiedLayerNormalization", difference, weight, axis=-1, epsilon=EPSILON
    )


def _prepared(graph: Graph, result: str, threads: int, heads_last: bool) -> Prepared:
    session = graph.session(result, threads)

    def read(result: object) -> Array:
        array = np.asarray(result)[0]
        return array.swapaxes(0, 1) if heads_last else array

    return Prepared(lambda: session.run(["out"], graph.feeds)[0], read)


def mha(setting: Setting) -> Prepared:
    """Two MultiHeadAttention, then the difference and the norm."""
    case = setting.case
    _need_f32(case)
    if not case.is_v1:
        raise Unsuited("MultiHeadAttention has no shared keys and values")
    graph = Graph()
    value = graph.input("v", _rows_first(setting.inputs["v"]))
    shape = graph.constant([1, case.queries, case.heads, case.values], np.int64)
    maps = []
    for i in "12":
        out = graph.node(
            "MultiHeadAttention",
            graph.input(f"q{i}", _rows_first(setting.inputs[f"q{i}"])),
            graph.input(f"k{i}", _rows_first(setting.inputs[f"k{i}"])),
            value,
            domain=CONTRIB,
            num_heads=case.heads,
            unidirectional=int(case.causal),
        )
        maps.append(graph.node("Reshape", out, shape))
    noise = graph.node("Mul", maps[1], graph.constant(LAMBDA))
    result = _norm(graph, graph.node("Sub", maps[0], noise), case)
    return _prepared(graph, result, setting.threads, heads_last=True)


def gqa(setting: Setting) -> Prepared:
    """One GroupQueryAttention with all query heads, then the difference."""
    case, inputs = setting.case, setting.inputs
    _need_f32(case)
    if case.is_v1 or not case.causal:
        raise Unsuited("GroupQueryAttention is causal, with equal widths")
    graph = Graph()
    out, _, _ = graph.node(
        "GroupQueryAttention",
        graph.input("q", _rows_first(inputs["q"])),
        graph.input("k", _rows_first(inputs["k"])),
        graph.input("v", _rows_first(inputs["v"])),
        "",
        "",
        graph.constant([case.keys - 1], np.int32),
        graph.constant(case.keys, np.int32),
        outputs=3,
        domain=CONTRIB,
        num_heads=2 * case.heads,
        kv_num_heads=case.groups,
    )
    shape = [1, case.queries, case.heads, 2, case.features]
    pairs = graph.node("Reshape", out, graph.constant(shape, np.int64))
    halves = graph.node("Split", pairs, outputs=2, axis=3, num_outputs=2)
    axis = graph.constant([3], np.int64)
    signal, noise = (graph.node("Squeeze", half, axis) for half in halves)
    logits = np.ascontiguousarray(inputs["lam"].swapaxes(0, 1))[None, :, :, None]
    factor = graph.node("Sigmoid", graph.input("lam", logits))
    result = graph.node("Sub", signal, graph.node("Mul", noise, factor))
    return _prepared(graph, result, setting.threads, heads_last=True)


def unfused(setting: Setting) -> Prepared:
    """Both maps in memory, subtracted before the one value product: 8d."""
    case, inputs = setting.case, setting.inputs
    _need_f32(case)
    if not case.is_v1:
        raise Unsuited("written for V1 only")
    graph = Graph()
    scale = graph.constant(case.features**-0.5)
    if case.causal:
        shape = (case.queries, case.keys)
        mask = graph.constant(np.triu(np.full(shape, -np.inf, np.float32), 1))
    maps = []
    for i in "12":
        query = graph.node("Mul", graph.input(f"q{i}", inputs[f"q{i}"][None]), scale)
        key = graph.input(f"k{i}", inputs[f"k{i}"][None])
        scores = graph.node(
            "MatMul", query, graph.node("Transpose", key, perm=[0, 1, 3, 2])
        )
        if case.causal:
            scores = graph.node("Add", scores, mask)
        maps.append(graph.node("Softmax", scores, axis=-1))
    noise = graph.node("Mul", maps[1], graph.constant(LAMBDA))
    difference = graph.node("Sub", maps[0], noise)
    product = graph.node("MatMul", difference, graph.input("v", inputs["v"][None]))
    result = _norm(graph, product, case)
    return _prepared(graph, result, setting.threads, heads_last=False)
