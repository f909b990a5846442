"""SCORES: the facts and the words of a text → RG, CS, CO and BLEU, each with an interval and a signature."""
