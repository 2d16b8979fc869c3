"""The operations of the API: each parses its request, calls a service or a selector, and serializes the answer."""
