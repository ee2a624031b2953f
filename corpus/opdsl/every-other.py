# why:    strides are constants of the instance: the elements between two steps are never read
# run:    relations --shape IH=8,IW=9,OH=4,OW=3 --attr strides=[2,3]
# expect: ok
# run:    relations --shape IH=8,IW=9,OH=8,OW=9
# expect: ok
# run:    parse --shape OH=4,OW=3 --attr strides=[2,3]
# expect: ok
@linalg_structured_op
def every_other(I=TensorDef(T, S.IH, S.IW),
                O=TensorDef(T, S.OH, S.OW, output=True),
                strides=IndexAttrDef(S.SH, S.SW, default=[1, 1])):
  """Copies one element of each window."""
  O[D.oh, D.ow] = I[D.oh * S.SH, D.ow * S.SW]
