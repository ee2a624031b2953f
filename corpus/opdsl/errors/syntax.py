# why:    Python that is no definition; after an error, reading goes on with the next function
# run:    relations
# expect: error
T = TV.T
T = TV.U
print("hello")

@linalg_structured_op
def operator(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] *= A[D.n]

@linalg_structured_op
def control(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  if True:
    C[D.n] = A[D.n]

@linalg_structured_op
def conditional(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = A[D.n] if True else A[D.n]

@linalg_structured_op
def variadic(*A):
  C[D.n] = A[D.n]

def helper(x):
  return [y for y in x if y]

if T:
  @linalg_structured_op
  def hidden(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
    C[D.n] = A[D.n]
