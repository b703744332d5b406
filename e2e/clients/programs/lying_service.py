"""Buys with clients/python from a service that lies. It needs no service of ours."""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
from eth_account import Account
from signal402_client import Buyer, BuyerError, PaymentRequest, SignedAuthorization, read_webhook

PRICE = 50_000
ASSET = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
PAY_TO = "0x000000000000000000000000000000000000bEEF"
Reply = tuple[int, dict[str, str], Any]
# One byte of a header after another, for ever.
TRICKLE: Reply = (0, {}, None)
account = Account.create()
clock = [1_790_000_000.0]


class Liar:
    """`paid` answers the attempts with a payment; None breaks the connection. `payments`: what it has got."""

    def __init__(self, paid: Callable[[int], Reply | None], offer: dict[str, Any] | None = None, **extensions: Any) -> None:
        self.payments: list[dict[str, Any]] = []
        self.routes: dict[str, Any] = {}
        liar = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                reply = liar.answer(self.path, self.headers.get("PAYMENT-SIGNATURE"), paid, offer or {}, extensions)
                if reply is None:
                    return
                if reply == TRICKLE:
                    self.send_response(200)
                    try:
                        while True:
                            self.wfile.write(b"X")
                            time.sleep(0.02)
                    except OSError:
                        return
                status, headers, body = reply
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{server.server_port}"

    def answer(
        self,
        path: str,
        header: str | None,
        paid: Callable[[int], Reply | None],
        offer: dict[str, Any],
        extensions: dict[str, Any],
    ) -> Reply | None:
        if path in self.routes:
            return 200, {"Content-Type": "application/json"}, self.routes[path]
        if header is not None:
            self.payments.append(json.loads(base64.b64decode(header))["payload"]["authorization"])
            return paid(len(self.payments))
        accepted: dict[str, Any] = {"scheme": "exact", "network": "eip155:8453", "amount": str(PRICE)}
        accepted |= {"asset": ASSET, "payTo": PAY_TO}
        accepted |= {"maxTimeoutSeconds": 300, "extra": {"name": "USD Coin", "version": "2"}}
        accepted |= offer
        resource = {"url": self.origin + path, "description": "", "mimeType": "application/json"}
        required = {"x402Version": 2, "resource": resource, "accepts": [accepted], "extensions": extensions}
        return 402, {"PAYMENT-REQUIRED": base64.b64encode(json.dumps(required).encode()).decode()}, {}

    def nonces(self) -> list[str]:
        return [payment["nonce"] for payment in self.payments]

    def buyer(
        self,
        hook: Callable[[PaymentRequest], bool | None] | None = None,
        redirects: bool = False,
        is_unused: Callable[[SignedAuthorization], bool] | None = None,
    ) -> Buyer:
        client = httpx.Client(follow_redirects=redirects)
        options: dict[str, Any] = {"on_before_payment": hook, "is_unused": is_unused, "http": client}
        return Buyer(self.origin, account, PRICE, 3 * PRICE, max_retries=0, **options)


def error_of(call: Callable[[], object]) -> BuyerError:
    try:
        call()
    except BuyerError as error:
        return error
    raise AssertionError("An error was expected.")


def refused(reason: str) -> Reply:
    return 402, {}, {"error": reason}


def redirects_are_not_followed() -> None:
    other = Liar(lambda attempt: (200, {}, {}))
    liar = Liar(lambda attempt: (307, {"Location": f"{other.origin}/api/signal/BTC"}, {}))
    error = error_of(lambda: liar.buyer(redirects=True).buy("/signal/BTC"))
    assert (error.code, len(liar.payments), other.payments) == ("outcome_unknown", 1, []), error


def bad_offers_are_not_signed() -> None:
    for field, value in {
        "maxTimeoutSeconds": 601,
        "payTo": "0x12",
        "amount": "９",
    }.items():
        liar = Liar(lambda attempt: (200, {}, {}), {field: value})
        error = error_of(lambda: liar.buyer().buy("/signal/BTC"))
        assert (error.code, error.charged, liar.payments) == ("invalid_response", "no", []), error
        assert f"{field}: " in str(error), error
    liar = Liar(lambda attempt: (200, {}, {}), None, **{"payment-identifier": {}})
    assert error_of(lambda: liar.buyer().buy("/signal/BTC")).code == "invalid_response"
    for extra in ({}, {"name": "USD Coin", "version": "2", "assetTransferMethod": "permit2"}):
        liar = Liar(lambda attempt: (200, {}, {}), {"extra": extra})
        error = error_of(lambda: liar.buyer().buy("/signal/BTC"))
        assert (error.code, error.charged, liar.payments) == ("invalid_response", "no", []), error


def refusals_hold_the_budget() -> None:
    not_charged = {"code": "data_unavailable", "charged": "no", "retryable": False}
    for code, reply in {"refused": refused("insufficient_funds"), "not_charged": (503, {}, not_charged)}.items():
        liar = Liar(lambda attempt: reply, {"maxTimeoutSeconds": 2})
        buyer = liar.buyer()
        codes = [error_of(lambda: buyer.buy("/signal/BTC")).code for _ in range(5)]
        assert codes == [code] * 3 + ["day_limit_reached"] * 2, codes
        assert (len(liar.payments), buyer.spent()) == (3, 3 * PRICE)
        clock[0] += 86_399
        assert error_of(lambda: buyer.buy("/signal/BTC")).code == "day_limit_reached"
        clock[0] += 1
        assert buyer.spent() == 0
        assert error_of(lambda: buyer.buy("/signal/BTC")).code == code


def a_refused_payment_that_is_proven_unused_counts_no_longer() -> None:
    answers: list[bool | Exception] = []
    asked: list[str] = []

    def is_unused(authorization: SignedAuthorization) -> bool:
        asked.append(authorization.nonce)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    liar = Liar(lambda attempt: refused("insufficient_funds"))
    buyer = liar.buyer(is_unused=is_unused)
    codes = [error_of(lambda: buyer.buy("/signal/BTC")).code for _ in range(4)]
    assert (codes, asked) == (["refused"] * 3 + ["day_limit_reached"], []), codes
    clock[0] += 361
    answers[:] = [False, RuntimeError("no node"), False]
    assert error_of(lambda: buyer.buy("/signal/BTC")).code == "day_limit_reached"
    answers[:] = [False, True, False]
    assert error_of(lambda: buyer.buy("/signal/BTC")).code == "refused"
    assert (asked, buyer.spent()) == (liar.nonces()[:3] * 2, 3 * PRICE)


def a_doubtful_payment_is_bought_anew_by_pay_again_alone() -> None:
    closed = refused("redelivery_window_closed")
    liar = Liar(lambda attempt: None if attempt == 1 else closed if attempt < 5 else (200, {}, {"a": 1}))
    buyer = liar.buyer()
    assert error_of(lambda: buyer.buy("/signal/BTC")).code == "outcome_unknown"
    clock[0] += 301
    for _ in range(2):
        error = error_of(lambda: buyer.buy("/signal/BTC"))
        assert (error.code, error.charged, error.reason) == ("outcome_unknown", "unknown", "redelivery_window_closed")
        assert liar.nonces()[0] in str(error), error
    assert buyer.buy("/signal/BTC", pay_again=True).answer == {"a": 1}
    assert (len(liar.payments), len(set(liar.nonces()[:4])), len(set(liar.nonces()))) == (5, 1, 2)
    assert buyer.spent() == 2 * PRICE


def a_hook_that_fails_is_a_buyer_error() -> None:
    def fail(payment: PaymentRequest) -> bool:
        raise RuntimeError("boom")

    liar = Liar(lambda attempt: (200, {}, {}))
    error = error_of(lambda: liar.buyer(fail).buy("/signal/BTC"))
    assert (error.code, error.charged, str(error.__cause__), liar.payments) == ("declined", "no", "boom", [])


def a_timeout_is_of_the_whole_request() -> None:
    liar = Liar(lambda attempt: TRICKLE if attempt == 1 else (200, {}, {"a": 1}))
    buyer = liar.buyer()
    error = error_of(lambda: buyer.buy("/signal/BTC", timeout_s=1))
    assert (error.code, error.charged) == ("outcome_unknown", "unknown") and "within 1 seconds" in str(error), error
    assert buyer.buy("/signal/BTC").answer == {"a": 1}
    assert len(set(liar.nonces())) == 1
    assert error_of(lambda: buyer.buy("/signal/BTC", timeout_s=0)).code == "invalid_option"


def threads_that_want_one_resource_pay_once() -> None:
    release = threading.Event()
    liar = Liar(lambda attempt: (200, {}, {"a": attempt}) if release.wait(10) else None)
    buyer = liar.buyer()
    answers: list[Any] = []
    threads = [threading.Thread(target=lambda: answers.append(buyer.buy("/signal/BTC").answer)) for _ in range(3)]
    for thread in threads:
        thread.start()
    while len(liar.payments) < 1:
        time.sleep(0.01)
    time.sleep(0.3)
    release.set()
    for thread in threads:
        thread.join()
    assert (answers, len(liar.payments), buyer.spent()) == ([{"a": 1}] * 3, 1, PRICE), answers
    assert buyer.buy("/signal/BTC").answer == {"a": 2}


def webhooks_are_parsed_after_their_signature() -> None:
    def signed(body: bytes) -> dict[str, str]:
        v1 = hmac.digest(b"secret", b"1000.1." + body, hashlib.sha256).hex()
        return {"X-Signal402-Id": "1", "X-Signal402-Signature": f"t=1000,v1={v1}"}

    deep, forged = b"[" * 60_000, {"X-Signal402-Signature": f"t=1000,v1={'0' * 64}"}
    challenge = b'{"type":"challenge","signal402_challenge":"abc"}'
    for body, headers, message in (
        (b"[" * 100_000, {}, "more than 65536 bytes"),
        (deep, {}, "is expected"),
        (deep, forged, "not by this secret"),
        (b"[" * 1_000, {}, "not JSON"),
        (challenge, forged, "not by this secret"),
        (challenge + b" " * 1_024, {}, "is expected"),
        (deep, signed(deep), "not JSON"),
        (b"[]", signed(b"[]"), "not a JSON object"),
        (b"{}", signed(b"{}"), "not an alert"),
    ):
        error = error_of(lambda: read_webhook(body, headers, "secret", now=lambda: 1_000))
        assert error.code == "webhook_invalid" and message in str(error), (body[:9], error)
    without_secret: Any = None
    assert error_of(lambda: read_webhook(b"{}", signed(b"{}"), without_secret)).code == "webhook_invalid"


def no_message_for_another_site_is_signed() -> None:
    liar = Liar(lambda attempt: (200, {}, {}))
    fields = {"statement": "x", "version": "1", "chainId": "eip155:1", "nonce": "abcdefgh", "issuedAt": "now"}
    for uri, domain in (
        ("https://signal402.example/api/alerts", "signal402.example"),
        (f"{liar.origin}/api/alerts", "signal402.example"),
        (f"{liar.origin}/login", liar.origin.removeprefix("http://")),
        (f"{liar.origin}/api/alerts".replace("http:", "https:"), liar.origin.removeprefix("http://")),
    ):
        liar.routes["/api/alerts"] = {"sign_in": fields | {"uri": uri, "domain": domain}, "watches": []}
        error = error_of(liar.buyer().alerts.list)
        assert error.code == "invalid_response" and "is not /api/alerts of" in str(error), error
    own = {"uri": f"{liar.origin}/api/alerts", "domain": liar.origin.removeprefix("http://")}
    liar.routes["/api/alerts"] = {"sign_in": fields | own, "watches": []}
    assert liar.buyer().alerts.list() == []


a_timeout_is_of_the_whole_request()
threads_that_want_one_resource_pay_once()
time.time = lambda: clock[0]
redirects_are_not_followed()
bad_offers_are_not_signed()
refusals_hold_the_budget()
a_refused_payment_that_is_proven_unused_counts_no_longer()
a_doubtful_payment_is_bought_anew_by_pay_again_alone()
a_hook_that_fails_is_a_buyer_error()
webhooks_are_parsed_after_their_signature()
no_message_for_another_site_is_signed()
print("no lie was believed")
