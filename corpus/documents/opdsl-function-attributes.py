# why:    OpDSL document, function attributes: the functions of a definition are its own, or those of an instance
# run:    parse --shape d0=8 --elem T1=i16,T2=i16,U=i32
# expect: ok
# run:    parse --shape d0=8 --elem T1=i16,T2=i16,U=i32 --attr fun=mul --attr cast=cast_unsigned
# expect: ok
@linalg_structured_op
def binary(
    lhs=TensorDef(T1),
    rhs=TensorDef(T2),
    O=TensorDef(U, output=True),
    fun=BinaryFnAttrDef(default=BinaryFn.add),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
  O[None] = fun(cast(U, lhs[None]), cast(U, rhs[None]))
