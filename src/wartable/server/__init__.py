"""HTTP and WebSocket doors around the live tables."""
