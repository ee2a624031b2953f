# why:    OpDSL document, basic usage: element types, shapes, the order of loops, interfaces, a documentation string
# run:    relations --shape M=8,N=16,K=4
# expect: ok
# run:    parse --shape M=8,N=16,K=4 --elem T1=i8,T2=i8,U=i32
# expect: ok
T1 = TV.T1
T2 = TV.T2


@linalg_structured_op
def product(A=TensorDef(T1, S.M, S.K),
            B=TensorDef(T2, S.K, S.N),
            C=TensorDef(U, S.M, S.N, output=True)):
  """Multiplies two matrices.

  Factors are converted to the type of the result.
  """
  domain(D.m, D.n, D.k)
  defines(Canonicalizer)
  implements(ContractionOpInterface)
  C[D.m, D.n] += TypeFn.cast_signed(
      U, A[D.m, D.k]) * TypeFn.cast_signed(U, B[D.k, D.n])
