import time
from dataclasses import dataclass
from typing import Literal

import httpx

from ._http import Call, fields_of, request, wait_s

SPENT = {"redelivery_window_closed", "payment_already_used", "invalid_exact_evm_nonce_already_used"}


@dataclass(frozen=True)
class Outcome:
    """What became of a paid request. `is_certain`: each attempt was answered, so no earlier one can have been charged."""

    kind: Literal["delivered", "refused", "failed", "unknown"]
    detail: str
    reason: str | None
    is_retryable: bool
    response: httpx.Response | None
    is_certain: bool = True

    @property
    def is_spent(self) -> bool:
        """The payment was used before, so it may have been charged then."""
        return self.kind == "refused" and self.reason in SPENT


def send_payment(client: httpx.Client, url: str, header: str, call: Call) -> Outcome:
    """After a 503 or a broken connection the same header is sent again, which cannot pay twice."""
    is_certain, attempt = True, 0
    while True:
        attempt += 1
        outcome = send_once(client, url, header, call)
        is_certain = is_certain and outcome.kind != "unknown"
        after = None if outcome.response is None else outcome.response.headers.get("Retry-After")
        seconds = wait_s(attempt, after)
        if not outcome.is_retryable or attempt > call.max_retries or seconds is None:
            return Outcome(
                outcome.kind, outcome.detail, outcome.reason, outcome.is_retryable, outcome.response, is_certain
            )
        time.sleep(seconds)


def send_once(client: httpx.Client, url: str, header: str, call: Call) -> Outcome:
    try:
        response = request(client, url, call, {"PAYMENT-SIGNATURE": header})
    except httpx.RequestError as error:
        return Outcome("unknown", f"The connection broke: {error}.", None, True, None)
    fields = fields_of(response)
    if response.status_code == 200:
        if not fields:
            return Outcome("unknown", "The answer was cut off.", None, True, response)
        return Outcome("delivered", "", None, False, response)
    if response.status_code == 402:
        reason = str(fields.get("error", "payment_rejected"))
        return Outcome("refused", f"The service refused the payment: {reason}.", reason, False, response)
    detail = str(fields.get("detail") or fields.get("title") or f"The service answered {response.status_code}.")
    code = fields.get("code")
    if fields.get("charged") == "no" and isinstance(code, str):
        return Outcome("failed", detail, code, fields.get("retryable") is True, response)
    return Outcome("unknown", detail, code if isinstance(code, str) else None, True, response)
