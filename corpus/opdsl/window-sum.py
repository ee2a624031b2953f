# why:    only the shape of K counts: it bounds the reduction, which a dilation spreads
# run:    relations --shape N=1,C=2,H=9,W=9,OH=3,OW=3,KH=2,KW=2 --attr strides=[2,2] --attr dilations=[3,3]
# expect: ok
# run:    deps --shape N=1,C=2,H=9,W=9,OH=3,OW=3,KH=2,KW=2
# expect: ok
@linalg_structured_op
def window_sum(
    I=TensorDef(T1, S.N, S.H, S.W, S.C),
    K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
    O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
  O[D.n, D.oh, D.ow, D.c] += TypeFn.cast_signed(U,
          I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c])
