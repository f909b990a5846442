"""TEXT: a model and tables in, stories out."""
