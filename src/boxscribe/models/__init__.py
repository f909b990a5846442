"""MODEL: records in, a distribution over the next word out (paper, sections 2 and 3).

A `Writer` is composed of parts. ED+CC, +Hier, +Dyn and ENT differ in the memory and the attention that are plugged in;
NCP+CC is ED+CC with an encoder that plans and a supervised copy switch.

| file | what it is |
|---|---|
| `inputs` | the tables of a batch as tensors |
| `records` | the record encoder: r_j and e_j (Eq. 1), x_k (Eq. 4) |
| `content_selection`, `planner`, `plan_encoder` | NCP+CC: the gate, the pointer network, the BiLSTM over the plan |
| `lstm` | the decoder's LSTM |
| `memory` | the entity memory u_{t,k}: none, static, dynamic, gated (Eq. 5–9, 14, 15) |
| `attention`, `grouped_attention` | flat or hierarchical attention (Eq. 10–13); its sums over groups of rows |
| `decoder` | the one `step` (Eq. 2) over these parts, and the `DecoderState` that it takes and returns |
| `extras` | the base of what a decoder can have beyond the paper, and the input of a step |
| `copied_records`, `mention_features`, `length_control`, `followed_plan` | the extras |
| `copying`, `copy_forms` | generation and copying: z_t and p(y_t) (Eq. 3); the surface form of what is copied |
| `writer` | the composition; one step for search, the likelihood of a chunk for training |
| `teacher_forcing` | many steps over given words, one `step` after another |
| `fused` | the same as one function with a backward pass of its own, of which each part computes its share |
| `batched` | tensors with named axes, so that any part's state can be picked from, concatenated, padded and cut |
| `packed_matmul` | matrix products for few rows, and the packed copy of a model that search uses |
| `initialisation`, `store` | the parameters of a new model; a model in a folder |

Axes have one letter everywhere:

| letter | axis | letter | axis |
|---|---|---|---|
| b | table of the batch | f | feature |
| t | step | r | hypothesis row: r = b · h, those of a table one after the other |
| j | record row | h | hypothesis of a table |
| k | entity | w | distinct word of a table |
| z | row of an entity | l | LSTM layer |
| n | hidden | i | row of a plan; in the generator any number of steps |
| p | memory | o | output of a matrix |
| v | target word | s | surface form |

Parameters have the letters of the paper.
"""
