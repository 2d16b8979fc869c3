"""Whether this is the run of the night, for what is decided when a file of tests is read. Set by conftest.py."""

ON = False
