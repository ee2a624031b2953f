# why:    a bracket that is never closed is told where it was opened
# run:    relations
# expect: error
@linalg_structured_op
def copy(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n
