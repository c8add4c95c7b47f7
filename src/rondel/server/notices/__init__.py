"""Calling people who are away: Web Push, mail and webhooks, by way of an outbox in the database."""
