# why:    a reduction other than a sum is the outermost function; the loops it leaves out are found by themselves
# run:    relations --op tallest --shape M=4,N=8
# expect: ok
# run:    deps --op tallest --shape M=4,N=8
# expect: ok
# run:    parse --shape M=4,N=8 --elem T=i32
# expect: ok
# run:    check --op tallest --transform "reverse(n)"
# expect: proved-reassociated
T, M, N = TV.T, S.M, S.N


@linalg_structured_op
def product(A=TensorDef(T, M, N), O=TensorDef(T, M, output=True)):
  O[D.m] = ReduceFn.mul[D.n](A[D.m, D.n])


@linalg_structured_op
def tallest(A=TensorDef(T, M, N), O=TensorDef(T, M, output=True)):
  O[D.m] = ReduceFn.max_signed[D.n](A[D.m, D.n])


@linalg_structured_op
def smallest(A=TensorDef(T, M, N), O=TensorDef(T, M, output=True)):
  O[D.m] = ReduceFn.min_signed(A[D.m, D.n])


@linalg_structured_op(op_name="tallest_unsigned")
def highest(A=TensorDef(I32, M, N), O=TensorDef(I32, M, output=True)):
  O[D.m] = ReduceFn.max_unsigned[D.n](A[D.m, D.n])


@linalg_structured_op
def smallest_unsigned(A=TensorDef(I32, M, N), O=TensorDef(I32, M, output=True)):
  O[D.m] = ReduceFn.min_unsigned[D.n](A[D.m, D.n])
