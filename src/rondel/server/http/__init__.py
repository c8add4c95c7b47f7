"""What the network sees: routes, the WebSocket, middleware, static files."""
