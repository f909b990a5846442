"""A prepared dataset in, a model out (paper, section 4): `loop` runs, `validate` measures, `checkpoint` remembers."""
