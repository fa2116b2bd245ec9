"""Makes minilm_vectors.json: vectors of all-MiniLM-L6-v2, computed from its published weights by a
plain forward pass that shares nothing with the runtime.

    pip install numpy tokenizers==0.23.3
    python make_minilm_vectors.py <folder of all-MiniLM-L6-v2> > minilm_vectors.json
"""

import json
import math
import struct
import sys

import numpy as np
from tokenizers import Tokenizer

MAX_TOKENS = 256
HEADS = 12
EPSILON = 1e-12

TEXTS = [
    "hello world",
    "tea",
    "Project uses C++20 and CMake",
    "What is the user's favourite colour?",
    "Hokkaidō is the northernmost of Japan's main islands; 札幌 is its capital.",
    "The user prefers tea over coffee in the morning, but asked for espresso after lunch on Monday.",
    "for (int i = 0; i < 10; ++i) { total += values[i]; }",
    "memory of a long conversation " * 80,
]


def load(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    return {
        name: np.frombuffer(data[slice(*entry["data_offsets"])], np.float32).reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }


def main():
    folder = sys.argv[1]
    weights = {name: w.astype(np.float64) for name, w in load(folder + "/model.safetensors").items()}
    erf = np.vectorize(math.erf)

    def linear(x, name):
        return x @ weights[name + ".weight"].T + weights[name + ".bias"]

    def norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt(centred.var(-1, keepdims=True) + EPSILON)
        return scaled * weights[name + ".weight"] + weights[name + ".bias"]

    def attention(x, name):
        def heads(part):
            y = linear(x, f"{name}.self.{part}")
            return y.reshape(len(x), HEADS, -1).transpose(1, 0, 2)

        q, k, v = heads("query"), heads("key"), heads("value")
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = scores / scores.sum(-1, keepdims=True) @ v
        return linear(mixed.transpose(1, 0, 2).reshape(len(x), -1), name + ".output.dense")

    def encode(ids):
        x = (
            weights["embeddings.word_embeddings.weight"][ids]
            + weights["embeddings.position_embeddings.weight"][: len(ids)]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        x = norm(x, "embeddings.LayerNorm")
        for layer in range(6):
            name = f"encoder.layer.{layer}"
            x = norm(x + attention(x, name + ".attention"), name + ".attention.output.LayerNorm")
            y = linear(x, name + ".intermediate.dense")
            y = linear(y * 0.5 * (1 + erf(y / math.sqrt(2))), name + ".output.dense")
            x = norm(x + y, name + ".output.LayerNorm")
        mean = x.mean(0)
        return mean / np.linalg.norm(mean)

    tokenizer = Tokenizer.from_file(folder + "/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    lines = []
    for text in TEXTS:
        vector = encode(tokenizer.encode(text).ids)
        lines.append(json.dumps({"text": text, "vector": [round(x, 6) for x in vector]}))
    print("[\n" + ",\n".join(lines) + "\n]")


main()
