"""Side bets, told in the dealer's words: worked examples, and what must hold of every meter."""
