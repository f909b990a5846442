"""MODEL: records in, a distribution over the next word out (paper, sections 2 and 3).

One model is put together from exchangeable parts: `records` (Eq. 1), `memory` (Eq. 4–9, 14, 15), `attention`
(Eq. 10–13), `decoder` (Eq. 2, the one `step`), `copying` (Eq. 3). `writer` puts them together; `fused` computes a whole
chunk of steps, forward and backward, as one function.

Axes, wherever a shape comment stands: b game of the batch, t step, j record row, k entity, z row of an entity,
n hidden, p memory, v target word, f further feature. Letters of parameters are the paper's.
"""
