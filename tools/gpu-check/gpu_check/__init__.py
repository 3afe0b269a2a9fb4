"""What tools/dev/gpu-check.sh does: shows kernels for NVIDIA GPUs on a GPU.

`prepare` compiles on any machine; all else runs on the one with the GPU, with
Python and PyTorch alone, and must not import anything of this repository.
"""
