# why:    a scalar operand has no subscripts, and no element is written twice
# run:    relations --shape R=8,Q=5
# expect: ok
# run:    parse --shape R=8,Q=5 --elem T=f64 --buffers
# expect: ok
@linalg_structured_op
def scale(factor=ScalarDef(T),
          I=TensorDef(T, S.R, S.Q),
          O=TensorDef(T, S.R, S.Q, output=True)):
  """Each element times a number."""
  O[D.r, D.q] = I[D.r, D.q] * factor
