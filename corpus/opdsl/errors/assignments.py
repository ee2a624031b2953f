# why:    what cannot be computed or assigned
# run:    relations
# expect: error
@linalg_structured_op
def to_input(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  A[D.n] = C[D.n]

@linalg_structured_op
def bare(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C = A[D.n]

@linalg_structured_op
def bare_input(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A

@linalg_structured_op
def number(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n] + 1

@linalg_structured_op
def loop(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n] * D.n

@linalg_structured_op
def attribute(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True), s=IndexAttrDef(S.SN, default=[1])):
  C[D.n] = A[D.n * S.SN] * S.SN

@linalg_structured_op
def inner(A=TensorDef(T, S.M, S.N), C=TensorDef(T, S.M, output=True)):
  C[D.m] = UnaryFn.exp(ReduceFn.add[D.n](A[D.m, D.n]))

@linalg_structured_op
def kept(A=TensorDef(T, S.M, S.N), C=TensorDef(T, S.M, output=True)):
  C[D.m] = ReduceFn.add[D.m](A[D.m, D.n])

@linalg_structured_op
def both(A=TensorDef(T, S.M, S.N), C=TensorDef(T, S.M, output=True)):
  C[D.m] += ReduceFn.add[D.n](A[D.m, D.n])

@linalg_structured_op
def never(A=TensorDef(T, S.N), B=TensorDef(T, S.N, output=True), C=TensorDef(T, S.N, output=True)):
  B[D.n] = A[D.n]

@linalg_structured_op
def again(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]
  C[D.n] = A[D.n]

@linalg_structured_op
def arity(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = BinaryFn.sub(A[D.n])

@linalg_structured_op
def conversion(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = TypeFn.cast_signed(A[D.n])

@linalg_structured_op
def unbound(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = TypeFn.cast_signed(U, A[D.n])

@linalg_structured_op
def negative(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = -A[D.n]

@linalg_structured_op
def nothing(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  A[D.n]
