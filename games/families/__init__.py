"""What a family of games brings to the site beside its decisions: one record each, in a module of its own."""
