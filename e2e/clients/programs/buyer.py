"""Buys with clients/python: by transfer, over connections that break, from several processes, and by a session."""

import hashlib
import hmac
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from eth_account import Account
from signal402_client import (
    Alert,
    Bought,
    Buyer,
    BuyerError,
    Challenge,
    FileStore,
    MemoryStore,
    PaymentRequest,
    Session,
    Store,
    read_webhook,
    verify_receipt,
)

ORIGIN = os.environ["ORIGIN"]
PRICE = 50_000
DEPOSIT = 1_000_000
account = Account.from_key(os.environ["KEY"])
waits: list[float] = []


def open_buyer(
    *,
    max_per_day: int = 10 * PRICE,
    max_amount_per_payment: int = PRICE,
    store: Store | None = None,
    session: Session | None = None,
    transport: httpx.BaseTransport | None = None,
    on_before_payment: Callable[[PaymentRequest], bool | None] | None = None,
) -> Buyer:
    return Buyer(
        ORIGIN,
        account,
        max_amount_per_payment,
        max_per_day,
        asset=os.environ["ASSET"],
        store=store,
        session=session,
        on_before_payment=on_before_payment,
        http=httpx.Client(transport=transport or httpx.HTTPTransport()),
    )


class Faults(httpx.HTTPTransport):
    """Applies one fault to each request with a payment, and to each request for a price, while there are any."""

    def __init__(self, *paid: str, priced: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.paid, self.priced, self.sent = list(paid), list(priced), list[str]()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        is_paid = "PAYMENT-SIGNATURE" in request.headers
        if is_paid:
            self.sent.append(request.headers["PAYMENT-SIGNATURE"])
        faults = self.paid if is_paid else self.priced
        fault = faults.pop(0) if faults and "/api/signal" in str(request.url) else ""
        if fault == "429":
            body = {"status": 429, "code": "rate_limited", "charged": "no", "retryable": True}
            return httpx.Response(429, json=body, headers={"Retry-After": "7"}, request=request)
        response = super().handle_request(request)
        if fault == "lost":
            response.read()
            raise httpx.ReadError("connection lost", request=request)
        if fault == "exit":
            response.read()
            os._exit(3)
        return response


def check(bought: Bought, coin: str) -> None:
    assert (bought.answer["coin"], bought.amount, bought.receipt) == (coin, PRICE, "verified"), bought
    assert bought.version is not None and bought.request_id, bought
    assert bought.signed_receipt is not None and verify_receipt(bought.signed_receipt, bought.body), bought


def error_of(call: Callable[[], object]) -> BuyerError:
    try:
        call()
    except BuyerError as error:
        return error
    raise AssertionError("An error was expected.")


def buys_within_limits() -> None:
    buyer = open_buyer(max_per_day=2 * PRICE, transport=(transport := Faults("lost", priced=("429",))))
    quote = buyer.quote("/signal/BTC")
    assert (quote.amount, quote.resource, waits) == (PRICE, "/signal/BTC", [7.0]), (quote, waits)
    first = buyer.buy("/signal/BTC")
    check(first, "BTC")
    assert transport.sent[0] == transport.sent[1], "The same header is sent again."
    assert buyer.buy("/signal/BTC", if_newer_than=first.version) is None
    assert (buyer.spent(), buyer.remaining()) == (PRICE, PRICE)
    assert error_of(lambda: buyer.buy("/signal/BTC", max_amount=1)).code == "price_above_limit"
    for code, refusing in {
        "price_above_limit": open_buyer(max_amount_per_payment=PRICE - 1),
        "day_limit_reached": open_buyer(max_per_day=PRICE - 1),
        "declined": open_buyer(on_before_payment=lambda payment: payment.amount < PRICE),
    }.items():
        error = error_of(lambda: refusing.buy("/signal/BTC"))
        assert (error.code, error.charged) == (code, "no"), error
    missing = error_of(lambda: buyer.buy("/odds/BTC"))
    assert (missing.status, missing.charged) == (400, "no") and missing.request_id, missing
    unknown = error_of(lambda: buyer.quote("/signal/BTC", {"coin": "BTC"}))
    assert unknown.code == "offer_missing" and "does not know coin" in str(unknown), unknown


def keeps_a_payment_whose_answer_is_lost() -> None:
    store = MemoryStore()
    lossy = open_buyer(max_per_day=PRICE, store=store, transport=Faults("lost", *["429"] * 5))
    error = error_of(lambda: lossy.buy("/signal/ETH"))
    assert (error.code, error.charged, error.reason, error.status) == (
        "outcome_unknown",
        "unknown",
        "rate_limited",
        429,
    )
    assert error_of(lambda: lossy.buy("/signal/SOL")).code == "day_limit_reached"
    check(lossy.buy("/signal/ETH"), "ETH")


def run(mode: str, file: Path) -> int:
    """Another process with the same file. Its code: 0 bought, 2 the limit of the day, 3 ended in the middle."""
    environment = os.environ | {"MODE": mode, "FILE": str(file)}
    return subprocess.Popen([sys.executable, "-B", __file__], env=environment).wait()


def shares_a_file() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "buyer.json"
        environment = os.environ | {"FILE": str(file)}
        processes = [
            subprocess.Popen([sys.executable, "-B", __file__], env=environment | {"MODE": f"/signal/{coin}"})
            for coin in ("BTC", "ETH", "SOL")
        ]
        codes = sorted(process.wait() for process in processes)
        assert codes == [0, 0, 2], codes
        assert open_buyer(store=FileStore(file)).spent() == 2 * PRICE
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "buyer.json"
        assert run("exit", file) == 3
        buyer = open_buyer(max_per_day=PRICE, store=FileStore(file))
        assert (buyer.spent(), error_of(lambda: buyer.buy("/signal/ETH")).code) == (PRICE, "day_limit_reached")
        check(buyer.buy("/signal/BTC"), "BTC")
        file.write_text('{"payments": [{"id": "a", "at": 1, "amount": -5}], "deposits": [], "open": []}')
        assert error_of(lambda: buyer.buy("/signal/ETH")).code == "store_failed"


def child() -> None:
    mode = os.environ["MODE"]
    transport = Faults("exit") if mode == "exit" else None
    buyer = open_buyer(max_per_day=2 * PRICE, store=FileStore(os.environ["FILE"]), transport=transport)
    try:
        buyer.buy("/signal/BTC" if mode == "exit" else mode)  # type: ignore[call-overload]
    except BuyerError as error:
        sys.exit(2 if error.code == "day_limit_reached" else 1)


def reads_events_and_free_endpoints() -> None:
    buyer = open_buyer()
    assert len(buyer.get("/market/candles", {"coin": "BTC", "limit": 2})["candles"]) == 2
    events = buyer.stream()
    assert next(events).event == "connected"
    assert {next(events).event for _ in range(3)} & {"service", "prices"}
    changes = buyer.buy_on_change("/signal/SOL")
    check(next(changes), "SOL")


def reads_webhooks() -> None:
    assert read_webhook(b'{"type":"challenge","signal402_challenge":"abc"}', {}, "") == Challenge(
        '{"signal402_challenge": "abc"}'
    )
    fields = {"id": "1", "watch": "w", "condition": "below:BTC:1", "met_at": "2026-11-20T12:00:00.000Z"}
    price = {"price_usd": 1.5, "level_usd": 1.0, "from_level_percent": 50.0}
    for extra in ({}, {"now": price}):
        body = json.dumps(fields | extra)
        v1 = hmac.digest(b"secret", f"1000.1.{body}".encode(), hashlib.sha256).hex()
        headers = {"X-Signal402-Id": "1", "X-Signal402-Signature": f"t=1000,v1={v1}"}
        alert = read_webhook(body, headers, "secret", now=lambda: 1_000)
        assert isinstance(alert, Alert) and alert.condition == "below:BTC:1", alert
        assert alert.now is None or alert.now.level_usd == 1.0
        for wrong in (
            lambda: read_webhook(body + " ", headers, "secret", now=lambda: 1_000),
            lambda: read_webhook(body, headers, "other", now=lambda: 1_000),
            lambda: read_webhook(body, headers, "secret", now=lambda: 1_301),
            lambda: read_webhook(body, {}, "secret"),
        ):
            assert error_of(wrong).code == "webhook_invalid"


def pays_by_a_session() -> None:
    session = Session(deposit=DEPOSIT, max_per_day=DEPOSIT, rpc_url=f"{ORIGIN}/api/sandbox/rpc")
    by_session = open_buyer(session=session)
    check(by_session.buy("/signal/ETH"), "ETH")
    check(by_session.buy("/signal/SOL"), "SOL")
    restarted = open_buyer(session=session)
    check(restarted.buy("/signal/BTC"), "BTC")
    assert restarted.end_session("/signal/BTC") == DEPOSIT - 3 * PRICE


if "MODE" in os.environ:
    child()
else:
    sleep = time.sleep
    time.sleep = waits.append  # type: ignore[assignment]
    buys_within_limits()
    keeps_a_payment_whose_answer_is_lost()
    time.sleep = sleep
    reads_webhooks()
    shares_a_file()
    reads_events_and_free_endpoints()
    pays_by_a_session()
    assert open_buyer().alerts.list() == []
    print("bought 9")
