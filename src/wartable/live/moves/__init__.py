"""What a table does next by itself: the automatic dealer, the clock and the players of the house."""
