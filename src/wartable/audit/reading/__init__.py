"""What an audit reads: the log, the rules in force, the rounds and their postings."""
