/* Made by polyvet: loops of MLIR in C. Compile with -ffp-contract=off. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A memref: elements at p, from element o, with extents d and strides s in elements. */
typedef struct {
  void *p;
  int64_t o, d[8], s[8];
} mem;

static inline mem fresh(int64_t count, size_t size, int rank, const int64_t *extents) {
  mem m;
  memset(&m, 0, sizeof m);
  m.p = malloc(count > 0 ? (size_t)count * size : 1);
  int64_t stride = 1;
  for (int n = rank - 1; n >= 0; n--) {
    m.d[n] = extents[n];
    m.s[n] = stride;
    stride *= extents[n];
  }
  return m;
}

static inline void put(int64_t value) { printf("%" PRId64 "\n", value); }

static inline void put_bits(const void *from, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, from, size);
  put((int64_t)bits);
}

/* Calls `each` on the places of all elements, in row-major order. */
static inline int advance(int64_t *at, const int64_t *extents, int rank) {
  for (int n = rank - 1; n >= 0; n--) {
    if (++at[n] < extents[n])
      return 1;
    at[n] = 0;
  }
  return 0;
}

static inline char *place(const mem *m, const int64_t *at, int rank, size_t size) {
  int64_t element = m->o;
  for (int n = 0; n < rank; n++)
    element += at[n] * m->s[n];
  return (char *)m->p + element * (int64_t)size;
}

static inline int is_empty(const mem *m, int rank) {
  for (int n = 0; n < rank; n++)
    if (m->d[n] <= 0)
      return 1;
  return 0;
}

static inline void put_mem(const mem *m, int rank, size_t size) {
  int64_t at[8] = {0};
  for (int n = 0; n < rank; n++)
    put(m->d[n]);
  if (is_empty(m, rank))
    return;
  do
    put_bits(place(m, at, rank, size), size);
  while (advance(at, m->d, rank));
}

static inline void copy(mem from, mem to, int rank, size_t size) {
  int64_t at[8] = {0};
  if (is_empty(&from, rank))
    return;
  do
    memmove(place(&to, at, rank, size), place(&from, at, rank, size), size);
  while (advance(at, from.d, rank));
}

static inline float f32(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline double f64(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint64_t bits32(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline uint64_t bits64(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Floats of 16 bits: wide gives their value, narrow rounds to the nearest, ties to even. */
static inline double wide(uint16_t bits, int exponent, int fraction) {
  int top = (1 << exponent) - 1, least = 1 - (top >> 1), e = bits >> fraction & top;
  uint64_t sign = (uint64_t)(bits >> 15) << 63, f = bits & ((1u << fraction) - 1);
  if (e == top)
    return f64(sign | 0x7ff0000000000000ull | f << (52 - fraction));
  double value = ldexp((double)(e ? f | 1u << fraction : f), (e ? e - 1 : 0) + least - fraction);
  return sign ? -value : value;
}

static inline uint16_t narrow(double x, int exponent, int fraction) {
  uint64_t top = (1u << exponent) - 1, bits = top << fraction;
  int least = 1 - (int)(top >> 1);
  if (x != x)
    bits |= 1u << (fraction - 1) | (bits64(x) >> (52 - fraction) & ((1u << fraction) - 1));
  else if (!isinf(x)) {
    int e = x == 0 || ilogb(x) < least ? least : ilogb(x);
    uint64_t rounded = ((uint64_t)(e - least) << fraction) + (uint64_t)rint(ldexp(fabs(x), fraction - e));
    bits = rounded < bits ? rounded : bits;
  }
  return (uint16_t)(bits | (signbit(x) ? 0x8000u : 0));
}

static inline int64_t sext(uint64_t value, int width) { return (int64_t)(value << (64 - width)) >> (64 - width); }
static inline int64_t min_of(int64_t x, int64_t y) { return x < y ? x : y; }
static inline int64_t max_of(int64_t x, int64_t y) { return x > y ? x : y; }
static inline int64_t mod(int64_t x, int64_t y) { return (x % y + y) % y; }
static inline int64_t floordiv(int64_t x, int64_t y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); }
static inline int64_t ceildiv(int64_t x, int64_t y) { return x / y + (x % y != 0 && (x < 0) == (y < 0)); }
static inline int64_t next(int64_t i, int64_t end, int64_t step) { return end - i > step ? i + step : end; }

/* NaN if either is; -0 is less than 0. */
#define EXTREMES(type, f)                                                                          \
  static inline type maximum##f##_(type x, type y) {                                               \
    if (x != x || y != y)                                                                          \
      return x + y;                                                                                \
    return x > y || (x == y && !signbit(x)) ? x : y;                                               \
  }                                                                                                \
  static inline type minimum##f##_(type x, type y) {                                               \
    if (x != x || y != y)                                                                          \
      return x + y;                                                                                \
    return x < y || (x == y && signbit(x)) ? x : y;                                                \
  }
EXTREMES(float, f)
EXTREMES(double, )

