"""WebSockets: one for each client, and one for each other server of the house."""

from wartable.server.sockets.link import serve_link
from wartable.server.sockets.socket import serve_socket
