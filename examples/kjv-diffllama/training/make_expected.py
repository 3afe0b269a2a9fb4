#!/usr/bin/env python3
"""Write expected.safetensors and expected.json into a model folder: exact results to
test another implementation against.

    python make_expected.py --model .. --text ../validation.txt

All results belong to the stored bfloat16 weights, converted to float32 or float64
before any arithmetic.

float32   transformers' own DiffLlamaForCausalLM (eager attention) on a CPU.
float64   `forward64` below, written independently of transformers: plain tensor
          operations, whole attention maps. The rotary inverse frequencies are the
          float32 values that transformers computes; everything after them is float64.
greedy    64 tokens after each prompt, chosen from the float64 logits; the float32 model
          (with its key/value cache) must choose the same ones, or the script fails.
          `gap` is the difference between the two largest logits of a step.
"""

import argparse
import json
import math
import pathlib

import torch
from safetensors.torch import load_file, save_file
from transformers import DiffLlamaForCausalLM

COUNT = 64


def forward64(w, config, ids):
    """Logits [T, vocab] in float64 of the byte list `ids`."""
    f64 = torch.float64
    heads, kv, d, eps = (
        config[k]
        for k in (
            "num_attention_heads",
            "num_key_value_heads",
            "head_dim",
            "rms_norm_eps",
        )
    )
    t = len(ids)

    def norm(x, weight=None):
        x = x / torch.sqrt((x * x).mean(-1, keepdim=True) + eps)
        return x if weight is None else x * weight

    theta = config["rope_parameters"]["rope_theta"]
    inverse = 1.0 / theta ** (torch.arange(0, d, 2, dtype=torch.float32) / d)
    angle = torch.arange(t, dtype=f64)[:, None] * inverse.to(f64)
    cos, sin = angle.cos().repeat(1, 2), angle.sin().repeat(1, 2)

    def rotate(x):  # [heads, T, d]
        return x * cos + torch.cat([-x[..., d // 2 :], x[..., : d // 2]], dim=-1) * sin

    visible = torch.ones(t, t, dtype=torch.bool).tril()
    x = w["model.embed_tokens.weight"][torch.tensor(ids)]
    for i in range(config["num_hidden_layers"]):
        p = {
            k.removeprefix(f"model.layers.{i}."): v
            for k, v in w.items()
            if k.startswith(f"model.layers.{i}.")
        }
        a = {
            k.removeprefix("self_attn."): v
            for k, v in p.items()
            if k.startswith("self_attn.")
        }
        y = norm(x, p["input_layernorm.weight"])
        q, k, v = (
            (y @ a[f"{n}_proj.weight"].T).view(t, -1, d).transpose(0, 1) for n in "qkv"
        )
        q, k = rotate(q), rotate(k).repeat_interleave(heads // kv, dim=0)
        maps = torch.softmax(
            (q @ k.transpose(1, 2) / math.sqrt(d)).masked_fill(~visible, -math.inf),
            dim=-1,
        )
        # Output head h subtracts map h + heads / 2 from map h; its value is [v of kv
        # head g | v of kv head g + kv / 2].
        init = 0.8 - 0.6 * math.exp(-0.3 * i)
        lam = (
            (a["lambda_q1"] @ a["lambda_k1"]).exp()
            - (a["lambda_q2"] @ a["lambda_k2"]).exp()
            + init
        )
        value = torch.cat(v.chunk(2, dim=0), dim=-1).repeat_interleave(
            heads // kv, dim=0
        )
        out = (
            maps[: heads // 2] - lam * maps[heads // 2 :]
        ) @ value  # [heads / 2, T, 2 d]
        out = (1 - init) * norm(out)
        x = x + out.transpose(0, 1).reshape(t, -1) @ a["o_proj.weight"].T
        y = norm(x, p["post_attention_layernorm.weight"])
        gate, up, down = (p[f"mlp.{n}_proj.weight"].T for n in ("gate", "up", "down"))
        x = x + (torch.nn.functional.silu(y @ gate) * (y @ up)) @ down
    return (
        norm(x, w["model.norm.weight"]) @ w["model.embed_tokens.weight"].T
    )  # tied output matrix


def top2_gap(logits):
    best = logits.topk(2).values
    return (best[0] - best[1]).item()


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--model", type=pathlib.Path, default=pathlib.Path("kjv-diffllama")
    )
    parser.add_argument(
        "--text",
        type=pathlib.Path,
        default=pathlib.Path("validation.txt"),
        help="its start is the third prompt",
    )
    args = parser.parse_args()
    prompts = [
        b"In the beginning ",
        b"And Jonah answered and said, ",
        args.text.read_bytes()[:301],
    ]

    config = json.loads((args.model / "config.json").read_text())
    weights = {
        k: v.double() for k, v in load_file(args.model / "model.safetensors").items()
    }
    model = DiffLlamaForCausalLM.from_pretrained(
        args.model, dtype=torch.float32, attn_implementation="eager"
    ).eval()
    half = DiffLlamaForCausalLM.from_pretrained(args.model, dtype=torch.bfloat16).eval()
    tensors, cases = {}, []
    for n, prompt in enumerate(prompts):
        ids = list(prompt)
        exact = forward64(weights, config, ids)
        single = model(input_ids=torch.tensor([ids])).logits[0]
        error = (single.double() - exact).abs().max().item()
        assert error < 1e-3, error
        tokens, gaps = [], []
        for _ in range(COUNT):
            logits = forward64(weights, config, ids + tokens)[-1]
            tokens.append(int(logits.argmax()))
            gaps.append(top2_gap(logits))
        options = dict(max_new_tokens=COUNT, min_new_tokens=COUNT, do_sample=False)
        in32, in16 = (
            m.generate(torch.tensor([ids]), **options)[0, len(ids) :].tolist()
            for m in (model, half)
        )
        assert in32 == tokens, (n, in32, tokens)
        same = next((i for i in range(COUNT) if in16[i] != tokens[i]), COUNT)
        tensors |= {
            f"prompt_{n}": torch.tensor(ids),
            f"tokens_{n}": torch.tensor(tokens),
            f"logits_f32_{n}": single.float(),
            f"logits_f64_{n}": exact,
        }
        cases.append(
            {
                "prompt": ids,
                "prompt_text": prompt.decode(),
                "tokens": tokens,
                "tokens_text": bytes(tokens).decode(),
                "smallest_top2_gap": min(gaps),
                "smallest_gap_step": gaps.index(min(gaps)),
                "max_abs_logit": exact.abs().max().item(),
                "max_abs_f32_minus_f64": error,
                "leading_tokens_same_in_bf16": same,
            }
        )
        print(
            f"prompt {n}: {len(ids)} bytes, f32 error {error:.2e}, smallest gap "
            f"{min(gaps):.4f}, bf16 same for {same}: "
            f"{bytes(tokens).decode()!r}",
            flush=True,
        )
    save_file(
        {k: v.contiguous() for k, v in tensors.items()},
        args.model / "expected.safetensors",
    )
    about = {
        "tensors": "prompt_N [T] int64, tokens_N [64] int64, "
        "logits_f32_N [T, 256], logits_f64_N [T, 256]",
        "weights": "bfloat16 values of model.safetensors, converted before any "
        "arithmetic",
        "cases": cases,
    }
    text = json.dumps(about, indent=1)
    (args.model / "expected.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
