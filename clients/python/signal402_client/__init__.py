"""Buys answers of Signal402 over x402: within a budget, and never twice for one answer."""

from ._alerts import Alerts
from ._budget import SignedAuthorization
from ._buyer import Bought, Buyer, PaymentRequest
from ._errors import BuyerError
from ._offer import Quote
from ._receipt import verify_receipt
from ._scheme import Session
from ._store import FileStore, MemoryStore, Store
from ._stream import StreamEvent
from ._webhook import Alert, Challenge, PriceNow, read_webhook
from .resources import FreeResource, PaidResource

__all__ = [
    "Alert",
    "Alerts",
    "Bought",
    "Buyer",
    "BuyerError",
    "Challenge",
    "FileStore",
    "FreeResource",
    "MemoryStore",
    "PaidResource",
    "PaymentRequest",
    "PriceNow",
    "Quote",
    "Session",
    "SignedAuthorization",
    "Store",
    "StreamEvent",
    "read_webhook",
    "verify_receipt",
]
