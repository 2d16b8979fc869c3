"""Reads of events and ratings for pages, files and commands."""
