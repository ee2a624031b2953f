# why:    an extent that is an expression of other extents is asserted, so the model knows it: accesses are in bounds
# run:    relations
# expect: ok
# run:    parse
# expect: ok
# run:    parse --emit yaml
# expect: ok
# run:    parse --shape M=4,K=3
# expect: ok
@linalg_structured_op
def sized(A=TensorDef(T1, S.M + S.K), W=TensorDef(T1, S.K), O=TensorDef(T1, S.M, output=True)):
  """Sums over a window; one element of `A` is never read."""
  domain(D.m, D.k)
  O[D.m] += A[D.m + D.k] * W[D.k]

@linalg_structured_op
def doubled(A=TensorDef(T1, 2 * S.M), O=TensorDef(T1, S.M, output=True), cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
  O[D.m] = cast(T1, A[2 * D.m]) + TypeFn.cast_signed(T1, const(0.5))
