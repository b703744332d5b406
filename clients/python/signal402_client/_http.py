import queue
import threading
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from ._errors import BuyerError

MAX_WAIT_S = 60.0
RETRIED = {429, 502, 503, 504}


@dataclass(frozen=True)
class Call:
    """How one call asks: the timeout of one request in seconds, and the requests after the first one."""

    timeout_s: float
    max_retries: int


def wait_s(attempt: int, retry_after: str | None) -> float | None:
    """How long to wait before a retry. None: longer than a caller wants to wait."""
    seconds = 2.0 ** (attempt - 1)
    if retry_after is not None:
        try:
            dated = None if retry_after.isdecimal() else parsedate_to_datetime(retry_after).timestamp() - time.time()
            seconds = float(retry_after) if dated is None else max(dated, 0.0)
        except ValueError:
            pass
    return None if seconds > MAX_WAIT_S else seconds


def details(response: httpx.Response) -> dict[str, Any]:
    return {"status": response.status_code, "request_id": response.headers.get("X-Request-Id")}


class Http:
    """GET requests without a payment. After 429, 503 or a broken connection they are sent again, after `Retry-After`."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def get(self, url: str, call: Call, headers: dict[str, str] | None = None) -> httpx.Response:
        attempt = 0
        while True:
            attempt += 1
            retry_after = None
            try:
                response = request(self.client, url, call, headers)
                retry_after = response.headers.get("Retry-After")
                is_last = attempt > call.max_retries or wait_s(attempt, retry_after) is None
                if response.status_code not in RETRIED or is_last:
                    return response
            except httpx.RequestError as error:
                if attempt > call.max_retries:
                    raise BuyerError("not_charged", f"{url} cannot be reached: {error}.") from error
            time.sleep(wait_s(attempt, retry_after) or 1)

    def json(self, url: str, call: Call, headers: dict[str, str] | None = None) -> Any:
        response = self.get(url, call, headers)
        # A service that does not work fully answers /health with 503.
        if not response.is_success and not response.headers.get("Content-Type", "").startswith("application/json"):
            raise unexpected(response, "200")
        try:
            return response.json()
        except (ValueError, RecursionError) as error:
            raise BuyerError("invalid_response", f"{url}: the answer is not JSON.", **details(response)) from error


def request(client: httpx.Client, url: str, call: Call, headers: dict[str, str] | None = None) -> httpx.Response:
    """One GET within `timeout_s`, or httpx.RequestError. A redirect would carry a signed payment to another host."""
    results: queue.Queue[httpx.Response | BaseException] = queue.Queue()

    def run() -> None:
        try:
            results.put(client.get(url, headers=headers, timeout=call.timeout_s, follow_redirects=False))
        except BaseException as error:
            results.put(error)

    # The timeout of httpx is of each read, so a service that sends one byte at a time would hold the caller for ever.
    threading.Thread(target=run, daemon=True).start()
    try:
        result = results.get(timeout=call.timeout_s)
    except queue.Empty:
        raise httpx.ReadTimeout(f"no answer within {call.timeout_s} seconds") from None
    if isinstance(result, BaseException):
        raise result
    return result


def unexpected(response: httpx.Response, expected: str) -> BuyerError:
    fields = fields_of(response)
    detail = fields.get("detail", response.text[:200])
    message = f"{response.url} answered {response.status_code} instead of {expected}: {detail}"
    return BuyerError("not_charged", message, reason=fields.get("code"), **details(response))


def fields_of(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}
