"""Several servers on one store: leases, links between servers, and tables that are followed."""
