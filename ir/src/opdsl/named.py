# Linalg's operations that have a name: one definition each, in OpDSL, of which the crate reads this file when it first
# needs one. From here come their maps, payloads, attributes and defaults.
#
# `defines(IndexingMaps)` says that the property `indexing_maps` holds the maps, with those below as default. Nothing
# else differs from what the OpDSL document describes.

T1 = TV.T1
T2 = TV.T2
U = TV.U

# Elementwise.

@linalg_structured_op
def exp(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `exp` to each element."""
    O[None] = UnaryFn.exp(I[None])

@linalg_structured_op
def log(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `log` to each element."""
    O[None] = UnaryFn.log(I[None])

@linalg_structured_op
def abs(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `abs` to each element."""
    O[None] = UnaryFn.abs(I[None])

@linalg_structured_op
def ceil(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `ceil` to each element."""
    O[None] = UnaryFn.ceil(I[None])

@linalg_structured_op
def floor(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `floor` to each element."""
    O[None] = UnaryFn.floor(I[None])

@linalg_structured_op
def negf(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `negf` to each element."""
    O[None] = UnaryFn.negf(I[None])

@linalg_structured_op
def reciprocal(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `reciprocal` to each element."""
    O[None] = UnaryFn.reciprocal(I[None])

@linalg_structured_op
def round(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `round` to each element."""
    O[None] = UnaryFn.round(I[None])

@linalg_structured_op
def sqrt(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `sqrt` to each element."""
    O[None] = UnaryFn.sqrt(I[None])

@linalg_structured_op
def rsqrt(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `rsqrt` to each element."""
    O[None] = UnaryFn.rsqrt(I[None])

@linalg_structured_op
def square(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `square` to each element."""
    O[None] = UnaryFn.square(I[None])

@linalg_structured_op
def tanh(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `tanh` to each element."""
    O[None] = UnaryFn.tanh(I[None])

@linalg_structured_op
def erf(I=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `erf` to each element."""
    O[None] = UnaryFn.erf(I[None])

@linalg_structured_op
def add(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `add` to each element."""
    O[None] = BinaryFn.add(L[None], R[None])

@linalg_structured_op
def sub(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `sub` to each element."""
    O[None] = BinaryFn.sub(L[None], R[None])

@linalg_structured_op
def mul(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `mul` to each element."""
    O[None] = BinaryFn.mul(L[None], R[None])

@linalg_structured_op
def div(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `div` to each element."""
    O[None] = BinaryFn.div(L[None], R[None])

@linalg_structured_op
def div_unsigned(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `div_unsigned` to each element."""
    O[None] = BinaryFn.div_unsigned(L[None], R[None])

@linalg_structured_op
def max(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `max` to each element."""
    O[None] = BinaryFn.max_signed(L[None], R[None])

@linalg_structured_op
def min(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `min` to each element."""
    O[None] = BinaryFn.min_signed(L[None], R[None])

@linalg_structured_op
def powf(L=TensorDef(T1), R=TensorDef(T1), O=TensorDef(T1, output=True)):
    """Applies `powf` to each element."""
    O[None] = BinaryFn.powf(L[None], R[None])

@linalg_structured_op
def select(C=TensorDef(T1), L=TensorDef(T2), R=TensorDef(T2), O=TensorDef(T2, output=True)):
    """Takes the second or the third element as the first one says."""
    O[None] = TernaryFn.select(C[None], L[None], R[None])

@linalg_structured_op
def copy(I=TensorDef(T1), O=TensorDef(U, output=True), cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
    """Copies element by element."""
    O[None] = cast(U, I[None])

@linalg_structured_op
def fill(value=ScalarDef(T1), O=TensorDef(U, output=True)):
    """Sets every element to a number."""
    O[None] = TypeFn.cast_signed(U, value)

@linalg_structured_op
def fill_rng_2d(min=ScalarDef(F64), max=ScalarDef(F64), seed=ScalarDef(I32), O=TensorDef(U, S.M, S.N, output=True)):
    """Fills a matrix with numbers of a linear congruential generator, which depend on seed and place alone."""
    domain(D.m, D.n)
    modulus, increment = TypeFn.cast_signed(I32, const(1103515245)), TypeFn.cast_signed(I32, const(12345))
    row = (TypeFn.cast_signed(I32, index(D.m)) + seed) * modulus + increment
    random = (TypeFn.cast_signed(I32, index(D.n)) + row) * modulus + increment
    unit = TypeFn.cast_signed(F64, const(2147483647)) + TypeFn.cast_signed(F64, random)
    O[D.m, D.n] = TypeFn.cast_signed(U, unit * ((max - min) * const(2.3283064E-10)) + min)

# Sums of products.

@linalg_structured_op
def contract(A=TensorDef(T1),
             B=TensorDef(T2),
             C=TensorDef(U, output=True),
             cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
    """A sum of products over the loops that the maps leave out of the output."""
    defines(IndexingMaps)
    C[None] += cast(U, A[None]) * cast(U, B[None])

@linalg_structured_op
def matmul(A=TensorDef(T1, S.M, S.K),
           B=TensorDef(T2, S.K, S.N),
           C=TensorDef(U, S.M, S.N, output=True),
           cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
    """Product of two matrices."""
    defines(IndexingMaps)
    domain(D.m, D.n, D.k)
    C[D.m, D.n] += cast(U, A[D.m, D.k]) * cast(U, B[D.k, D.n])

@linalg_structured_op
def batch_matmul(A=TensorDef(T1, S.B, S.M, S.K),
                 B=TensorDef(T2, S.B, S.K, S.N),
                 C=TensorDef(U, S.B, S.M, S.N, output=True),
                 cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
    """Products of pairs of matrices."""
    defines(IndexingMaps)
    domain(D.b, D.m, D.n, D.k)
    C[D.b, D.m, D.n] += cast(U, A[D.b, D.m, D.k]) * cast(U, B[D.b, D.k, D.n])

@linalg_structured_op
def batch_reduce_matmul(A=TensorDef(T1, S.B, S.M, S.K),
                        B=TensorDef(T2, S.B, S.K, S.N),
                        C=TensorDef(U, S.M, S.N, output=True),
                        cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
    """The sum of products of pairs of matrices."""
    defines(IndexingMaps)
    domain(D.b, D.m, D.n, D.k)
    C[D.m, D.n] += cast(U, A[D.b, D.m, D.k]) * cast(U, B[D.b, D.k, D.n])

@linalg_structured_op
def quantized_matmul(A=TensorDef(T1, S.M, S.K),
                     B=TensorDef(T2, S.K, S.N),
                     AZp=ScalarDef(I32),
                     BZp=ScalarDef(I32),
                     C=TensorDef(U, S.M, S.N, output=True)):
    """Product of two matrices of integers, each with its zero point."""
    domain(D.m, D.n, D.k)
    C[D.m, D.n] += (
        (TypeFn.cast_signed(U, A[D.m, D.k]) - TypeFn.cast_signed(U, AZp)) *
        (TypeFn.cast_signed(U, B[D.k, D.n]) - TypeFn.cast_signed(U, BZp)))

@linalg_structured_op
def quantized_batch_matmul(A=TensorDef(T1, S.B, S.M, S.K),
                           B=TensorDef(T2, S.B, S.K, S.N),
                           AZp=ScalarDef(I32),
                           BZp=ScalarDef(I32),
                           C=TensorDef(U, S.B, S.M, S.N, output=True)):
    """Products of pairs of matrices of integers with zero points."""
    domain(D.b, D.m, D.n, D.k)
    C[D.b, D.m, D.n] += (
        (TypeFn.cast_signed(U, A[D.b, D.m, D.k]) - TypeFn.cast_signed(U, AZp)) *
        (TypeFn.cast_signed(U, B[D.b, D.k, D.n]) - TypeFn.cast_signed(U, BZp)))

@linalg_structured_op
def mmt4d(A=TensorDef(T1, S.M, S.K, S.M0, S.K0),
          B=TensorDef(T2, S.N, S.K, S.N0, S.K0),
          C=TensorDef(U, S.M, S.N, S.M0, S.N0, output=True)):
    """Product of a matrix and a transposed one, both stored in tiles."""
    domain(D.m, D.n, D.k, D.m0, D.n0, D.k0)
    C[D.m, D.n, D.m0, D.n0] += (
        TypeFn.cast_signed(U, A[D.m, D.k, D.m0, D.k0]) *
        TypeFn.cast_signed(U, B[D.n, D.k, D.n0, D.k0]))

@linalg_structured_op
def batch_mmt4d(A=TensorDef(T1, S.B, S.M, S.K, S.M0, S.K0),
                B=TensorDef(T2, S.B, S.N, S.K, S.N0, S.K0),
                C=TensorDef(U, S.B, S.M, S.N, S.M0, S.N0, output=True)):
    """Products of pairs of matrices stored in tiles."""
    domain(D.b, D.m, D.n, D.k, D.m0, D.n0, D.k0)
    C[D.b, D.m, D.n, D.m0, D.n0] += (
        TypeFn.cast_signed(U, A[D.b, D.m, D.k, D.m0, D.k0]) *
        TypeFn.cast_signed(U, B[D.b, D.n, D.k, D.n0, D.k0]))

@linalg_structured_op
def matvec(A=TensorDef(T1, S.M, S.N), y=TensorDef(T2, S.N), x=TensorDef(U, S.M, output=True)):
    """Product of a matrix and a vector."""
    domain(D.m, D.n)
    x[D.m] += TypeFn.cast_signed(U, A[D.m, D.n]) * TypeFn.cast_signed(U, y[D.n])

@linalg_structured_op
def vecmat(y=TensorDef(T1, S.M), A=TensorDef(T2, S.M, S.N), x=TensorDef(U, S.N, output=True)):
    """Product of a vector and a matrix."""
    domain(D.n, D.m)
    x[D.n] += TypeFn.cast_signed(U, y[D.m]) * TypeFn.cast_signed(U, A[D.m, D.n])

@linalg_structured_op
def batch_matvec(A=TensorDef(T1, S.B, S.M, S.K), B=TensorDef(T2, S.B, S.K), C=TensorDef(U, S.B, S.M, output=True)):
    """Products of matrices and vectors."""
    domain(D.b, D.m, D.k)
    C[D.b, D.m] += TypeFn.cast_signed(U, A[D.b, D.m, D.k]) * TypeFn.cast_signed(U, B[D.b, D.k])

@linalg_structured_op
def batch_vecmat(A=TensorDef(T1, S.B, S.K), B=TensorDef(T2, S.B, S.K, S.N), C=TensorDef(U, S.B, S.N, output=True)):
    """Products of vectors and matrices."""
    domain(D.b, D.n, D.k)
    C[D.b, D.n] += TypeFn.cast_signed(U, A[D.b, D.k]) * TypeFn.cast_signed(U, B[D.b, D.k, D.n])

@linalg_structured_op
def dot(A=TensorDef(T1, S.M), B=TensorDef(T2, S.M), C=TensorDef(U, output=True)):
    """The inner product of two vectors."""
    domain(D.m)
    C[None] += TypeFn.cast_signed(U, A[D.m]) * TypeFn.cast_signed(U, B[D.m])

# Convolutions. The letters of a name are the dimensions of image and kernel: batch, spatial, channels, filters, groups.

@linalg_structured_op
def conv_1d(I=TensorDef(T1, S.OW + S.KW), K=TensorDef(T2, S.KW), O=TensorDef(U, S.OW, output=True)):
    """Convolution in 1 dimension without channels."""
    domain(D.ow, D.kw)
    O[D.ow] += TypeFn.cast_signed(U, I[D.ow + D.kw]) * TypeFn.cast_signed(U, K[D.kw])

@linalg_structured_op
def conv_2d(I=TensorDef(T1, S.OH + S.KH, S.OW + S.KW),
            K=TensorDef(T2, S.KH, S.KW),
            O=TensorDef(U, S.OH, S.OW, output=True)):
    """Convolution in 2 dimensions without channels."""
    domain(D.oh, D.ow, D.kh, D.kw)
    O[D.oh, D.ow] += TypeFn.cast_signed(U, I[D.oh + D.kh, D.ow + D.kw]) * TypeFn.cast_signed(U, K[D.kh, D.kw])

@linalg_structured_op
def conv_3d(I=TensorDef(T1, S.OD + S.KD, S.OH + S.KH, S.OW + S.KW),
            K=TensorDef(T2, S.KD, S.KH, S.KW),
            O=TensorDef(U, S.OD, S.OH, S.OW, output=True)):
    """Convolution in 3 dimensions without channels."""
    domain(D.od, D.oh, D.ow, D.kd, D.kh, D.kw)
    O[D.od, D.oh, D.ow] += (
        TypeFn.cast_signed(U, I[D.od + D.kd, D.oh + D.kh, D.ow + D.kw]) *
        TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw]))

@linalg_structured_op
def conv_1d_nwc_wcf(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                    K=TensorDef(T2, S.KW, S.C, S.F),
                    O=TensorDef(U, S.N, S.OW, S.F, output=True),
                    strides=IndexAttrDef(S.SW, default=[1]),
                    dilations=IndexAttrDef(S.DW, default=[1])):
    """Convolution in 1 dimension, image NWC, kernel WCF."""
    domain(D.n, D.ow, D.f, D.kw, D.c)
    O[D.n, D.ow, D.f] += (
        TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kw, D.c, D.f]))

@linalg_structured_op
def conv_1d_ncw_fcw(I=TensorDef(T1, S.N, S.C, S.OW * S.SW + S.KW * S.DW),
                    K=TensorDef(T2, S.F, S.C, S.KW),
                    O=TensorDef(U, S.N, S.F, S.OW, output=True),
                    strides=IndexAttrDef(S.SW, default=[1]),
                    dilations=IndexAttrDef(S.DW, default=[1])):
    """Convolution in 1 dimension, image NCW, kernel FCW."""
    domain(D.n, D.f, D.ow, D.c, D.kw)
    O[D.n, D.f, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.c, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.f, D.c, D.kw]))

@linalg_structured_op
def conv_2d_nhwc_hwcf(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                      K=TensorDef(T2, S.KH, S.KW, S.C, S.F),
                      O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
                      strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                      dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions, image NHWC, kernel HWCF."""
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    O[D.n, D.oh, D.ow, D.f] += (
        TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.f]))

@linalg_structured_op
def conv_2d_nhwc_fhwc(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                      K=TensorDef(T2, S.F, S.KH, S.KW, S.C),
                      O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
                      strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                      dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions, image NHWC, kernel FHWC."""
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    O[D.n, D.oh, D.ow, D.f] += (
        TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.f, D.kh, D.kw, D.c]))

@linalg_structured_op
def conv_2d_nchw_fchw(I=TensorDef(T1, S.N, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                      K=TensorDef(T2, S.F, S.C, S.KH, S.KW),
                      O=TensorDef(U, S.N, S.F, S.OH, S.OW, output=True),
                      strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                      dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions, image NCHW, kernel FCHW."""
    domain(D.n, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.f, D.oh, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.f, D.c, D.kh, D.kw]))

@linalg_structured_op
def conv_2d_nhwc_hwcf_q(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                        K=TensorDef(T2, S.KH, S.KW, S.C, S.F),
                        IZp=ScalarDef(I32),
                        KZp=ScalarDef(I32),
                        O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
                        strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                        dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions of integers with zero points, image NHWC, kernel HWCF."""
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    O[D.n, D.oh, D.ow, D.f] += (
        (TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.f]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def conv_2d_nhwc_fhwc_q(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                        K=TensorDef(T2, S.F, S.KH, S.KW, S.C),
                        IZp=ScalarDef(I32),
                        KZp=ScalarDef(I32),
                        O=TensorDef(U, S.N, S.OH, S.OW, S.F, output=True),
                        strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                        dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions of integers with zero points, image NHWC, kernel FHWC."""
    domain(D.n, D.oh, D.ow, D.f, D.kh, D.kw, D.c)
    O[D.n, D.oh, D.ow, D.f] += (
        (TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.f, D.kh, D.kw, D.c]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def conv_2d_nchw_fchw_q(I=TensorDef(T1, S.N, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                        K=TensorDef(T2, S.F, S.C, S.KH, S.KW),
                        IZp=ScalarDef(I32),
                        KZp=ScalarDef(I32),
                        O=TensorDef(U, S.N, S.F, S.OH, S.OW, output=True),
                        strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                        dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions of integers with zero points, image NCHW, kernel FCHW."""
    domain(D.n, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.f, D.oh, D.ow] += (
        (TypeFn.cast_signed(U, I[D.n, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.f, D.c, D.kh, D.kw]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def conv_2d_ngchw_fgchw(I=TensorDef(T1, S.N, S.G, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                        K=TensorDef(T2, S.F, S.G, S.C, S.KH, S.KW),
                        O=TensorDef(U, S.N, S.G, S.F, S.OH, S.OW, output=True),
                        strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                        dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions, image NGCHW, kernel FGCHW."""
    domain(D.n, D.g, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.g, D.f, D.oh, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.g, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.f, D.g, D.c, D.kh, D.kw]))

@linalg_structured_op
def conv_2d_ngchw_gfchw(I=TensorDef(T1, S.N, S.G, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                        K=TensorDef(T2, S.G, S.F, S.C, S.KH, S.KW),
                        O=TensorDef(U, S.N, S.G, S.F, S.OH, S.OW, output=True),
                        strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                        dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions, image NGCHW, kernel GFCHW."""
    domain(D.n, D.g, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.g, D.f, D.oh, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.g, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.g, D.f, D.c, D.kh, D.kw]))

@linalg_structured_op
def conv_2d_ngchw_gfchw_q(I=TensorDef(T1, S.N, S.G, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                          K=TensorDef(T2, S.G, S.F, S.C, S.KH, S.KW),
                          IZp=ScalarDef(I32),
                          KZp=ScalarDef(I32),
                          O=TensorDef(U, S.N, S.G, S.F, S.OH, S.OW, output=True),
                          strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                          dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions of integers with zero points, image NGCHW, kernel GFCHW."""
    domain(D.n, D.g, D.f, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.g, D.f, D.oh, D.ow] += (
        (TypeFn.cast_signed(U, I[D.n, D.g, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.g, D.f, D.c, D.kh, D.kw]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def conv_2d_nhwgc_gfhwc(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.G, S.C),
                        K=TensorDef(T2, S.G, S.F, S.KH, S.KW, S.C),
                        O=TensorDef(U, S.N, S.OH, S.OW, S.G, S.F, output=True),
                        strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                        dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions, image NHWGC, kernel GFHWC."""
    domain(D.n, D.oh, D.ow, D.g, D.f, D.kh, D.kw, D.c)
    O[D.n, D.oh, D.ow, D.g, D.f] += (
        TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.g, D.c]) *
        TypeFn.cast_signed(U, K[D.g, D.f, D.kh, D.kw, D.c]))

@linalg_structured_op
def conv_2d_nhwgc_gfhwc_q(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.G, S.C),
                          K=TensorDef(T2, S.G, S.F, S.KH, S.KW, S.C),
                          IZp=ScalarDef(I32),
                          KZp=ScalarDef(I32),
                          O=TensorDef(U, S.N, S.OH, S.OW, S.G, S.F, output=True),
                          strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                          dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Convolution in 2 dimensions of integers with zero points, image NHWGC, kernel GFHWC."""
    domain(D.n, D.oh, D.ow, D.g, D.f, D.kh, D.kw, D.c)
    O[D.n, D.oh, D.ow, D.g, D.f] += (
        (TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.g, D.c]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.g, D.f, D.kh, D.kw, D.c]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def conv_3d_ndhwc_dhwcf(I=TensorDef(T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                        K=TensorDef(T2, S.KD, S.KH, S.KW, S.C, S.F),
                        O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.F, output=True),
                        strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                        dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Convolution in 3 dimensions, image NDHWC, kernel DHWCF."""
    domain(D.n, D.od, D.oh, D.ow, D.f, D.kd, D.kh, D.kw, D.c)
    O[D.n, D.od, D.oh, D.ow, D.f] += (
        TypeFn.cast_signed(U, I[D.n, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c, D.f]))

@linalg_structured_op
def conv_3d_ndhwc_dhwcf_q(I=TensorDef(T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                          K=TensorDef(T2, S.KD, S.KH, S.KW, S.C, S.F),
                          IZp=ScalarDef(I32),
                          KZp=ScalarDef(I32),
                          O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.F, output=True),
                          strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                          dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Convolution in 3 dimensions of integers with zero points, image NDHWC, kernel DHWCF."""
    domain(D.n, D.od, D.oh, D.ow, D.f, D.kd, D.kh, D.kw, D.c)
    O[D.n, D.od, D.oh, D.ow, D.f] += (
        (TypeFn.cast_signed(U, I[D.n, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c, D.f]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def conv_3d_ncdhw_fcdhw(I=TensorDef(T1, S.N, S.C, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                        K=TensorDef(T2, S.F, S.C, S.KD, S.KH, S.KW),
                        O=TensorDef(U, S.N, S.F, S.OD, S.OH, S.OW, output=True),
                        strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                        dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Convolution in 3 dimensions, image NCDHW, kernel FCDHW."""
    domain(D.n, D.f, D.od, D.oh, D.ow, D.c, D.kd, D.kh, D.kw)
    O[D.n, D.f, D.od, D.oh, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.c, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.f, D.c, D.kd, D.kh, D.kw]))

@linalg_structured_op
def depthwise_conv_1d_nwc_wc(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                             K=TensorDef(T2, S.KW, S.C),
                             O=TensorDef(U, S.N, S.OW, S.C, output=True),
                             strides=IndexAttrDef(S.SW, default=[1]),
                             dilations=IndexAttrDef(S.DW, default=[1])):
    """Depthwise convolution in 1 dimension, image NWC, kernel WC."""
    domain(D.n, D.ow, D.c, D.kw)
    O[D.n, D.ow, D.c] += (
        TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kw, D.c]))

@linalg_structured_op
def depthwise_conv_1d_ncw_cw(I=TensorDef(T1, S.N, S.C, S.OW * S.SW + S.KW * S.DW),
                             K=TensorDef(T2, S.C, S.KW),
                             O=TensorDef(U, S.N, S.C, S.OW, output=True),
                             strides=IndexAttrDef(S.SW, default=[1]),
                             dilations=IndexAttrDef(S.DW, default=[1])):
    """Depthwise convolution in 1 dimension, image NCW, kernel CW."""
    domain(D.n, D.ow, D.c, D.kw)
    O[D.n, D.c, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.c, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.c, D.kw]))

@linalg_structured_op
def depthwise_conv_1d_nwc_wcm(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                              K=TensorDef(T2, S.KW, S.C, S.M),
                              O=TensorDef(U, S.N, S.OW, S.C, S.M, output=True),
                              strides=IndexAttrDef(S.SW, default=[1]),
                              dilations=IndexAttrDef(S.DW, default=[1])):
    """Depthwise convolution in 1 dimension, image NWC, kernel WCM."""
    domain(D.n, D.ow, D.c, D.m, D.kw)
    O[D.n, D.ow, D.c, D.m] += (
        TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kw, D.c, D.m]))

@linalg_structured_op
def depthwise_conv_2d_nhwc_hwc(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                               K=TensorDef(T2, S.KH, S.KW, S.C),
                               O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
                               strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                               dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Depthwise convolution in 2 dimensions, image NHWC, kernel HWC."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c] += (
        TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kh, D.kw, D.c]))

@linalg_structured_op
def depthwise_conv_2d_nchw_chw(I=TensorDef(T1, S.N, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                               K=TensorDef(T2, S.C, S.KH, S.KW),
                               O=TensorDef(U, S.N, S.C, S.OH, S.OW, output=True),
                               strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                               dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Depthwise convolution in 2 dimensions, image NCHW, kernel CHW."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.c, D.oh, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.c, D.kh, D.kw]))

@linalg_structured_op
def depthwise_conv_2d_nhwc_hwc_q(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                                 K=TensorDef(T2, S.KH, S.KW, S.C),
                                 IZp=ScalarDef(I32),
                                 KZp=ScalarDef(I32),
                                 O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
                                 strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                                 dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Depthwise convolution in 2 dimensions of integers with zero points, image NHWC, kernel HWC."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c] += (
        (TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.kh, D.kw, D.c]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def depthwise_conv_2d_nhwc_hwcm(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                                K=TensorDef(T2, S.KH, S.KW, S.C, S.M),
                                O=TensorDef(U, S.N, S.OH, S.OW, S.C, S.M, output=True),
                                strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                                dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Depthwise convolution in 2 dimensions, image NHWC, kernel HWCM."""
    domain(D.n, D.oh, D.ow, D.c, D.m, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c, D.m] += (
        TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.m]))

@linalg_structured_op
def depthwise_conv_2d_nhwc_hwcm_q(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                                  K=TensorDef(T2, S.KH, S.KW, S.C, S.M),
                                  IZp=ScalarDef(I32),
                                  KZp=ScalarDef(I32),
                                  O=TensorDef(U, S.N, S.OH, S.OW, S.C, S.M, output=True),
                                  strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                                  dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Depthwise convolution in 2 dimensions of integers with zero points, image NHWC, kernel HWCM."""
    domain(D.n, D.oh, D.ow, D.c, D.m, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c, D.m] += (
        (TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) - TypeFn.cast_signed(U, IZp)) *
        (TypeFn.cast_signed(U, K[D.kh, D.kw, D.c, D.m]) - TypeFn.cast_signed(U, KZp)))

@linalg_structured_op
def depthwise_conv_3d_ndhwc_dhwc(I=TensorDef(T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                                 K=TensorDef(T2, S.KD, S.KH, S.KW, S.C),
                                 O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.C, output=True),
                                 strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                                 dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Depthwise convolution in 3 dimensions, image NDHWC, kernel DHWC."""
    domain(D.n, D.od, D.oh, D.ow, D.kd, D.kh, D.kw, D.c)
    O[D.n, D.od, D.oh, D.ow, D.c] += (
        TypeFn.cast_signed(U, I[D.n, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c]))

@linalg_structured_op
def depthwise_conv_3d_ncdhw_cdhw(I=TensorDef(T1, S.N, S.C, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                                 K=TensorDef(T2, S.C, S.KD, S.KH, S.KW),
                                 O=TensorDef(U, S.N, S.C, S.OD, S.OH, S.OW, output=True),
                                 strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                                 dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Depthwise convolution in 3 dimensions, image NCDHW, kernel CDHW."""
    domain(D.n, D.od, D.oh, D.ow, D.kd, D.kh, D.kw, D.c)
    O[D.n, D.c, D.od, D.oh, D.ow] += (
        TypeFn.cast_signed(U, I[D.n, D.c, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]) *
        TypeFn.cast_signed(U, K[D.c, D.kd, D.kh, D.kw]))

@linalg_structured_op
def depthwise_conv_3d_ndhwc_dhwcm(I=TensorDef(T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                                  K=TensorDef(T2, S.KD, S.KH, S.KW, S.C, S.M),
                                  O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.C, S.M, output=True),
                                  strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                                  dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Depthwise convolution in 3 dimensions, image NDHWC, kernel DHWCM."""
    domain(D.n, D.od, D.oh, D.ow, D.m, D.kd, D.kh, D.kw, D.c)
    O[D.n, D.od, D.oh, D.ow, D.c, D.m] += (
        TypeFn.cast_signed(U, I[D.n, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]) *
        TypeFn.cast_signed(U, K[D.kd, D.kh, D.kw, D.c, D.m]))

# Pooling: the kernel is only a shape.

@linalg_structured_op
def pooling_nhwc_sum(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                     K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
                     O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
                     strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                     dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Sum of the elements of each window, image NHWC."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c] += TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c])

@linalg_structured_op
def pooling_nchw_sum(I=TensorDef(T1, S.N, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                     K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
                     O=TensorDef(U, S.N, S.C, S.OH, S.OW, output=True),
                     strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                     dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Sum of the elements of each window, image NCHW."""
    domain(D.n, D.c, D.oh, D.ow, D.kh, D.kw)
    O[D.n, D.c, D.oh, D.ow] += TypeFn.cast_signed(U, I[D.n, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW])

@linalg_structured_op
def pooling_nhwc_max(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                     K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
                     O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
                     strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                     dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Maximum of the elements of each window, image NHWC."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c] = ReduceFn.max_signed[D.kh, D.kw](TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_nhwc_max_unsigned(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                              K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
                              O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
                              strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                              dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Maximum of the elements of each window as unsigned numbers, image NHWC."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c] = ReduceFn.max_unsigned[D.kh, D.kw](TypeFn.cast_unsigned(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_nchw_max(I=TensorDef(T1, S.N, S.C, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW),
                     K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
                     O=TensorDef(U, S.N, S.C, S.OH, S.OW, output=True),
                     strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                     dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Maximum of the elements of each window, image NCHW."""
    domain(D.n, D.c, D.oh, D.ow, D.kh, D.kw)
    O[D.n, D.c, D.oh, D.ow] = ReduceFn.max_signed[D.kh, D.kw](TypeFn.cast_signed(U, I[D.n, D.c, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW]))

@linalg_structured_op
def pooling_nhwc_min(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                     K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
                     O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
                     strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                     dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Minimum of the elements of each window, image NHWC."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c] = ReduceFn.min_signed[D.kh, D.kw](TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_nhwc_min_unsigned(I=TensorDef(T1, S.N, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                              K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
                              O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
                              strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
                              dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1])):
    """Minimum of the elements of each window as unsigned numbers, image NHWC."""
    domain(D.n, D.oh, D.ow, D.c, D.kh, D.kw)
    O[D.n, D.oh, D.ow, D.c] = ReduceFn.min_unsigned[D.kh, D.kw](TypeFn.cast_unsigned(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_nwc_sum(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                    K=TensorDef(T2, S.KW, index_dims=[D.kw]),
                    O=TensorDef(U, S.N, S.OW, S.C, output=True),
                    strides=IndexAttrDef(S.SW, default=[1]),
                    dilations=IndexAttrDef(S.DW, default=[1])):
    """Sum of the elements of each window, image NWC."""
    domain(D.n, D.ow, D.c, D.kw)
    O[D.n, D.ow, D.c] += TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c])

@linalg_structured_op
def pooling_ncw_sum(I=TensorDef(T1, S.N, S.C, S.OW * S.SW + S.KW * S.DW),
                    K=TensorDef(T2, S.KW, index_dims=[D.kw]),
                    O=TensorDef(U, S.N, S.C, S.OW, output=True),
                    strides=IndexAttrDef(S.SW, default=[1]),
                    dilations=IndexAttrDef(S.DW, default=[1])):
    """Sum of the elements of each window, image NCW."""
    domain(D.n, D.c, D.ow, D.kw)
    O[D.n, D.c, D.ow] += TypeFn.cast_signed(U, I[D.n, D.c, D.ow * S.SW + D.kw * S.DW])

@linalg_structured_op
def pooling_nwc_max(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                    K=TensorDef(T2, S.KW, index_dims=[D.kw]),
                    O=TensorDef(U, S.N, S.OW, S.C, output=True),
                    strides=IndexAttrDef(S.SW, default=[1]),
                    dilations=IndexAttrDef(S.DW, default=[1])):
    """Maximum of the elements of each window, image NWC."""
    domain(D.n, D.ow, D.c, D.kw)
    O[D.n, D.ow, D.c] = ReduceFn.max_signed[D.kw](TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_nwc_max_unsigned(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                             K=TensorDef(T2, S.KW, index_dims=[D.kw]),
                             O=TensorDef(U, S.N, S.OW, S.C, output=True),
                             strides=IndexAttrDef(S.SW, default=[1]),
                             dilations=IndexAttrDef(S.DW, default=[1])):
    """Maximum of the elements of each window as unsigned numbers, image NWC."""
    domain(D.n, D.ow, D.c, D.kw)
    O[D.n, D.ow, D.c] = ReduceFn.max_unsigned[D.kw](TypeFn.cast_unsigned(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_ncw_max(I=TensorDef(T1, S.N, S.C, S.OW * S.SW + S.KW * S.DW),
                    K=TensorDef(T2, S.KW, index_dims=[D.kw]),
                    O=TensorDef(U, S.N, S.C, S.OW, output=True),
                    strides=IndexAttrDef(S.SW, default=[1]),
                    dilations=IndexAttrDef(S.DW, default=[1])):
    """Maximum of the elements of each window, image NCW."""
    domain(D.n, D.c, D.ow, D.kw)
    O[D.n, D.c, D.ow] = ReduceFn.max_signed[D.kw](TypeFn.cast_signed(U, I[D.n, D.c, D.ow * S.SW + D.kw * S.DW]))

@linalg_structured_op
def pooling_nwc_min(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                    K=TensorDef(T2, S.KW, index_dims=[D.kw]),
                    O=TensorDef(U, S.N, S.OW, S.C, output=True),
                    strides=IndexAttrDef(S.SW, default=[1]),
                    dilations=IndexAttrDef(S.DW, default=[1])):
    """Minimum of the elements of each window, image NWC."""
    domain(D.n, D.ow, D.c, D.kw)
    O[D.n, D.ow, D.c] = ReduceFn.min_signed[D.kw](TypeFn.cast_signed(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_nwc_min_unsigned(I=TensorDef(T1, S.N, S.OW * S.SW + S.KW * S.DW, S.C),
                             K=TensorDef(T2, S.KW, index_dims=[D.kw]),
                             O=TensorDef(U, S.N, S.OW, S.C, output=True),
                             strides=IndexAttrDef(S.SW, default=[1]),
                             dilations=IndexAttrDef(S.DW, default=[1])):
    """Minimum of the elements of each window as unsigned numbers, image NWC."""
    domain(D.n, D.ow, D.c, D.kw)
    O[D.n, D.ow, D.c] = ReduceFn.min_unsigned[D.kw](TypeFn.cast_unsigned(U, I[D.n, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_ndhwc_sum(I=TensorDef(T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                      K=TensorDef(T2, S.KD, S.KH, S.KW, index_dims=[D.kd, D.kh, D.kw]),
                      O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.C, output=True),
                      strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                      dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Sum of the elements of each window, image NDHWC."""
    domain(D.n, D.od, D.oh, D.ow, D.c, D.kd, D.kh, D.kw)
    O[D.n, D.od, D.oh, D.ow, D.c] += TypeFn.cast_signed(U, I[D.n, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c])

@linalg_structured_op
def pooling_ndhwc_max(I=TensorDef(T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                      K=TensorDef(T2, S.KD, S.KH, S.KW, index_dims=[D.kd, D.kh, D.kw]),
                      O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.C, output=True),
                      strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                      dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Maximum of the elements of each window, image NDHWC."""
    domain(D.n, D.od, D.oh, D.ow, D.c, D.kd, D.kh, D.kw)
    O[D.n, D.od, D.oh, D.ow, D.c] = ReduceFn.max_signed[D.kd, D.kh, D.kw](TypeFn.cast_signed(U, I[D.n, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]))

@linalg_structured_op
def pooling_ndhwc_min(I=TensorDef(T1, S.N, S.OD * S.SD + S.KD * S.DD, S.OH * S.SH + S.KH * S.DH, S.OW * S.SW + S.KW * S.DW, S.C),
                      K=TensorDef(T2, S.KD, S.KH, S.KW, index_dims=[D.kd, D.kh, D.kw]),
                      O=TensorDef(U, S.N, S.OD, S.OH, S.OW, S.C, output=True),
                      strides=IndexAttrDef(S.SD, S.SH, S.SW, default=[1, 1, 1]),
                      dilations=IndexAttrDef(S.DD, S.DH, S.DW, default=[1, 1, 1])):
    """Minimum of the elements of each window, image NDHWC."""
    domain(D.n, D.od, D.oh, D.ow, D.c, D.kd, D.kh, D.kw)
    O[D.n, D.od, D.oh, D.ow, D.c] = ReduceFn.min_signed[D.kd, D.kh, D.kw](TypeFn.cast_signed(U, I[D.n, D.od * S.SD + D.kd * S.DD, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]))
