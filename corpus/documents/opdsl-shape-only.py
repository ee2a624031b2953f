# why:    OpDSL document, shape-only tensors: the window is never read and gives two loops their extents
# run:    relations --shape N=1,H=8,W=8,C=2,KH=3,KW=3,OH=2,OW=2 --attr strides=[3,3] --attr dilations=[1,1]
# expect: ok
@linalg_structured_op
def pooled(
    I=TensorDef(T1, S.N, S.H, S.W, S.C),
    K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
    O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
  O[D.n, D.oh, D.ow, D.c] += TypeFn.cast_signed(U,
          I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c])
