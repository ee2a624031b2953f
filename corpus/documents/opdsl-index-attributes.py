# why:    OpDSL document, index attributes: strides by default, and those of an instance
# run:    relations --shape IH=8,IW=8,OH=8,OW=8
# expect: ok
# run:    relations --shape IH=8,IW=8,OH=8,OW=4 --attr strides=[1,2]
# expect: ok
@linalg_structured_op
def strided(I=TensorDef(T, S.IH, S.IW),
            O=TensorDef(T, S.OH, S.OW, output=True),
            strides=IndexAttrDef(S.SH, S.SW, default=[1, 1])):
  """Takes a part of the elements"""
  O[D.oh, D.ow] = I[D.oh * S.SH, D.ow * S.SW]
