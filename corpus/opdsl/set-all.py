# why:    one definition for outputs of any rank; a scalar is converted to the type of the elements
# run:    relations --shape d0=4,d1=8
# expect: ok
# run:    relations --shape d0=4,d1=8,d2=16
# expect: ok
# run:    parse --rank 0 --elem T1=i32,U=f64
# expect: ok
@linalg_structured_op
def set_all(number=ScalarDef(T1),
            O=TensorDef(U, output=True)):
  O[None] = TypeFn.cast_signed(U, number)
