"""What a test laboratory asks for: the generator's output, the shuffles made of it, and every figure about both."""
