/* Products of a few rows with one matrix, again and again.

   The matrix lies in strips of LANES columns, so that it is read from end to end, every number once for ROWS rows. Sums
   are made of TALL products at a time: that keeps them exact and the numbers in the cache. */
#include <stdint.h>

#define LANES 8
#define ROWS 8
#define TALL 256
#define AHEAD 1024 /* numbers: how far before its use the matrix is fetched */
typedef float vec __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

/* Add a piece (k, LANES) of a strip times `rows` rows, a constant, so that all sums stay in registers. */
static inline __attribute__((always_inline)) void add(const int rows, int64_t k, const float *x, int64_t x_stride,
                                                      const float *piece, float *out, int64_t o, int64_t width) {
    vec sums[ROWS] = {{0}};
    for (int64_t i = 0; i < k; i++) {
        vec w = *(const vec *)(piece + i * LANES);
        __builtin_prefetch(piece + i * LANES + AHEAD);
#pragma GCC unroll 8
        for (int r = 0; r < rows; r++) sums[r] += w * x[r * x_stride + i];
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
        if (width == LANES)
            *(vec *)(out + r * o) += sums[r];
        else
            for (int64_t i = 0; i < width; i++) out[r * o + i] += sums[r][i];
}

/* out (b, o) += x (b, k), whose rows are x_stride apart, times the matrix (k, o), given in strips. */
void multiply(int64_t b, int64_t k, int64_t o, const float *x, int64_t x_stride, const float *strips, float *out) {
    for (int64_t column = 0; column < o; column += LANES)
        for (int64_t from = 0; from < k; from += TALL) {
            int64_t tall = k - from < TALL ? k - from : TALL, width = o - column < LANES ? o - column : LANES, r = 0;
            const float *piece = strips + column * k + from * LANES;
#define ADD(rows) add(rows, tall, x + r * x_stride + from, x_stride, piece, out + r * o + column, o, width)
            for (; r + ROWS <= b; r += ROWS) ADD(ROWS);
            switch (b - r) {
            case 1: ADD(1); break;
            case 2: ADD(2); break;
            case 3: ADD(3); break;
            case 4: ADD(4); break;
            case 5: ADD(5); break;
            case 6: ADD(6); break;
            case 7: ADD(7); break;
            }
        }
}
