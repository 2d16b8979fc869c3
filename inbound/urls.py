"""The addresses to which providers post mail. Mailgun posts raw mails to those with `mime` in them alone."""

from django.urls import path

from inbound.webhooks import MailgunDoor, PostmarkDoor

urlpatterns = [
    path("mail/in/mailgun/mime/", MailgunDoor.as_view(), name="mail-in-mailgun"),
    path("mail/in/postmark/", PostmarkDoor.as_view(), name="mail-in-postmark"),
]
