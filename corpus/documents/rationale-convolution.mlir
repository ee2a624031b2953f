// why:    rationale, reference convolution: a set with divisions by symbols, which are numbers here, leaves out padding and gaps
// run:    relations
// expect: ok
// run:    check --transform "interchange(b, oh)"
// expect: proved

// s0, s1: how far apart the elements of the image are; s2, s3: its extent with the gaps.
#domain = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 mod s0 == 0, d1 mod s1 == 0, d0 >= 0, d1 >= 0,
                                                 s2 - d0 - 1 >= 0, s3 - d1 - 1 >= 0)>
// s0, s1: steps; s2, s3: how far apart the taps are; s4, s5: rows and columns of padding.
#row = affine_map<(d0, d1, d2, d3)[s0, s1, s2, s3, s4, s5] -> (d0 * s0 + d2 * s2 - s4)>
#column = affine_map<(d0, d1, d2, d3)[s0, s1, s2, s3, s4, s5] -> (d1 * s1 + d3 * s3 - s5)>
#undilated = affine_map<(d0)[s0] -> (d0 floordiv s0)>

func.func @conv2d(%input: memref<2x8x8x3xf32>, %kernel: memref<5x5x3x4xf32>, %output: memref<2x7x7x4xf32>) {
  %stride = arith.constant 2 : index
  %apart = arith.constant 1 : index
  %pad = arith.constant 2 : index
  %dilation = arith.constant 2 : index
  %bound = arith.constant 15 : index
  affine.for %b = 0 to 2 {
    affine.for %oh = 0 to 7 {
      affine.for %ow = 0 to 7 {
        affine.for %of = 0 to 4 {
          affine.for %kh = 0 to 5 {
            affine.for %kw = 0 to 5 {
              affine.for %if = 0 to 3 {
                %h = affine.apply #row(%oh, %ow, %kh, %kw)[%stride, %stride, %apart, %apart, %pad, %pad]
                %w = affine.apply #column(%oh, %ow, %kh, %kw)[%stride, %stride, %apart, %apart, %pad, %pad]
                affine.if #domain(%h, %w)[%dilation, %dilation, %bound, %bound] {
                  %ih = affine.apply #undilated(%h)[%dilation]
                  %iw = affine.apply #undilated(%w)[%dilation]
                  %x = affine.load %input[%b, %ih, %iw, %if] : memref<2x8x8x3xf32>
                  %f = affine.load %kernel[%kh, %kw, %if, %of] : memref<5x5x3x4xf32>
                  %old = affine.load %output[%b, %oh, %ow, %of] : memref<2x7x7x4xf32>
                  %product = arith.mulf %x, %f : f32
                  %new = arith.addf %old, %product : f32
                  affine.store %new, %output[%b, %oh, %ow, %of] : memref<2x7x7x4xf32>
                }
              }
            }
          }
        }
      }
    }
  }
  return
}
