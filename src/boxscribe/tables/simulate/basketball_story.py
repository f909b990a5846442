def recap(rng,table,league): return ()
