"""The fifteen tests of NIST SP 800-22 (revision 1a), written from its formulas and held to its worked examples."""
