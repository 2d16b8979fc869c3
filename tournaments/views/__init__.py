"""Pages and files of events and ratings, by subject."""
