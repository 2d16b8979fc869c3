"""What the rest of the site may listen to. Accounts know nothing of games; games connect to these."""

from django.dispatch import Signal

# Sent inside the transaction, before the row is emptied. Arguments: user.
account_deleted = Signal()

# Sent when a person asks for everything kept about them. Arguments: user.
# A receiver returns a dict whose keys become sections of the exported document.
account_exported = Signal()

# Sent when a mail about an account has to go out. Arguments: address, sealed (for `accounts.mailing.open_mail`, and to
# be forgotten once it is sent), expires_at (not to be sent later; None: whenever it can be).
account_mail = Signal()

# Sent inside the transaction that gives a person another time zone, while the account still has the one before.
# Arguments: user, as they were.
zone_changed = Signal()

# Sent inside the transaction that gives an account back to its owner: whatever else opens it has to be shut.
# Arguments: user.
account_recovered = Signal()

# Sent inside the transaction that ends a wish for mail (`accounts.game_mail`), so that it ends wherever it was chosen.
# Arguments: user, wish (empty: all). A receiver returns whether it ended anything.
mail_stopped = Signal()
