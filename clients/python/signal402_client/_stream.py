import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import httpx

from ._errors import BuyerError
from ._http import details, wait_s

# Heartbeats come every 15 seconds. Without any event for this time the connection is dead.
SILENCE_S = 45
RECONNECT_S = 3

EventName = Literal["connected", "version", "call", "service", "prices", "heartbeat"]


@dataclass(frozen=True)
class StreamEvent:
    """`id`: the position of the event; None for events that do not move it. `connected` is this client's own."""

    event: EventName
    id: str | None
    data: Any


def stream_events(client: httpx.Client, origin: str, last_event_id: str | None) -> Iterator[StreamEvent]:
    """The events of the service, for ever: it connects again and goes on after the last event."""
    position, failures = last_event_id, 0
    while True:
        retry_after = None
        headers = {"Accept": "text/event-stream"} | ({} if position is None else {"Last-Event-ID": position})
        try:
            with client.stream(
                "GET", f"{origin}/api/stream", headers=headers, timeout=SILENCE_S, follow_redirects=False
            ) as response:
                retry_after = response.headers.get("Retry-After")
                if response.is_success:
                    failures = 0
                    yield StreamEvent("connected", None, None)
                    for event in read_events(response.iter_lines()):
                        position = event.id or position
                        yield event
                elif response.status_code == 429 or response.status_code >= 500:
                    failures += 1
                else:
                    message = f"/api/stream answered {response.status_code}."
                    raise BuyerError("invalid_response", message, **details(response))
        except httpx.RequestError:
            failures += 1
        time.sleep(RECONNECT_S if failures == 0 else wait_s(min(failures, 6), retry_after) or 60)


def read_events(lines: Iterator[str]) -> Iterator[StreamEvent]:
    fields: dict[str, str] = {}
    for line in lines:
        if line == "":
            if "event" in fields and "data" in fields:
                yield StreamEvent(fields["event"], fields.get("id"), parsed(fields["data"]))  # type: ignore[arg-type]
            fields = {}
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        fields[name] = f"{fields[name]}\n{value}" if name == "data" and "data" in fields else value


def parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BuyerError("invalid_response", f"/api/stream: {error!r}.") from error
