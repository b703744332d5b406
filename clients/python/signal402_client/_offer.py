import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from x402 import PaymentRequired
from x402.http import utils as wire

from ._errors import BuyerError
from ._http import Call, Http, details, fields_of, unexpected


# A signature can be used until its time ends, whatever the service says, so a long one is not given.
MAX_TIMEOUT_S = 600


@dataclass(frozen=True)
class Quote:
    """What an answer costs now, in atomic units. `preview`: the version that is sold, as /api/versions has it."""

    resource: str
    amount: int
    scheme: str
    network: str
    asset: str
    pay_to: str
    preview: dict[str, Any] | None


@dataclass(frozen=True)
class Wanted:
    scheme: str
    network: str
    asset: str


def ask_offer(url: str, resource: str, wanted: Wanted, http: Http, call: Call) -> tuple[Quote, PaymentRequired]:
    """The terms of the 402, reduced to the one offer that this buyer may sign, and its price."""
    response = http.get(url, call)
    if response.status_code != 402:
        raise unexpected(response, "402")
    try:
        terms = wire.decode_payment_required_header(response.headers.get("PAYMENT-REQUIRED", ""))
    except (ValueError, RecursionError) as error:
        raise BuyerError("invalid_response", f"PAYMENT-REQUIRED: {error}", **details(response)) from error
    if not isinstance(terms, PaymentRequired):
        raise BuyerError("invalid_response", "PAYMENT-REQUIRED: version 2 of x402 is expected.", **details(response))
    body = fields_of(response)
    named = None if terms.resource is None else terms.resource.url
    if named is None or path_and_query(named) != path_and_query(url):
        ignored = ", ".join(map(str, body.get("ignored_parameters") or []))
        unknown = f" It does not know {ignored}." if ignored else ""
        raise BuyerError("offer_missing", f"resource.url: the 402 is for {named}.{unknown}", **details(response))
    offers = [
        offer
        for offer in terms.accepts
        if Wanted(offer.scheme, offer.network, offer.asset.lower()) == wanted
    ]
    if not offers:
        message = f"accepts: no {wanted.scheme} payment in {wanted.asset} on {wanted.network} is offered."
        raise BuyerError("offer_missing", message, **details(response))
    offer = offers[0]
    problem = problem_of(offer, terms.extensions or {})
    if problem is not None:
        raise BuyerError("invalid_response", f"PAYMENT-REQUIRED: {problem}.", **details(response))
    quote = Quote(
        resource, int(offer.amount), offer.scheme, offer.network, offer.asset, offer.pay_to, body.get("preview")
    )
    return quote, terms.model_copy(update={"accepts": [offer]})


def problem_of(offer: Any, extensions: dict[str, Any]) -> str | None:
    """What is wrong with an offer, with the name of its field."""
    if re.fullmatch(r"[0-9]{1,78}", offer.amount) is None:
        return "amount: digits are expected"
    if re.fullmatch(r"0x[0-9a-fA-F]{40}", offer.pay_to) is None:
        return f"payTo: an address is expected, got {offer.pay_to!r}"
    if not 0 <= offer.max_timeout_seconds <= MAX_TIMEOUT_S:
        return f"maxTimeoutSeconds: at most {MAX_TIMEOUT_S} is expected, got {offer.max_timeout_seconds}"
    extra = offer.extra or {}
    is_token = isinstance(extra.get("name"), str) and isinstance(extra.get("version"), str)
    if offer.scheme == "exact" and not (is_token and extra.get("assetTransferMethod", "eip3009") == "eip3009"):
        return "extra: name and version of a token with EIP-3009 are expected"
    identifier = extensions.get("payment-identifier")
    if identifier is not None and not (isinstance(identifier, dict) and isinstance(identifier.get("info"), dict)):
        return "payment-identifier: an object with info is expected"
    return None


def terms_of_purchase(terms: PaymentRequired, purchase_id: str) -> PaymentRequired:
    """Of the extensions, the payment identifier alone. A voucher names its total, so it needs none."""
    offered = (terms.extensions or {}).get("payment-identifier")
    extensions = None
    if offered is not None and terms.accepts[0].scheme == "exact":
        extensions = {"payment-identifier": {**offered, "info": {**offered["info"], "id": purchase_id}}}
    return terms.model_copy(update={"extensions": extensions})


def path_and_query(url: str) -> tuple[str, list[tuple[str, str]]]:
    parts = urlsplit(url)
    return parts.path, sorted(parse_qsl(parts.query, keep_blank_values=True))
