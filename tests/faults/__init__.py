"""Things that go wrong on purpose: full disks, kills, cuts, and servers that fight for a table."""
