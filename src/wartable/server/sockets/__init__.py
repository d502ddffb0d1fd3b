"""WebSockets: one for each client, and one for each other server of the house."""
