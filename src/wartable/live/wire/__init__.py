"""What goes over the socket, both ways: messages, views, refusals, and who may say what."""
