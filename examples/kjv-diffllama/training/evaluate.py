#!/usr/bin/env python3
"""Bits per byte, lambda per layer and text samples of a byte-level DiffLlama folder,
with transformers' own forward pass.

    python evaluate.py --model .. --text ../validation.txt      # perplexity check
    python evaluate.py --model .. --prompt "And it came to pass" --seed 1
    python evaluate.py --model .. --prompt "And it came to pass" --temperature 0

Bits per byte: the text is cut into non-overlapping windows of --window bytes; in each
the model sees the byte before the window and then predicts every byte of it. Perplexity
per byte is 2 to that power.
"""

import argparse
import math
import pathlib

import torch
import torch.nn.functional as F
from transformers import DiffLlamaForCausalLM


def layer_lambda(a):
    one, two = (
        (q.float() @ k.float()).exp().item()
        for q, k in ((a.lambda_q1, a.lambda_k1), (a.lambda_q2, a.lambda_k2))
    )
    return one - two + a.lambda_init


def bits_per_byte(model, data, window, batch=8):
    total, count = 0.0, len(data) - 1
    full = count // window
    jobs = [
        [i * window for i in range(j, min(j + batch, full))]
        for j in range(0, full, batch)
    ]
    if count % window:
        jobs.append([full * window])
    for starts in jobs:
        part = torch.stack(
            [data[s : min(s + window, count) + 1] for s in starts]
        ).long()
        logits = model(input_ids=part[:, :-1], use_cache=False).logits.float()
        total += F.cross_entropy(
            logits.flatten(0, 1), part[:, 1:].flatten(), reduction="sum"
        ).item()
    return total / count / math.log(2)


def sample(model, prompt, count, temperature, seed):
    """Continue the bytes `prompt` by `count` bytes; temperature 0 is greedy. Prompt and
    result together fit the model.
    """
    torch.manual_seed(seed)
    ids = torch.tensor([list(prompt)])
    choice = (
        dict(do_sample=True, temperature=temperature, top_k=0)
        if temperature
        else dict(do_sample=False)
    )
    out = model.generate(
        ids, attention_mask=torch.ones_like(ids), max_new_tokens=count, **choice
    )
    return bytes(out[0, len(prompt) :].tolist()).decode("utf-8", "replace")


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="..")
    parser.add_argument("--dtype", choices=("float32", "bfloat16"), default="float32")
    parser.add_argument("--text", type=pathlib.Path, help="file to score")
    parser.add_argument(
        "--limit",
        type=int,
        help="score only this many bytes, from the middle of the file",
    )
    parser.add_argument("--window", type=int, nargs="+", default=[512, 1024])
    parser.add_argument(
        "--prompt",
        action="append",
        default=[],
        help="text to continue (may be repeated)",
    )
    parser.add_argument("--bytes", type=int, default=400)
    parser.add_argument("--temperature", type=float, default=0.8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    model = DiffLlamaForCausalLM.from_pretrained(
        args.model, dtype=getattr(torch, args.dtype)
    ).eval()
    print(
        f"{sum(p.numel() for p in model.parameters())} parameters; lambda per layer:",
        *(f"{layer_lambda(layer.self_attn):.4f}" for layer in model.model.layers),
    )
    if args.text:
        data = torch.frombuffer(bytearray(args.text.read_bytes()), dtype=torch.uint8)
        if args.limit:
            start = max(0, (len(data) - args.limit) // 2)
            data = data[start : start + args.limit]
        for window in args.window:
            bits = bits_per_byte(model, data, window)
            print(
                f"{args.text.name}, {len(data)} bytes, windows of {window}: "
                f"{bits:.4f} bits/byte, perplexity {2**bits:.4f}"
            )
    for prompt in args.prompt:
        print(f"--- {prompt!r}, temperature {args.temperature}, seed {args.seed}")
        print(
            prompt
            + sample(model, prompt.encode(), args.bytes, args.temperature, args.seed)
        )


if __name__ == "__main__":
    main()
