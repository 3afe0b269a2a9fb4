"""ONNX Runtime: how its sessions are made."""

import onnxruntime


def make_session(model: bytes | str, threads: int) -> onnxruntime.InferenceSession:
    """Of a model, or of the path of one."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # Or its threads would take time from the next one's turn.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    return onnxruntime.InferenceSession(
        model, options, providers=["CPUExecutionProvider"]
    )
