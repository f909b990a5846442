"""Human evaluation (paper, section 7): stories → forms → answers of participants → statistics."""
