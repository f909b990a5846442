"""FACTS: words in, the relations that they state out (paper, section 5, information extraction)."""
