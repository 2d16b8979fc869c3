"""Substitutes: people who take over seats that fall free, above the games."""
