"""JAX functions as StableHLO text, each small and of another kind.

    programs.py FOLDER
"""
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
from jax import lax

F32, I32, I8 = jnp.float32, jnp.int32, jnp.int8
FUNCTIONS = {}


def s(*shape, of=F32):
    return jax.ShapeDtypeStruct(shape, of)


def add(name, function, *arguments):
    FUNCTIONS[name] = (function, arguments)


def layernorm(a, g, b):
    mean = a.mean(-1, keepdims=True)
    variance = ((a - mean) ** 2).mean(-1, keepdims=True)
    return (a - mean) * lax.rsqrt(variance + 1e-5) * g + b


def attention(q, k, v):
    return jax.nn.softmax(q @ k.T / jnp.sqrt(8.0)) @ v


def window(of, start):
    return lambda x: lax.reduce_window(x, start, of, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def conv(strides, padding, **options):
    return lambda x, w: lax.conv_general_dilated(x, w, strides, padding, **options)


NHWC = ("NHWC", "HWIO", "NHWC")
A, ROW = s(4, 8), s(8)

add("add", lambda a, b: a + b, A, A)
add("bcast_add", lambda a, b: a + b, A, ROW)
add("relu", jax.nn.relu, A)
add("gelu", jax.nn.gelu, A)
add("sigmoid", jax.nn.sigmoid, A)
add("tanh", jnp.tanh, A)
add("exp", jnp.exp, A)
add("matmul", lambda a, b: a @ b, A, s(8, 6))
add("matvec", lambda a, b: a @ b, A, ROW)
add("dot", jnp.dot, ROW, ROW)
add("batch_matmul", lambda a, b: jnp.einsum("bij,bjk->bik", a, b), s(2, 4, 8), s(2, 8, 6))
add("einsum_abc", lambda a, b: jnp.einsum("abc,cb->a", a, b), s(3, 4, 5), s(5, 4))
add("transpose", lambda a: a.T, A)
add("reshape", lambda a: a.reshape(2, 16), A)
add("sum", lambda a: a.sum(), A)
add("sum_axis", lambda a: a.sum(axis=1), A)
add("mean", lambda a: a.mean(axis=0), A)
add("max", lambda a: a.max(axis=1), A)
add("argmax", lambda a: a.argmax(axis=1), A)
add("softmax", lambda a: jax.nn.softmax(a, axis=-1), A)
add("log_softmax", lambda a: jax.nn.log_softmax(a, axis=-1), A)
add("layernorm", layernorm, A, ROW, ROW)
add("rmsnorm", lambda a, g: a * lax.rsqrt((a * a).mean(-1, keepdims=True) + 1e-6) * g, A, ROW)
add(
    "mlp",
    lambda x, w1, b1, w2, b2: jax.nn.relu(x @ w1 + b1) @ w2 + b2,
    A, s(8, 16), s(16), s(16, 3), s(3),
)
add("attention", attention, A, A, A)
add("conv2d", conv((1, 1), "VALID"), s(1, 3, 8, 8), s(4, 3, 3, 3))
add("conv2d_same", conv((2, 2), "SAME", dimension_numbers=NHWC), s(1, 8, 8, 3), s(3, 3, 3, 4))
add("conv1d", conv((1,), "VALID"), s(1, 3, 8), s(4, 3, 3))
add(
    "depthwise",
    conv((1, 1), "VALID", feature_group_count=3, dimension_numbers=NHWC),
    s(1, 8, 8, 3), s(3, 3, 1, 3),
)
add("maxpool", window(lax.max, -jnp.inf), s(1, 8, 8, 3))
add("avgpool", lambda x: window(lax.add, 0.0)(x) / 4, s(1, 8, 8, 3))
add("cumsum", lambda a: jnp.cumsum(a, axis=1), A)
add("pad", lambda a: jnp.pad(a, ((1, 1), (2, 0))), A)
add("slice", lambda a: a[1:3, ::2], A)
add("concat", lambda a, b: jnp.concatenate([a, b], axis=1), A, s(4, 2))
add("gather_rows", lambda a, i: a[i], s(16, 8), s(4, of=I32))
add("scatter_add", lambda a, i, v: a.at[i].add(v), s(16, 8), s(4, of=I32), A)
add("dynamic_slice", lambda a, i: lax.dynamic_slice(a, (i, 0), (2, 8)), s(16, 8), s(of=I32))
add("where", lambda c, a, b: jnp.where(c > 0, a, b), A, A, A)
add("clip", lambda a: jnp.clip(a, -1, 1), A)
add("iota_mul", lambda a: a * jnp.arange(8.0), A)
add("tril", jnp.tril, s(8, 8))
add("sort", lambda a: jnp.sort(a, axis=1), A)
add("topk", lambda a: lax.top_k(a, 3), A)
add("fft", lambda a: jnp.abs(jnp.fft.fft(a)), ROW)
add("int_add", lambda a, b: (a * b + 3) // 2, s(4, 8, of=I32), s(4, 8, of=I32))
add("fori", lambda a: lax.fori_loop(0, 5, lambda i, x: x * 2.0 + a, a), A)
add("scan", lambda a: lax.scan(lambda c, x: (c + x, c * x), jnp.zeros((8,), F32), a), A)
add("grad_mlp", lambda x, w: jax.grad(lambda w: (jnp.tanh(x @ w) ** 2).sum())(w), A, s(8, 3))
add("dequant", lambda a, scale: a.astype(F32) * scale, s(4, 8, of=I8), ROW)

if __name__ == "__main__":
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    for name, (function, arguments) in FUNCTIONS.items():
        with open(f"{out}/{name}.mlir", "w") as file:
            file.write(jax.jit(function).lower(*arguments).as_text())
