"""What mail that comes in brings to the site: each record registers when this module is imported."""

from inbound import answers  # noqa: F401  # adds its kind of mail
