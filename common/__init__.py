"""What every part of the site stands on: values that are kept, and a database that is away."""
