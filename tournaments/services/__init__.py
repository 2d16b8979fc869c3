"""Commands of events and ratings that write."""
