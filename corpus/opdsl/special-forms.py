# why:    iteration numbers and constants in a payload, computed in types of their own; a name for an expression
# run:    relations --shape M=4,N=4
# expect: ok
# run:    parse --shape M=4,N=4
# expect: ok
@linalg_structured_op
def ramp(seed=ScalarDef(I32), O=TensorDef(U, S.M, S.N, output=True)):
  domain(D.m, D.n)
  place = TypeFn.cast_signed(I64, index(D.m)) * const(100) + TypeFn.cast_signed(I64, index(D.n))
  wave = UnaryFn.exp(TypeFn.cast_signed(F64, place) * const(0.5))
  O[D.m, D.n] = TypeFn.cast_signed(U, wave - TypeFn.cast_unsigned(F64, seed))
