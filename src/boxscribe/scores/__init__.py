"""SCORES: texts, gold texts and the relations that both state → RG, CS, CO and BLEU, with intervals and a signature."""
