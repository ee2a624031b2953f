# why:    options that no definition has, values that do not fit, and types on which nothing is defined
# run:    relations --op missing
# expect: error
# run:    relations --shape N=8,Q=9 --elem V=f32 --attr stride=[2]
# expect: error
# run:    relations --attr strides=[2,2]
# expect: error
# run:    relations --attr fun=mul
# expect: error
# run:    relations --op wave --elem T=i32
# expect: error
# run:    relations --op mixed --elem T=f16
# expect: error
# run:    relations --elem T=float
# expect: error
# run:    relations --op strided --shape N=8,A=12 --attr strides=[2]
# expect: ok
# run:    parse --op pair --shape N=8 --elem T=i8
# expect: error
@linalg_structured_op
def strided(A=TensorDef(T, S.A), C=TensorDef(T, S.N, output=True), strides=IndexAttrDef(S.SN, default=[1]),
            fun=UnaryFnAttrDef(default=UnaryFn.exp)):
  C[D.n] = fun(A[D.n * S.SN])

@linalg_structured_op
def wave(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):
  C[D.n] = UnaryFn.exp(A[D.n])

@linalg_structured_op
def mixed(A=TensorDef(T, S.N), C=TensorDef(F32, S.N, output=True)):
  C[D.n] = A[D.n]

@linalg_structured_op
def pair(A=TensorDef(T, S.N), B=TensorDef(F32, S.N), C=TensorDef(F32, S.N, output=True)):
  C[D.n] = A[D.n] + B[D.n]
