"""What happened, read from the store: mirrors of tables, the log of the house, snapshots, past rounds and shoes."""
