# why:    OpDSL document, parameters: a number for all elements of a tensor
# run:    relations --shape M=8,K=4
# expect: ok
@linalg_structured_op
def scaled(factor=ScalarDef(T),
           I=TensorDef(T, S.M, S.K),
           O=TensorDef(T, S.M, S.K, output=True)):
  """Stores each element times the factor"""
  O[D.m, D.n] = I[D.m, D.n] * factor
