# why:    what is wrong with parameters is said of all of them at once, each where it stands
# run:    relations
# expect: error
@linalg_structured_op
def undefined(A, C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def misspelt(A=TensorDf(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def loop_in_shape(A=TensorDef(T, D.n), C=TensorDef(T, S.N, outptu=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def no_output(A=TensorDef(T, S.N), C=TensorDef(T, S.N)):
  implements(Nothing)

@linalg_structured_op
def defaults(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True), s=IndexAttrDef(S.SH, S.SW, default=[1]),
             f=BinaryFnAttrDef(default=UnaryFn.exp), g=UnaryFnAttrDef()):
  C[D.n] = A[D.n]

@linalg_structured_op
def order(C=TensorDef(T, S.N, output=True), A=TensorDef(T, S.N)):
  C[D.n] = A[D.n]

@linalg_structured_op
def types(A=TensorDef(V, S.N), C=TensorDef(f32, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def shape_only(A=TensorDef(T, S.N), K=TensorDef(T, S.K, S.L), J=TensorDef(T, S.K, index_dims=[D.a, D.b]),
               C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def unused(A=TensorDef(T, S.N), K=TensorDef(T, S.K, S.L), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def twice(A=TensorDef(T, S.N), A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def unused(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def good(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def good(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n]
