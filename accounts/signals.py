"""What the rest of the site may listen to. Accounts know nothing of games; games connect to these."""

from django.dispatch import Signal

# Sent inside the transaction, before the row is emptied. Arguments: user.
account_deleted = Signal()

# Sent when a person asks for everything kept about them. Arguments: user.
# A receiver returns a dict whose keys become sections of the exported document.
account_exported = Signal()
