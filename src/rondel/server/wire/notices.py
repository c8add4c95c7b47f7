"""Bodies of requests and answers about notices: what a player wants to be told, and how."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from rondel.server.wire.bodies import Body, Language

Occasion = Literal["turn", "begin", "end", "reminder", "chat", "invitation", "round", "digest"]
Channel = Literal["push", "mail", "hook"]
HookStyle = Literal["discord", "slack", "mattermost", "ntfy", "json"]
Wants = dict[Occasion, list[Channel]]

#: what a player is told who has chosen nothing: by every channel that is set up, except for what comes often
USUAL: Final[Wants] = {
    "turn": ["push", "mail", "hook"],
    "begin": ["push", "mail", "hook"],
    "end": ["push", "hook"],
    "reminder": ["push", "mail", "hook"],
    "chat": ["push"],
    "invitation": ["push", "mail", "hook"],
    "round": ["push", "mail", "hook"],
    "digest": [],
}


class Device(Struct, frozen=True):
    """A browser that takes pushes."""

    id: str
    label: str
    created: int


class NoticeSettings(Struct, frozen=True, omit_defaults=True):
    """How you are called. `can` lists the channels that this server has; only those are offered."""

    can: list[Channel]
    wants: Wants
    hour: int = 7
    email: str = ""
    confirmed: bool = False
    mailed: bool = False
    hook: str = ""
    style: HookStyle | None = None
    hook_off: bool = False
    key: str = ""
    devices: list[Device] = field(default_factory=list)


class SetNotices(Body, frozen=True):
    """What to be told, by which channel; the hour of the daily mail in UTC; the language of notices."""

    wants: Annotated[Wants, Meta(max_length=8)]
    hour: Annotated[int, Meta(ge=0, le=23)] = 7
    lang: Language = "en"


class PushKeys(Struct, frozen=True):
    """The keys of a browser's subscription."""

    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=40)]


class Subscription(Struct, frozen=True):
    """A browser's subscription as the browser writes it, with a name for it and the page's language."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: PushKeys
    label: Annotated[str, Meta(max_length=80)] = ""
    lang: Language = "en"


class SetHook(Body, frozen=True):
    """Your own webhook."""

    address: Annotated[str, Meta(min_length=1, max_length=500)]
    style: HookStyle


class TryChannel(Body, frozen=True):
    """A test of one channel."""

    channel: Channel


class Tried(Struct, frozen=True, omit_defaults=True):
    """What came of a test: `sent`, or why not."""

    sent: bool
    why: str = ""


class MailToken(Body, frozen=True):
    """The token of a link in a mail."""

    token: Annotated[str, Meta(max_length=300)]


class Forgot(Body, frozen=True):
    """A forgotten password: the name of the account, or its address."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
