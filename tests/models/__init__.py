"""A second, simple model of settlement: what `wartable settle` must answer, written from the documents alone."""
