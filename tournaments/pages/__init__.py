"""What pages of events show, in words and drawings, made from published files alone."""
