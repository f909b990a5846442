"""FACTS: texts and their tables in, the relations that the texts state out (paper, section 5)."""
