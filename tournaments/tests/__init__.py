"""Tests of events: pairing, standings and what events bring to the site."""
