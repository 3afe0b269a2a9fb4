#!/usr/bin/env python3
"""Train a small byte-level differential-transformer language model (Hugging Face
DiffLlama) on a CPU.

    python prepare_text.py --out text
    python train.py --data text --out kjv-diffllama --log training-log.csv

Needs torch and transformers (5.x). A token is a byte: 256 of them, no tokenizer, no
special tokens.

Text      `train.txt` and `validation.txt` in --data. Every epoch cuts the training
          text, at a random shift, into windows of --seq bytes and goes through them in
          random order, so that each byte is a target once per epoch.
Model     DiffLlamaForCausalLM with the sizes below: 3.76 million parameters, 7.5 MB in
          bfloat16.
Training  bfloat16 autocast over float32 weights, AdamW, gradient clipping, linear
          warm-up and a cosine schedule. The last --long-share of the steps use windows
          of --long-seq bytes (same bytes per step), so the positions up to there are
          trained too.
Output    The checkpoint with the lowest validation loss is in --out, in bfloat16; the
          loss that counts is that for windows of the length in training, and a
          checkpoint of the last phase beats all earlier ones. --state FILE also keeps
          everything needed to go on after an interruption; an existing one is resumed.

PyTorch's fused attention takes about 70 % of a step here on a CPU, and DiffLlama calls
it twice, once for each half of the values. `CausalAttention` below computes the softmax
once for both halves, in blocks of rows that fit the cache: the same numbers, about five
times faster. It is used for training only; the saved model is an ordinary DiffLlama.
"""

import argparse
import csv
import math
import pathlib
import time

import torch
import torch.nn.functional as F
from transformers import DiffLlamaConfig, DiffLlamaForCausalLM
from transformers.models.diffllama.modeling_diffllama import (
    DiffLlamaAttention,
    apply_rotary_pos_emb,
)


def make_config(args):
    return DiffLlamaConfig(
        vocab_size=256,
        hidden_size=256,
        intermediate_size=704,
        num_hidden_layers=5,
        num_attention_heads=8,
        num_key_value_heads=4,
        head_dim=32,
        max_position_embeddings=args.long_seq,
        tie_word_embeddings=True,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
        rms_norm_eps=1e-5,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
        vocabulary="bytes: token id = byte value, no special tokens, no tokenizer file",
    )


class CausalAttention(torch.autograd.Function):
    """softmax(q k^T + causal mask) v, one block of `rows` query rows at a time.

    q [N, G, L, d] (already scaled), k [N, L, d], v [N, L, dv]: N = batch x key heads, G
    query heads share a key head.
    """

    @staticmethod
    def forward(ctx, q, k, v, rows=128):
        n, g, length, d = q.shape
        out = q.new_empty(n, g, length, v.shape[-1])
        maps = []
        for lo in range(0, length, rows):
            hi = min(lo + rows, length)
            s = torch.bmm(
                q[:, :, lo:hi].reshape(n, -1, d), k[:, :hi].transpose(1, 2)
            ).view(n, g, hi - lo, hi)
            s[..., lo:] += torch.full((hi - lo, hi - lo), -1e30, dtype=s.dtype).triu(1)
            p = torch.softmax(s, -1).view(n, -1, hi)
            out[:, :, lo:hi] = torch.bmm(p, v[:, :hi]).view(n, g, hi - lo, -1)
            maps.append(p)
        ctx.save_for_backward(q, k, v, *maps)
        ctx.rows = rows
        return out

    @staticmethod
    def backward(ctx, dout):
        q, k, v, *maps = ctx.saved_tensors
        n, g, length, d = q.shape
        dq, dk, dv = torch.empty_like(q), torch.zeros_like(k), torch.zeros_like(v)
        for lo, p in zip(range(0, length, ctx.rows), maps):
            hi = min(lo + ctx.rows, length)
            do = dout[:, :, lo:hi].reshape(n, p.shape[1], -1)
            dv[:, :hi] += torch.bmm(p.transpose(1, 2), do)
            ds = torch._softmax_backward_data(
                torch.bmm(do, v[:, :hi].transpose(1, 2)), p, -1, p.dtype
            )
            dq[:, :, lo:hi] = torch.bmm(ds, k[:, :hi]).view(n, g, hi - lo, d)
            dk[:, :hi] += torch.bmm(
                ds.transpose(1, 2), q[:, :, lo:hi].reshape(n, -1, d)
            )
        return dq, dk, dv, None


def fast_forward(
    self, hidden_states, position_embeddings, attention_mask=None, cache=None, **kwargs
):
    """DiffLlamaAttention.forward for training: causal, no cache, no padding."""
    b, length, _ = hidden_states.shape
    d, kv, groups = (
        self.head_dim,
        self.config.num_key_value_heads,
        self.num_key_value_groups,
    )
    q, k, v = (
        f(hidden_states).view(b, length, -1, d).transpose(1, 2)
        for f in (self.q_proj, self.k_proj, self.v_proj)
    )
    q, k = (t.to(v.dtype) for t in apply_rotary_pos_emb(q, k, *position_embeddings))
    v = torch.cat(v.chunk(2, dim=1), dim=-1).repeat(
        1, 2, 1, 1
    )  # value head g of either map: halves g and g + kv / 2
    out = CausalAttention.apply(
        (q * self.scaling).reshape(b * kv, groups, length, d),
        k.reshape(b * kv, length, d),
        v.reshape(b * kv, length, 2 * d),
    )
    out1, out2 = out.view(b, -1, length, 2 * d).transpose(1, 2).chunk(2, dim=2)
    lam = layer_lambda(self).to(out.dtype)
    out = (1 - self.lambda_init) * self.groupnorm(out1 - lam * out2)
    return self.o_proj(out.reshape(b, length, -1)), None


def layer_lambda(attention):
    one, two = (
        (q * k).sum(dtype=torch.float32).exp()
        for q, k in (
            (attention.lambda_q1, attention.lambda_k1),
            (attention.lambda_q2, attention.lambda_k2),
        )
    )
    return one - two + attention.lambda_init


class fast_attention:
    """Context in which every DiffLlama attention layer uses `fast_forward`."""

    def __enter__(self):
        self.original, DiffLlamaAttention.forward = (
            DiffLlamaAttention.forward,
            fast_forward,
        )

    def __exit__(self, *_):
        DiffLlamaAttention.forward = self.original


@torch.no_grad()
def bits_per_byte(model, data, window, batch=8, amp=False):
    """Mean bits per byte over non-overlapping windows; every byte but the file's first
    is predicted once.
    """
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
        with torch.autocast("cpu", torch.bfloat16, enabled=amp):
            logits = model(input_ids=part[:, :-1], use_cache=False).logits
        total += F.cross_entropy(
            logits.float().flatten(0, 1), part[:, 1:].flatten(), reduction="sum"
        ).item()
    return total / count / math.log(2)


def windows(data, seq, batch, generator):
    """Batches [batch, seq + 1] without end; each epoch has its own shift and order."""
    while True:
        shift = int(torch.randint(0, seq, (1,), generator=generator))
        starts = torch.arange(shift, len(data) - seq, seq)
        order = starts[torch.randperm(len(starts), generator=generator)]
        for chunk in order[: len(order) // batch * batch].view(-1, batch):
            yield torch.stack([data[s : s + seq + 1] for s in chunk.tolist()]).long()


def learning_rate(step, args):
    if step < args.warmup:
        return args.lr * (step + 1) / args.warmup
    t = (step - args.warmup) / max(1, args.steps - args.warmup)
    return args.lr * (
        args.min_lr + (1 - args.min_lr) * 0.5 * (1 + math.cos(math.pi * t))
    )


def save(model, folder):
    """Write the Hugging Face folder in bfloat16, leaving the float32 training weights
    as they are.
    """
    copy = DiffLlamaForCausalLM(model.config).to(torch.bfloat16)
    copy.load_state_dict(model.state_dict())
    copy.save_pretrained(folder)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("text"))
    parser.add_argument(
        "--out", type=pathlib.Path, default=pathlib.Path("kjv-diffllama")
    )
    parser.add_argument(
        "--log", type=pathlib.Path, default=pathlib.Path("training-log.csv")
    )
    parser.add_argument(
        "--state",
        type=pathlib.Path,
        help="file for the full training state (written at each evaluation)",
    )
    parser.add_argument("--steps", type=int, default=7200)
    parser.add_argument("--step-bytes", type=int, default=4096, help="bytes per step")
    parser.add_argument("--seq", type=int, default=512)
    parser.add_argument("--long-seq", type=int, default=1024)
    parser.add_argument(
        "--long-share",
        type=float,
        default=0.12,
        help="share of the steps, at the end, with --long-seq",
    )
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument(
        "--min-lr",
        type=float,
        default=0.02,
        help="last learning rate, as a share of --lr",
    )
    parser.add_argument("--warmup", type=int, default=200)
    parser.add_argument("--weight-decay", type=float, default=0.1)
    parser.add_argument("--clip", type=float, default=1.0)
    parser.add_argument("--eval-every", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1611)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    train, valid = (
        torch.frombuffer(bytearray((args.data / f).read_bytes()), dtype=torch.uint8)
        for f in ("train.txt", "validation.txt")
    )

    model = DiffLlamaForCausalLM(make_config(args))
    print(
        f"{sum(p.numel() for p in model.parameters())} parameters, "
        f"{len(train)} training bytes",
        flush=True,
    )
    with torch.no_grad():  # the training-time attention must be the model's own
        ids = train[None, :200].long()
        expected = model(input_ids=ids, use_cache=False).logits
        with fast_attention():
            torch.testing.assert_close(
                model(input_ids=ids, use_cache=False).logits,
                expected,
                rtol=1e-4,
                atol=1e-4,
            )

    matrices = [p for p in model.parameters() if p.ndim > 1]
    vectors = [
        p for p in model.parameters() if p.ndim == 1
    ]  # norms and lambda vectors: no weight decay
    optimizer = torch.optim.AdamW(
        [
            {"params": matrices, "weight_decay": args.weight_decay},
            {"params": vectors, "weight_decay": 0.0},
        ],
        lr=args.lr,
        betas=(0.9, 0.95),
        fused=True,
    )
    first, best, seconds = 0, (2, math.inf), 0.0
    if args.state and args.state.exists():
        state = torch.load(args.state)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        first, best, seconds = state["step"], state["best"], state["seconds"]
    else:
        args.log.write_text(
            "step,bytes,seconds,seq,lr,train_bpb,"
            f"valid_bpb_{args.seq},valid_bpb_{args.long_seq}\n"
        )

    started, losses, seq, batches = time.time() - seconds, [], None, None
    switch = round(args.steps * (1 - args.long_share))
    for step in range(first, args.steps):
        wanted = args.long_seq if step >= switch else args.seq
        if wanted != seq:
            seq = wanted
            batches = windows(
                train,
                seq,
                args.step_bytes // seq,
                torch.Generator().manual_seed(args.seed + step),
            )
        part = next(batches)
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, args)
        with fast_attention(), torch.autocast("cpu", torch.bfloat16):
            logits = model(input_ids=part[:, :-1], use_cache=False).logits
        loss = F.cross_entropy(logits.float().flatten(0, 1), part[:, 1:].flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        losses.append(loss.item() / math.log(2))
        done = step + 1
        if done % args.eval_every and done != args.steps:
            continue
        with fast_attention():
            short, long = (
                bits_per_byte(model, valid, w, amp=True)
                for w in (args.seq, args.long_seq)
            )
        seconds = time.time() - started
        row = [
            done,
            done * args.step_bytes,
            round(seconds),
            seq,
            f"{learning_rate(step, args):.3e}",
            f"{sum(losses) / len(losses):.4f}",
            f"{short:.4f}",
            f"{long:.4f}",
        ]
        losses = []
        with args.log.open("a", newline="") as f:
            csv.writer(f, lineterminator="\n").writerow(row)
        print(
            *row,
            "lambda",
            *(
                f"{layer_lambda(layer.self_attn).item():.3f}"
                for layer in model.model.layers
            ),
            flush=True,
        )
        score = (0, long) if seq == args.long_seq else (1, short)
        if score < best:
            best = score
            save(model, args.out)
        if args.state:
            torch.save(
                {
                    "model": model.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "step": done,
                    "best": best,
                    "seconds": seconds,
                },
                args.state,
            )


if __name__ == "__main__":
    main()
