"""What the classic family alone asks: capitals, land taken over with them, dice changed by cards."""
