# why:    names that stand for nothing, with the one that was meant
# run:    relations
# expect: error
@linalg_structured_op
def function(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = BinaryFn.mull(A[D.n], A[D.n])

@linalg_structured_op
def kind(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = BinaryFn.exp(A[D.n])

@linalg_structured_op
def reduction(A=TensorDef(T, S.M, S.N), C=TensorDef(T, S.M, output=True)):
  C[D.m] = ReduceFn.max[D.n](A[D.m, D.n])

@linalg_structured_op
def class_name(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = BinnaryFn.mul(A[D.n], A[D.n])

@linalg_structured_op
def operand(Alpha=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = Alhpa[D.n]

@linalg_structured_op
def directive(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  implement(ContractionOpInterface)
  C[D.n] = A[D.n]

@linalg_structured_op
def call(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = sqrt(A[D.n])
