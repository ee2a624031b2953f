# why:    a definition that makes no sense says nothing about the others of its file
# run:    relations --op good
# expect: ok
# run:    relations
# expect: error
# run:    parse --op good --emit yaml
# expect: ok
@linalg_structured_op
def two_reductions(A=TensorDef(T1, S.M, S.N), R=TensorDef(T1, S.M, output=True), Q=TensorDef(T1, S.N, output=True)):
  R[D.m] += A[D.m, D.n]
  Q[D.n] += A[D.m, D.n]

@linalg_structured_op
def chosen_by_a_number(A=TensorDef(T1, S.M), B=TensorDef(T1, S.M), O=TensorDef(T1, S.M, output=True)):
  O[D.m] = TernaryFn.select(A[D.m], A[D.m], B[D.m])

@linalg_structured_op
def good(A=TensorDef(T1, S.M), O=TensorDef(T1, S.M, output=True)):
  O[D.m] = A[D.m]
