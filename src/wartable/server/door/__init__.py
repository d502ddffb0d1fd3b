"""The door before the routes and the sockets: who is there, from where and how often."""
