"""Set phrases of the chat: sent as codes, and shown by each page in its reader's language."""

from __future__ import annotations

from typing import Final, Literal

Phrase = Literal[
    "hello", "good_luck", "thanks", "nice_move", "sorry", "one_moment", "back", "your_turn", "good_game", "again", "bye"
]  # fmt: skip

#: each phrase in English, for programs and for readers of the log
PHRASES: Final[dict[Phrase, str]] = {
    "hello": "Hello!",
    "good_luck": "Good luck, have fun!",
    "thanks": "Thank you!",
    "nice_move": "Nice move!",
    "sorry": "Sorry!",
    "one_moment": "One moment, please.",
    "back": "I'm back.",
    "your_turn": "It's your turn.",
    "good_game": "Good game!",
    "again": "Shall we play again?",
    "bye": "I have to go. Bye!",
}
