# why:    subscripts that are no indexing map, and loops that no operand bounds
# run:    relations
# expect: error
@linalg_structured_op
def rank(A=TensorDef(T, S.M, S.N), C=TensorDef(T, S.M, output=True)):
  C[D.m] += A[D.m]

@linalg_structured_op
def any_rank(A=TensorDef(T), C=TensorDef(T, S.M, output=True)):
  C[None] = A[D.m]

@linalg_structured_op
def two_ways(A=TensorDef(T, S.N, S.N), C=TensorDef(T, S.N, S.N, output=True)):
  C[D.i, D.j] = A[D.i, D.j] - A[D.j, D.i]

@linalg_structured_op
def product(A=TensorDef(T, S.N), C=TensorDef(T, S.N, S.M, output=True)):
  C[D.i, D.j] = A[D.i * D.j]

@linalg_structured_op
def symbol(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.i] = A[D.i + S.N]

@linalg_structured_op
def unbounded(A=TensorDef(T, S.N), C=TensorDef(T, S.M, output=True)):
  C[D.m] += A[D.m + D.k]

@linalg_structured_op
def half(A=TensorDef(T, S.N), C=TensorDef(T, S.M, output=True)):
  C[D.m] = A[D.m / 2]

@linalg_structured_op
def scalar(a=ScalarDef(T), C=TensorDef(T, S.M, output=True)):
  C[D.m] = a[D.m]
