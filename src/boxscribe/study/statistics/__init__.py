"""The statistics of a study: small functions of arrays, n summaries (blocks) × k systems."""
