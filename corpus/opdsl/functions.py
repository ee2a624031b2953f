# why:    functions of one, two and three values, and the type parameters of each
# run:    parse --rank 1 --elem B=i1
# expect: ok
@linalg_structured_op
def soft(I=TensorDef(F32), O=TensorDef(F32, output=True)):
  O[None] = UnaryFn.log(UnaryFn.exp(I[None]) + TypeFn.cast_signed(F32, const(1.0)))


@linalg_structured_op
def clamp(low=ScalarDef(T), high=ScalarDef(T), I=TensorDef(T), O=TensorDef(T, output=True)):
  O[None] = BinaryFn.min_signed(BinaryFn.max_signed(I[None], low), high)


@linalg_structured_op
def either(C=TensorDef(TV.B), I=TensorDef(I64), J=TensorDef(I64), O=TensorDef(I64, output=True)):
  O[None] = TernaryFn.select(C[None], BinaryFn.sub(I[None], J[None]), BinaryFn.min_unsigned(I[None], J[None]))
