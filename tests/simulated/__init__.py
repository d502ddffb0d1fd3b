"""The live tables in one thread from one seed: a loop with a time of its own, a store and a network that fail."""
