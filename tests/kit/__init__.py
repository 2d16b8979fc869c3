"""What tests share: real services, a real browser."""
