"""PEOPLE: stories in, forms on which people judge them, their answers and the statistics of those (section 7)."""
