"""The organizers' console of mails that came in, and the addresses to which providers post mail. Mailgun posts raw
mails to those with `mime` in them alone."""

from django.urls import path

from inbound import views

urlpatterns = [
    path("organize/letters/", views.letters, name="organize-letters"),
    path("organize/letters/<int:pk>/", views.letter, name="organize-letter"),
    path("organize/letters/<int:pk>/again/", views.letter_again, name="organize-letter-again"),
    path("mail/in/mailgun/mime/", views.mailgun, name="mail-in-mailgun"),
    path("mail/in/postmark/", views.postmark, name="mail-in-postmark"),
]
