"""The people of the house: who they are, what they hold, and what they ask for."""
