"""How routes are made: bodies read and written by msgspec, described in OpenAPI, refused with closed codes."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import msgspec
from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rondel.game import JsonDict
from rondel.server.site import Site
from rondel.server.store.storage import TROUBLES, Conflict
from rondel.server.wire import bodies, house, messages, notices, openings, place, puzzles, study, tournaments
from rondel.server.wire.bodies import Failure
from rondel.server.wire.messages import ClientMessage, ServerMessage
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.api")
T = TypeVar("T")
LIMIT = 64_000
#: the largest body: a record to import
LARGE = 1_100_000
#: bytes of bodies that may arrive at the same time from one address, and from all
EACH = 4_400_000
ALL = 66_000_000
_REF = "#/components/schemas/{name}"
_STRUCTS = [
    value for module in (bodies, messages, house, notices, openings, place, puzzles, study, tournaments)
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct)
]  # fmt: skip


def site_of(request: Request) -> Site:
    """Give the server that a request is for."""
    return cast(Site, request.app.state.site)


def reply(value: object, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(messages.encode(value), status, media_type="application/json")


def written(body: bytes) -> Response:
    """Answer with JSON that is written already."""
    return Response(body, media_type="application/json")


async def body_of(request: Request, kind: type[T], limit: int = LIMIT) -> T:
    """Read the body of a request as a Struct; refuse what is too large, no JSON, or of another form."""
    site_of(request).need_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("bad_message", "The body must be JSON, with the content type application/json.")
    return decode(await _read(request, limit), kind)


async def _read(request: Request, limit: int) -> bytes:
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > limit:
        raise Refusal("too_large")
    site, parts, size = site_of(request), [], 0
    address = site.address(request)
    try:
        async for part in request.stream():
            size += len(part)
            site.bodies[address] += len(part)
            if size > limit:
                raise Refusal("too_large")
            if site.bodies[address] > EACH or site.bodies.total() > ALL:
                raise Refusal("too_fast", "Other large requests come from your address; send it again in a moment.")
            parts.append(part)
    except ClientDisconnect as error:
        raise Refusal("bad_message", "The body ended early.") from error
    finally:
        site.bodies[address] -= size
        if not site.bodies[address]:
            del site.bodies[address]
    return b"".join(parts)


def decode(body: bytes | str, kind: type[T]) -> T:
    """Read JSON as a Struct."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_message", f"The message cannot be read: {error}.") from error


# ---- description -----------------------------------------------------------------------------------------------------


def described(answer: object, body: object = None, media: str = "application/json") -> JsonDict:
    """Describe what a route takes and gives, for OpenAPI."""
    failure = {"application/json": {"schema": _schema(Failure)}}
    good = {"schema": _schema(answer)} if media == "application/json" else {"schema": {"type": "string"}}
    found: JsonDict = {
        "responses": {
            "200": {"description": "Done", "content": {media: good}},
            "default": {"description": "Refused", "content": failure},
        }
    }
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(body)}}}
    return found


def _schema(kind: object) -> JsonDict:
    (found,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return found


def route(
    router: APIRouter,
    method: str,
    path: str,
    answer: object,
    body: object = None,
    media: str = "application/json",
    empty: str = "",
) -> Callable[[Callable[..., Awaitable[Response]]], Callable[..., Awaitable[Response]]]:
    """Register a route with its description; `empty` says what an answer without a body means, if there is one."""
    about = described(answer, body, media)
    if empty:
        about["responses"]["204"] = {"description": empty}

    def register(endpoint: Callable[..., Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
        router.add_api_route(
            path, endpoint, methods=[method], response_class=Response, response_model=None,
            openapi_extra=about, operation_id=endpoint.__name__,
        )  # fmt: skip
        return endpoint

    return register


def describe(app: FastAPI) -> None:
    """Add our Structs to the OpenAPI description, and our refusals instead of FastAPI's."""
    made = app.openapi

    def openapi() -> JsonDict:
        if app.openapi_schema is None:
            schema = made()
            _, components = msgspec.json.schema_components([ClientMessage, ServerMessage, *_STRUCTS], ref_template=_REF)
            schema["components"] = {"schemas": components}
            for operation in (entry for path in schema["paths"].values() for entry in path.values()):
                operation["responses"].pop("422", None)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


# ---- refusals --------------------------------------------------------------------------------------------------------


def failure(error: Refusal) -> Response:
    """Write a refusal."""
    answer = reply(Failure(error.code, error.message, error.detail, error.rule), error.status)
    if error.code in ("too_fast", "busy"):
        answer.headers["Retry-After"] = "1"
    return answer


async def on_refusal(request: Request, error: Exception) -> Response:
    """Answer a refused request."""
    return failure(cast(Refusal, error))


async def on_trouble(request: Request, error: Exception) -> Response:
    """Answer a request that the database could not serve."""
    return failure(trouble(error))


def trouble(error: Exception) -> Refusal:
    """Turn a database error into advice for the client: try again, or reload first."""
    if isinstance(error, Conflict):
        return Refusal("stale", "Somebody else changed the same thing at the same moment; look again.")
    log.error("trouble with the database: %s", type(error).__name__)
    return Refusal("busy")


async def on_http(request: Request, error: Exception) -> Response:
    """Answer a request for which there is no route."""
    status = cast(HTTPException, error).status_code
    if request.url.path.startswith("/api/admin"):  # only administrators may know which routes exist
        return failure(Refusal("not_found"))
    answer = failure(Refusal({404: "not_found", 405: "bad_method"}.get(status, "bad_message")))
    answer.headers.update(cast(HTTPException, error).headers or {})
    return answer


async def on_invalid(request: Request, error: Exception) -> Response:
    """Answer a request whose path or query cannot be read."""
    first = cast(RequestValidationError, error).errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return failure(Refusal("bad_message", f"{where}: {first['msg']}."))


def add_handlers(app: FastAPI) -> None:
    """Answer every refusal in the same form."""
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(HTTPException, on_http)
    for kind in TROUBLES:
        app.add_exception_handler(kind, on_trouble)
    app.add_exception_handler(RequestValidationError, on_invalid)
