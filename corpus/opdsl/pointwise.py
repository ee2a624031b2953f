# why:    the instance chooses the function and the conversion; operands may have any one rank
# run:    relations
# expect: ok
# run:    parse --rank 1 --attr fun=mul --attr cast=cast_unsigned --elem T1=i8,T2=i16,U=i32
# expect: ok
# run:    parse --shape d0=4,d1=8,d2=16 --attr fun=BinaryFn.max_signed
# expect: ok
@linalg_structured_op
def combine(
    a=TensorDef(T1),
    b=TensorDef(T2),
    O=TensorDef(U, output=True),
    fun=BinaryFnAttrDef(default=BinaryFn.add),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
  O[None] = fun(cast(U, a[None]), cast(U, b[None]))
