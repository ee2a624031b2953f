# why:    an explicit domain names each loop once
# run:    relations
# expect: error
@linalg_structured_op
def short(A=TensorDef(T, S.M, S.N), C=TensorDef(T, S.M, output=True)):
  domain(D.m)
  C[D.m] += A[D.m, D.n]

@linalg_structured_op
def long(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  domain(D.n, D.k)
  C[D.n] = A[D.n]

@linalg_structured_op
def double(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  domain(D.n, D.n)
  C[D.n] = A[D.n]

@linalg_structured_op
def two(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  domain(D.n)
  domain(D.n)
  C[D.n] = A[D.n]

@linalg_structured_op
def symbol(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  domain(S.N)
  C[D.n] = A[D.n]
