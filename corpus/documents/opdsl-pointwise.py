# why:    OpDSL document, pointwise computations: one definition for outputs of two and of three dimensions
# run:    relations --shape d0=4,d1=8
# expect: ok
# run:    relations --shape d0=4,d1=8,d2=16
# expect: ok
@linalg_structured_op
def filled(value=ScalarDef(T1),
           O=TensorDef(U, output=True)):
  O[None] = TypeFn.cast_signed(U, value)
