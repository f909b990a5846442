"""A prepared dataset in, a model out (paper, sections 4 and 5).

`train` is the public function · `loop` makes the steps · `validate` measures on the development set · `checkpoint`
saves and restores a run · `distributed` joins several processes · `optimise` has optimisers and schedules ·
`corruption` and `attention_supervision` are what training adds to the paper.
"""
