import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._errors import BuyerError

MAX_BODY_BYTES = 65_536
# A challenge has no signature, so it is read only when it is as small as those of the service.
MAX_CHALLENGE_BYTES = 1_024


@dataclass(frozen=True)
class Challenge:
    """Answer 200 with `reply` as the body, which says that alerts may be sent here."""

    reply: str


@dataclass(frozen=True)
class PriceNow:
    """The price when the message was sent, US dollars."""

    price_usd: float
    level_usd: float
    from_level_percent: float


@dataclass(frozen=True)
class Alert:
    """`id` is the same for each attempt of one alert: it may come twice. `met_at`: ISO 8601. `now`: None while the price is unknown."""

    id: str
    watch: str
    condition: str
    met_at: str
    now: PriceNow | None


def read_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_s: float = 300,
    now: Callable[[], float] = time.time,
) -> Challenge | Alert:
    """Checks what was posted to a receiver of alerts. `body`: the bytes of the request, before any parser.

    Raises BuyerError `webhook_invalid`: answer 401. Alerts are then sent again for a day; 400, 404 and 410 end the watch.

        webhook = read_webhook(request.body, request.headers, secret)
        if isinstance(webhook, Challenge):
            return Response(webhook.reply)
        print(webhook.condition)
        return Response(status=204)
    """
    content = body.encode("utf-8", "replace") if isinstance(body, str) else bytes(body)
    if len(content) > MAX_BODY_BYTES:
        raise BuyerError("webhook_invalid", f"The body has more than {MAX_BODY_BYTES} bytes.")
    lower = {name.lower(): value for name, value in headers.items()}
    signature = lower.get("x-signal402-signature")
    # A challenge comes before the purchase, so it has no signature; it shows nothing and changes nothing.
    if signature is None and len(content) <= MAX_CHALLENGE_BYTES:
        fields = fields_of(content)
        challenge = fields.get("signal402_challenge")
        if fields.get("type") == "challenge" and isinstance(challenge, str):
            return Challenge(json.dumps({"signal402_challenge": challenge}))
    match = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", signature or "")
    if match is None:
        raise BuyerError("webhook_invalid", "X-Signal402-Signature: t=<seconds>,v1=<64 hexadecimal digits> is expected.")
    # The key is the text of the secret, not the bytes that its digits stand for.
    signed = f"{match[1]}.{lower.get('x-signal402-id', '')}.".encode() + content
    if not isinstance(secret, str) or secret == "" or not hmac.compare_digest(hmac.digest(secret.encode(), signed, hashlib.sha256).hex(), match[2]):
        raise BuyerError("webhook_invalid", "The signature is not by this secret.")
    if abs(now() - int(match[1])) > tolerance_s:
        raise BuyerError("webhook_invalid", f"The signature is {now() - int(match[1]):.0f} seconds old.")
    fields = fields_of(content)
    try:
        at = fields.get("now")
        price = None if at is None else PriceNow(at["price_usd"], at["level_usd"], at["from_level_percent"])
        return Alert(fields["id"], fields["watch"], fields["condition"], fields["met_at"], price)
    except (KeyError, TypeError) as error:
        raise BuyerError("webhook_invalid", f"The body is not an alert: {error!r}.") from error


def fields_of(content: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BuyerError("webhook_invalid", "The body is not JSON.") from error
    if not isinstance(fields, dict):
        raise BuyerError("webhook_invalid", "The body is not a JSON object.")
    return fields
