# why:    what is known of the sizes stands in a comment, as in MLIR
# run:    relations
# expect: ok

# polyvet: assume M >= 1 and N >= 1
@linalg_structured_op
def doubled(I=TensorDef(F32, S.M, S.N), O=TensorDef(F32, S.M, S.N, output=True)):
  O[D.m, D.n] = I[D.m, D.n] + I[D.m, D.n]
