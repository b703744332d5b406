import threading
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, overload
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
from eth_account.signers.local import LocalAccount
from x402.http import utils as wire
from x402.mechanisms.evm.default_assets import DEFAULT_ASSETS

from ._alerts import Alerts
from ._budget import Budget, OpenPayment, SignedAuthorization
from ._errors import BuyerError, Code, wrapped
from ._http import Call, Http, details
from ._offer import Quote, Wanted, ask_offer, terms_of_purchase
from ._receipt import ReceiptReader
from ._scheme import Scheme, Session
from ._send import Outcome, send_payment
from ._store import MemoryStore, Store
from ._stream import StreamEvent, stream_events
from ._versions import version_key_of, version_of
from .resources import FreeResource, PaidResource

MAX_KEPT_ANSWERS = 32
Value = str | int | float | bool | None
Query = Mapping[str, Value | list[Value] | tuple[Value, ...]]


@dataclass(frozen=True)
class PaymentRequest:
    """What `on_before_payment` is asked about. Amounts are atomic units."""

    resource: str
    amount: int
    scheme: str
    network: str
    asset: str
    pay_to: str


@dataclass(frozen=True)
class Bought:
    """A paid answer. `receipt`: "verified", "absent", or what is wrong with it. The answer is valid without a receipt.

    `version`: for `if_newer_than` of the next call; None for a resource without versions. `amount`: atomic units. `body`: the
    answer as it was sent, whose hash a receipt of version 2 has. `signed_receipt`: the verified receipt, to show to others.
    """

    answer: Any
    body: bytes
    version: int | None
    amount: int
    transaction: str | None
    receipt: str
    signed_receipt: dict[str, Any] | None
    request_id: str | None


@dataclass(frozen=True)
class _Order:
    url: str
    resource: str
    max_amount: int
    call: Call


class Buyer:
    """Buys answers within a budget. Amounts are atomic units: 100_000 is $0.10 in USDC.

        buyer = Buyer(
            "https://signal402.example",
            Account.from_key(key),
            max_amount_per_payment=100_000,
            max_per_day=2_000_000,
        )
        bought = buyer.buy("/signal/BTC")
        newer = buyer.buy("/signal/BTC", if_newer_than=bought.version)  # None: the version is still current

    `store`: `FileStore(path)` keeps budget and open payments across restarts and is safe for several processes.
    `on_before_payment` sees each payment before it is signed; False prevents it (`declined`). `is_unused` is asked at the
    limit of the day about payments that the service has refused, a minute after their signature has ended; True: your node
    says that the authorization is unused, so its amount counts no longer. A buyer may be used by several threads. Methods raise BuyerError.
    """

    def __init__(
        self,
        origin: str,
        account: LocalAccount,
        max_amount_per_payment: int,
        max_per_day: int,
        *,
        session: Session | None = None,
        network: str = "eip155:8453",
        asset: str | None = None,
        store: Store | None = None,
        on_before_payment: Callable[[PaymentRequest], bool | None] | None = None,
        is_unused: Callable[[SignedAuthorization], bool] | None = None,
        timeout_s: float = 30,
        max_retries: int = 5,
        http: httpx.Client | None = None,
    ) -> None:
        limits = {"max_amount_per_payment": max_amount_per_payment, "max_per_day": max_per_day}
        if session is not None:
            limits |= {"session.deposit": session.deposit, "session.max_per_day": session.max_per_day}
        if type(max_retries) is not int or max_retries < 0:
            raise BuyerError("invalid_option", "max_retries: 0 or more is expected.")
        for name, amount in limits.items():
            if type(amount) is not int or amount <= 0:
                raise BuyerError("invalid_option", f"{name}: an int above 0 is expected, in atomic units.")
        if asset is None and network not in DEFAULT_ASSETS:
            raise BuyerError("invalid_option", f"asset: the token address is required on {network}.")
        self._origin, self._address = origin_of(origin), account.address
        self._asset = (asset or DEFAULT_ASSETS[network][0]["asset"]).lower()
        self._max_amount, self._max_per_day = max_amount_per_payment, max_per_day
        self._call = Call(timeout_s, max_retries)
        self._client = http or httpx.Client()
        self._http, self._hook = Http(self._client), on_before_payment
        self._scheme = Scheme(account, network, self._asset, max_amount_per_payment, session)
        self._wanted = Wanted(self._scheme.name, network, self._asset)
        max_deposits = session.max_per_day if session else 0
        self._budget = Budget(store or MemoryStore(), max_per_day, max_deposits, is_unused)
        self._receipts = ReceiptReader(self._origin, self._http)
        # Answers for those who wait for the same purchase.
        self._sold: dict[str, Bought] = {}
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self.alerts = Alerts(self._origin, account, self._http, self._call)

    @overload
    def buy(
        self,
        resource: PaidResource,
        query: Query | None = None,
        *,
        if_newer_than: None = None,
        max_amount: int | None = None,
        timeout_s: float | None = None,
        max_retries: int | None = None,
        pay_again: bool = False,
    ) -> Bought: ...

    @overload
    def buy(
        self,
        resource: PaidResource,
        query: Query | None = None,
        *,
        if_newer_than: int | None,
        max_amount: int | None = None,
        timeout_s: float | None = None,
        max_retries: int | None = None,
        pay_again: bool = False,
    ) -> Bought | None: ...

    def buy(
        self,
        resource: PaidResource,
        query: Query | None = None,
        *,
        if_newer_than: int | None = None,
        max_amount: int | None = None,
        timeout_s: float | None = None,
        max_retries: int | None = None,
        pay_again: bool = False,
    ) -> Bought | None:
        """Buys one answer; None while the version `if_newer_than` is current, which is free to ask.

        Purchases of one resource run one after another, and all purchases of a session do. Who asks while a purchase of the
        resource runs gets the answer of that one.

            buyer.buy("/odds/BTC", {"level": [98_000, 92_000], "hours": 48}, max_amount=20_000)

        `pay_again` buys anew what `outcome_unknown` has stopped, if the service refuses the open payment once more. That
        may pay twice.
        """
        order = self._order(resource, query, max_amount, timeout_s, max_retries)
        before = self._sold.get(order.resource)
        with self._locks[order.resource if self._wanted.scheme == "exact" else "session"]:
            sold = self._sold.get(order.resource)
            if sold is not None and sold is not before and not pay_again:
                if sold.amount <= order.max_amount and is_newer(sold, if_newer_than):
                    return sold
            bought = self._buy(order, if_newer_than, pay_again)
            if bought is not None:
                self._keep(order.resource, bought)
            return bought

    def quote(self, resource: PaidResource, query: Query | None = None) -> Quote:
        """What an answer costs now. Free, and nothing is signed."""
        order = self._order(resource, query)
        return ask_offer(order.url, order.resource, self._wanted, self._http, order.call)[0]

    def get(self, resource: FreeResource, query: Query | None = None) -> Any:
        """Reads a free endpoint: `buyer.get("/market/prices")`."""
        return self._http.json(self._order(resource, query).url, self._call)

    def spent(self) -> int:
        """What counts for `max_per_day`: payments of the last 24 hours, with those whose outcome is unknown and those
        that the service has refused."""
        return self._budget.spent()

    def remaining(self) -> int:
        """What is left of `max_per_day`."""
        return max(self._max_per_day - self.spent(), 0)

    def stream(self, last_event_id: str | None = None) -> Iterator[StreamEvent]:
        """The events of GET /api/stream, for ever. It connects again by itself."""
        return stream_events(self._client, self._origin, last_event_id)

    def buy_on_change(
        self, resource: PaidResource, query: Query | None = None, *, if_newer_than: int | None = None
    ) -> Iterator[Bought]:
        """Buys a resource now, and again whenever it has a newer version, until an error: the limit of the day.

        for bought in buyer.buy_on_change("/signal/BTC"):
            print(bought.version, bought.answer["signal"]["direction"])
        """
        name, newest = self._order(resource, query).resource, if_newer_than
        # The stream comes first, so that no change is missed between the two.
        for event in self.stream():
            is_news = event.event == "version" and version_key_of(name, [event.data["resource"]]) is not None
            if event.event == "connected" or (is_news and event.data["status"] == "current"):
                bought = self.buy(resource, query, if_newer_than=newest)
                if bought is not None:
                    newest = newest if bought.version is None else bought.version
                    yield bought

    def watch(self, conditions: list[str], target: str, duration: str = "24h", owner: str | None = None) -> Bought:
        """Buys a watch: alerts to a webhook or chat. Keep `answer["secret"]`: no other answer has it.

        buyer.watch(["direction:BTC", "below:BTC:100000"], "https://bot.example/hook", "7d")
        """
        query: Query = {"conditions": ",".join(conditions), "target": target, "for": duration, "owner": owner or self._address}
        return self.buy("/alerts/watch", query)

    def end_session(self, resource: PaidResource) -> int:
        """Returns the refunded amount of the deposit."""
        with self._locks["session"]:
            order = self._order(resource)
            with wrapped("invalid_response", "end_session"):
                return self._scheme.refund(order.url, self._client)

    def _keep(self, resource: str, bought: Bought) -> None:
        with self._locks["sold"]:
            self._sold.pop(resource, None)
            self._sold[resource] = bought
            if len(self._sold) > MAX_KEPT_ANSWERS:
                del self._sold[next(iter(self._sold))]

    def _buy(self, order: _Order, if_newer_than: int | None, pay_again: bool) -> Bought | None:
        open_payment = self._budget.resume(order.resource)
        if open_payment is not None:
            return self._finish(order, open_payment, is_first=False, pay_again=pay_again)
        # The next voucher depends on whether the open one was charged.
        other = None if self._wanted.scheme == "exact" else self._budget.first_open()
        if other is not None:
            raise BuyerError("not_charged", f"A payment is open: buy {other.resource} first.")
        if if_newer_than is not None:
            version = self._current_version(order)
            if version is not None and version <= if_newer_than:
                return None
        return self._pay(order, is_first=True)

    def _pay(self, order: _Order, is_first: bool) -> Bought:
        quote, terms = ask_offer(order.url, order.resource, self._wanted, self._http, order.call)
        if quote.amount > order.max_amount:
            raise BuyerError("price_above_limit", f"The price {quote.amount} is above {order.max_amount}.")
        self._budget.check(quote.amount)
        request = PaymentRequest(
            order.resource, quote.amount, quote.scheme, quote.network, quote.asset, quote.pay_to
        )
        with wrapped("declined", "on_before_payment"):
            is_declined = self._hook is not None and self._hook(request) is False
        if is_declined:
            raise BuyerError("declined", f"on_before_payment has declined {quote.amount} for {order.resource}.")
        purchase_id = f"pay_{uuid.uuid4().hex}"
        with wrapped("declined", "account"):
            payload, deposit = self._scheme.sign(terms_of_purchase(terms, purchase_id))
        # From here on the money may move, so the payment is written before it is sent.
        payment = OpenPayment(purchase_id, order.resource, wire.encode_payment_signature_header(payload))
        return self._finish(order, self._budget.open(payment, quote.amount, deposit), is_first)

    def _finish(self, order: _Order, payment: OpenPayment, is_first: bool, pay_again: bool = False) -> Bought:
        """Sends an open payment, and closes it unless its outcome stays unknown."""
        outcome = send_payment(self._client, order.url, payment.header, order.call)
        response = outcome.response
        if response is None or outcome.kind == "unknown" or (outcome.kind == "failed" and not outcome.is_certain):
            raise unknown(outcome)
        payload: Any = wire.decode_payment_signature_header(payment.header)
        if outcome.kind == "delivered":
            try:
                self._budget.close(payment.id)
            except BuyerError:  # A fault of the store must not lose a paid answer. A restart fetches it again.
                pass
            self._scheme.note_response(payload, response)
            return self._bought(payload, response, order.call)
        is_transfer = self._wanted.scheme == "exact"
        signed = authorization_of(payload) if is_transfer else None
        is_doubtful = outcome.is_spent or not outcome.is_certain
        is_released = not is_doubtful and self._budget.release(payment.id, signed)
        if not is_released and (outcome.kind == "failed" or not pay_again):
            raise unknown(outcome, payload)
        if not is_released:
            self._budget.close(payment.id)
        is_corrected = outcome.kind == "refused" and self._scheme.note_response(payload, response)
        if not is_released or (is_corrected and is_first):
            return self._pay(order, is_first=not is_released)
        code: Code = "not_charged" if outcome.kind == "failed" else "refused"
        raise BuyerError(code, outcome.detail, reason=outcome.reason, **details(response))

    def _bought(self, payload: Any, response: httpx.Response, call: Call) -> Bought:
        accepted = payload.accepted
        sale = {"network": accepted.network, "resourceUrl": payload.resource.url, "payer": self._address}
        header, body = response.headers.get("PAYMENT-RESPONSE", ""), response.content
        checked = self._receipts.read(header, body, sale, call)
        version = version_of(response.headers.get("ETag", ""))
        request_id = response.headers.get("X-Request-Id")
        return Bought(response.json(), body, version, int(accepted.amount), *checked, request_id)

    def _current_version(self, order: _Order) -> int | None:
        answer = self._http.json(f"{self._origin}/api/versions", order.call)
        try:
            versions = answer["versions"]
            key = version_key_of(order.resource, list(versions))
            return None if key is None else int(versions[key]["version"])
        except (KeyError, TypeError, ValueError) as error:
            raise BuyerError("invalid_response", f"/api/versions: {error!r}") from error

    def _order(
        self,
        resource: str,
        query: Query | None = None,
        max_amount: int | None = None,
        timeout_s: float | None = None,
        max_retries: int | None = None,
    ) -> _Order:
        path = resource.split("?")[0]
        if not path.startswith("/") or path.startswith("//") or path == "/api" or path.startswith("/api/"):
            raise BuyerError("invalid_option", f"resource: {resource} is not a path below /api, such as /signal/BTC.")
        if max_amount is not None and type(max_amount) is not int:
            raise BuyerError("invalid_option", "max_amount: an int is expected, in atomic units.")
        values: dict[str, list[str]] = {}
        for name, value in parse_qsl(urlsplit(resource).query, keep_blank_values=True):
            values.setdefault(name, []).append(value)
        for name, given in (query or {}).items():
            entries = given if isinstance(given, (list, tuple)) else [given]
            if given is not None:
                values[name] = [str(entry).lower() if isinstance(entry, bool) else str(entry) for entry in entries]
        text = urlencode({name: ",".join(entries) for name, entries in sorted(values.items())})
        name = path + (f"?{text}" if text else "")
        limit = self._max_amount if max_amount is None else min(max_amount, self._max_amount)
        retries = self._call.max_retries if max_retries is None else max_retries
        if type(retries) is not int or retries < 0:
            raise BuyerError("invalid_option", "max_retries: 0 or more is expected.")
        timeout_s = self._call.timeout_s if timeout_s is None else timeout_s
        if not timeout_s > 0:
            raise BuyerError("invalid_option", "timeout_s: seconds above 0 are expected.")
        call = Call(timeout_s, retries)
        return _Order(f"{self._origin}/api{'' if name == '/' else name}", name, limit, call)


def is_newer(bought: Bought, version: int | None) -> bool:
    return version is None or bought.version is None or bought.version > version


def authorization_of(payload: Any) -> SignedAuthorization:
    authorization = payload.payload["authorization"]
    return SignedAuthorization(authorization["from"], authorization["nonce"], int(authorization["validBefore"]))


def unknown(outcome: Outcome, payload: Any = None) -> BuyerError:
    """The payment may have been charged. It stays open and counts for the budget."""
    detail = outcome.detail
    if outcome.kind == "refused":
        authorization = payload.payload.get("authorization") or {}
        state = f"authorizationState({authorization.get('from')}, {authorization.get('nonce')})"
        detail += f" It may have been charged before: {state} of the token says so. pay_again buys anew."
    response = {} if outcome.response is None else details(outcome.response)
    return BuyerError("outcome_unknown", detail, charged="unknown", reason=outcome.reason, **response)


def origin_of(text: str) -> str:
    parts = urlsplit(text)
    is_local = parts.hostname in ("localhost", "127.0.0.1")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_local):
        raise BuyerError("invalid_option", "origin: an https URL is expected.")
    return f"{parts.scheme}://{parts.netloc}"
