"""The operations of the API: each reads a shape, calls a service or a selector, and answers with a shape."""
