from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Code = Literal[
    "invalid_option",
    "price_above_limit",
    "day_limit_reached",
    "declined",
    "offer_missing",
    "invalid_response",
    "refused",
    "not_charged",
    "outcome_unknown",
    "store_failed",
    "webhook_invalid",
]


class BuyerError(Exception):
    """The only error that this package raises. The codes are those of the TypeScript package.

    `charged`: "no", or "unknown" when the money may have moved. `reason`: the code of the service, such as
    `data_unavailable`. `status` and `request_id` are those of the last response, or None.

        try:
            buyer.buy("/signal/BTC")
        except BuyerError as error:
            if error.code == "outcome_unknown":
                buyer.buy("/signal/BTC")  # sends the same payment again
    """

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        charged: Literal["no", "unknown"] = "no",
        reason: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code: Code = code
        self.charged: Literal["no", "unknown"] = charged
        self.reason, self.status, self.request_id = reason, status, request_id


@contextmanager
def wrapped(code: Code, name: str) -> Iterator[None]:
    """Runs code of the caller or of a library. What it raises is the cause of a BuyerError."""
    try:
        yield
    except BuyerError:
        raise
    except Exception as error:
        raise BuyerError(code, f"{name}: {error}") from error
