"""Buys with clients/python/signal402_client.py: by transfer, over a connection that breaks, and by a session."""

import os
import time

import httpx
from eth_account import Account
from signal402_client import Buyer, BuyerError, Session

ORIGIN = os.environ["ORIGIN"]
DEPOSIT = 1_000_000
account = Account.from_key(os.environ["KEY"])
options = {"origin": ORIGIN, "account": account, "asset": os.environ["ASSET"]}
limits = {"max_amount_per_payment": 50_000, "max_per_day": 250_000}
time.sleep = lambda seconds: None


class BreakingTransport(httpx.HTTPTransport):
    """Loses the first answer to a payment."""

    sent: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if "PAYMENT-SIGNATURE" in request.headers:
            self.sent.append(request.headers["PAYMENT-SIGNATURE"])
            if len(self.sent) == 1:
                response.read()
                raise httpx.ReadError("connection lost", request=request)
        return response


def check(bought, coin: str) -> None:
    assert (bought.answer["coin"], bought.amount, bought.receipt) == (coin, 50_000, "verified"), bought
    assert bought.version > 0, bought


transport = BreakingTransport()
buyer = Buyer(**options, **limits, http=httpx.Client(transport=transport))
first = buyer.buy("/signal/BTC")
check(first, "BTC")
assert transport.sent[0] == transport.sent[1], "The same header is sent again."
assert buyer.buy("/signal/BTC", if_newer_than=first.version) is None

for name, low in {"price_above_limit": {"max_amount_per_payment": 49_999}, "day_limit_reached": {"max_per_day": 49_999}}.items():
    try:
        Buyer(**options, **(limits | low)).buy("/signal/BTC")
        raise AssertionError(f"{name} was expected.")
    except BuyerError as error:
        assert (error.code, error.charged) == (name, "no"), error

session = Session(deposit=DEPOSIT, max_per_day=DEPOSIT, rpc_url=f"{ORIGIN}/api/sandbox/rpc")
by_session = Buyer(**options, **limits, session=session)
check(by_session.buy("/signal/ETH"), "ETH")
check(by_session.buy("/signal/SOL"), "SOL")
restarted = Buyer(**options, **limits, session=session)
check(restarted.buy("/signal/BTC"), "BTC")
assert restarted.end_session("/signal/BTC") == DEPOSIT - 150_000
print("bought 4")
