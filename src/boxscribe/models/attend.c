/* Attention over the rows of a table in one pass over memory: a group of rows (an entity's, or a whole table's) is
   read once from memory, scored, weighed and summed while it is still in the cache.

   b games, j rows each, n numbers a row; k groups. Group k of game g holds counts[g][k] rows from firsts[g][k] on.
   Rows outside all groups are padding: their weight is 0. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#define LANES 8
#define AHEAD 8 /* rows: how far before its use a row is fetched */
typedef float vec __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

static float total(vec x) {
    float sum = 0;
    for (int i = 0; i < LANES; i++) sum += x[i];
    return sum;
}

/* out[i] = rows[i] · q for count rows; four at a time, so that q is read once for four. */
static void scores(const float *rows, const float *q, int64_t count, int64_t n, float *out) {
    int64_t r = 0;
    for (; r + 4 <= count; r += 4) {
        const float *a = rows + r * n, *b = a + n, *c = b + n, *d = c + n;
        vec va = {0}, vb = {0}, vc = {0}, vd = {0};
        int64_t i = 0;
        for (; i + LANES <= n; i += LANES) {
            __builtin_prefetch(a + AHEAD * n + i);
            __builtin_prefetch(b + AHEAD * n + i);
            __builtin_prefetch(c + AHEAD * n + i);
            __builtin_prefetch(d + AHEAD * n + i);
            vec x = *(const vec *)(q + i);
            va += *(const vec *)(a + i) * x;
            vb += *(const vec *)(b + i) * x;
            vc += *(const vec *)(c + i) * x;
            vd += *(const vec *)(d + i) * x;
        }
        float sa = total(va), sb = total(vb), sc = total(vc), sd = total(vd);
        for (; i < n; i++) {
            sa += a[i] * q[i];
            sb += b[i] * q[i];
            sc += c[i] * q[i];
            sd += d[i] * q[i];
        }
        out[r] = sa, out[r + 1] = sb, out[r + 2] = sc, out[r + 3] = sd;
    }
    for (; r < count; r++) {
        const float *a = rows + r * n;
        vec va = {0};
        int64_t i = 0;
        for (; i + LANES <= n; i += LANES) va += *(const vec *)(a + i) * *(const vec *)(q + i);
        float sa = total(va);
        for (; i < n; i++) sa += a[i] * q[i];
        out[r] = sa;
    }
}

/* sum += Σ weights[i] rows[i]; four at a time, so that sum is read and written once for four. */
static void add_weighted(const float *rows, const float *weights, int64_t count, int64_t n, float *sum) {
    int64_t r = 0;
    for (; r + 4 <= count; r += 4) {
        const float *a = rows + r * n, *b = a + n, *c = b + n, *d = c + n;
        float wa = weights[r], wb = weights[r + 1], wc = weights[r + 2], wd = weights[r + 3];
        int64_t i = 0;
        for (; i + LANES <= n; i += LANES)
            *(vec *)(sum + i) += (*(const vec *)(a + i) * wa + *(const vec *)(b + i) * wb) +
                                 (*(const vec *)(c + i) * wc + *(const vec *)(d + i) * wd);
        for (; i < n; i++) sum[i] += (a[i] * wa + b[i] * wb) + (c[i] * wc + d[i] * wd);
    }
    for (; r < count; r++) {
        const float *a = rows + r * n;
        float w = weights[r];
        int64_t i = 0;
        for (; i + LANES <= n; i += LANES) *(vec *)(sum + i) += *(const vec *)(a + i) * w;
        for (; i < n; i++) sum[i] += a[i] * w;
    }
}

static void softmax(float *x, int64_t count) {
    float highest = -INFINITY, sum = 0;
    for (int64_t i = 0; i < count; i++) highest = x[i] > highest ? x[i] : highest;
    for (int64_t i = 0; i < count; i++) sum += x[i] = expf(x[i] - highest);
    for (int64_t i = 0; i < count; i++) x[i] /= sum;
}

/* One step of writing, for `each` hypotheses of every table: psi = softmax of u·probe (and marks·weights, where there
   are any) over the groups that have rows (Eq. 12; where there is no u, psi is 1), p = psi alpha (Eq. 10), context =
   Σ p e (Eq. 11, 13). A hypothesis gets the same numbers whatever else is in the batch and however wide its padding
   is. */
void look(int64_t b, int64_t each, int64_t j, int64_t n, int64_t k, int64_t m, const float *e, const int64_t *firsts,
          const int64_t *counts, const float *q, int64_t q_stride, const float *u, const float *probe,
          int64_t probe_stride, int64_t f, const float *marks, const float *weights, int64_t weights_stride,
          float *psi, float *p, float *context, int64_t context_stride) {
    memset(psi, 0, sizeof(float) * b * each * k);
    memset(p, 0, sizeof(float) * b * each * j);
    for (int64_t r = 0; r < b * each; r++) {
        const int64_t *count = counts + r / each * k;
        float *w = psi + r * k, highest = -INFINITY, sum = 0;
        memset(context + r * context_stride, 0, sizeof(float) * n);
        if (u) scores(u + r * k * m, probe + r * probe_stride, k, m, w);
        for (int64_t i = 0; i < k * f; i++) w[i / f] += marks[r * k * f + i] * weights[r * weights_stride + i % f];
        for (int64_t i = 0; i < k; i++)
            if (count[i] && w[i] > highest) highest = w[i];
        for (int64_t i = 0; i < k; i++) sum += w[i] = count[i] ? expf(w[i] - highest) : 0;
        for (int64_t i = 0; i < k; i++)
            if (count[i]) w[i] /= sum;
    }
    for (int64_t g = 0; g < b; g++)
        for (int64_t group = 0; group < k; group++) {
            int64_t first = firsts[g * k + group], count = counts[g * k + group];
            if (!count) continue;
            const float *rows = e + (g * j + first) * n;
            for (int64_t r = g * each; r < (g + 1) * each; r++) {
                float *w = p + r * j + first;
                scores(rows, q + r * q_stride, count, n, w);
                softmax(w, count);
                for (int64_t i = 0; i < count; i++) w[i] *= psi[r * k + group];
                add_weighted(rows, w, count, n, context + r * context_stride);
            }
        }
}

/* alpha = softmax of e·q within each group (Eq. 10), p = psi alpha, context = Σ p e (Eq. 11, 13). */
void attend(int64_t b, int64_t j, int64_t n, int64_t k, const float *e, const float *q, int64_t q_stride,
            const float *psi, const int64_t *firsts, const int64_t *counts, float *alpha, float *p, float *context,
            int64_t context_stride) {
    memset(alpha, 0, sizeof(float) * b * j);
    memset(p, 0, sizeof(float) * b * j);
    for (int64_t g = 0; g < b; g++) {
        float *sum = context + g * context_stride;
        memset(sum, 0, sizeof(float) * n);
        for (int64_t group = 0; group < k; group++) {
            int64_t first = firsts[g * k + group], count = counts[g * k + group];
            if (!count) continue;
            const float *rows = e + (g * j + first) * n;
            float *a = alpha + g * j + first, *w = p + g * j + first;
            scores(rows, q + g * q_stride, count, n, a);
            softmax(a, count);
            for (int64_t i = 0; i < count; i++) w[i] = psi[g * k + group] * a[i];
            add_weighted(rows, w, count, n, sum);
        }
    }
}

/* The way back: from g_context and g_p to the gradient of the scores (s), of q, and to Σ alpha g_p (mean), which is
   the gradient of psi. */
void attend_back(int64_t b, int64_t j, int64_t n, int64_t k, const float *e, const float *g_context,
                 const float *g_p, const int64_t *firsts, const int64_t *counts, const float *alpha, const float *p,
                 float *s, float *mean, float *g_q, int64_t g_q_stride) {
    memset(s, 0, sizeof(float) * b * j);
    memset(mean, 0, sizeof(float) * b * k);
    for (int64_t g = 0; g < b; g++) {
        float *sum = g_q + g * g_q_stride;
        memset(sum, 0, sizeof(float) * n);
        for (int64_t group = 0; group < k; group++) {
            int64_t first = firsts[g * k + group], count = counts[g * k + group];
            if (!count) continue;
            const float *rows = e + (g * j + first) * n;
            const float *a = alpha + g * j + first, *w = p + g * j + first, *extra = g_p + g * j + first;
            float *out = s + g * j + first, m = 0;
            scores(rows, g_context + g * n, count, n, out);
            for (int64_t i = 0; i < count; i++) m += (out[i] += extra[i]) * a[i];
            for (int64_t i = 0; i < count; i++) out[i] = w[i] * (out[i] - m);
            mean[g * k + group] = m;
            add_weighted(rows, out, count, n, sum);
        }
    }
}
