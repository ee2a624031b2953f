# why:    a contraction over types of its own, with directives; sizes by symbol, or symbolic sizes called M, N and K
# run:    relations
# expect: ok
# run:    relations --op gemm --shape M=64,N=32,K=16 --elem L=i8,R=i8,Acc=i32
# expect: ok
# run:    parse --shape M=4,N=5,K=6
# expect: ok
# run:    check --transform "tile(m=8, n=8, k=4)"
# expect: proved
# run:    footprint --shape M=64,N=64,K=64 --tile m=16,n=16,k=8
# expect: ok
from mlir.dialects.linalg.opdsl.lang import *

L = TV.L
R = TV.R
Acc = TV.Acc


@linalg_structured_op
def gemm(X=TensorDef(L, S.M, S.K),
         Y=TensorDef(R, S.K, S.N),
         Z=TensorDef(Acc, S.M, S.N, output=True)):
  """Adds the product of X and Y to Z.

  Both factors are converted to the type of Z before they are multiplied.
  """
  domain(D.m, D.n, D.k)
  defines(Canonicalizer)
  implements(ContractionOpInterface)
  Z[D.m, D.n] += TypeFn.cast_signed(
      Acc, X[D.m, D.k]) * TypeFn.cast_signed(Acc, Y[D.k, D.n])
