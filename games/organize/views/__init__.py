"""The pages of organizers. All but the one on which players ask are for organizers alone (`games.permissions`)."""
