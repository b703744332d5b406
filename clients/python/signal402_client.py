"""Buys answers of Signal402 over x402: within a budget, and never twice for one answer.

    pip install "x402[httpx,evm]==2.25.0" eth-account

    limits = {"max_amount_per_payment": 100_000, "max_per_day": 2_000_000}  # atomic units: $0.10 and $2 in USDC
    buyer = Buyer("https://signal402.example", Account.from_key(key), **limits)
    bought = buyer.buy("/signal/BTC")
    newer = buyer.buy("/signal/BTC", if_newer_than=bought.version)  # None: the version is still current
"""

import base64
import json
import os
import re
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
from eth_account import Account
from eth_account.messages import encode_typed_data
from eth_account.signers.local import LocalAccount
from x402 import PaymentRequired, SpendControls, x402ClientSync
from x402.http import utils as wire
from x402.http.x402_http_client import x402HTTPClientSync
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.batch_settlement import client as channels
from x402.mechanisms.evm.default_assets import DEFAULT_ASSETS
from x402.mechanisms.evm.exact import ExactEvmScheme
from x402.mechanisms.evm.signers import EthAccountSignerWithRPC

DAY_S = 86_400
MAX_ATTEMPTS = 6
MAX_WAIT_S = 60
SPENT = {"redelivery_window_closed", "payment_already_used", "invalid_exact_evm_nonce_already_used"}
RECEIPT = "version:uint256 network:string resourceUrl:string payer:string issuedAt:uint256 transaction:string"


class BuyerError(Exception):
    """`charged`: "no", or "unknown" when the money may have moved. The codes are those of the TypeScript package."""

    def __init__(self, code: str, message: str, charged: str = "no", reason: str | None = None) -> None:
        super().__init__(message)
        self.code, self.charged, self.reason = code, charged, reason


@dataclass(frozen=True)
class Session:
    """One deposit pays for many answers. `rpc_url`: a node, so that a restarted program goes on with its channel."""

    deposit: int
    max_per_day: int
    rpc_url: str


@dataclass(frozen=True)
class Bought:
    """`receipt`: "verified", "absent", or what is wrong with it. The answer is valid without a receipt."""

    answer: Any
    version: int | None
    amount: int
    transaction: str | None
    receipt: str


class Buyer:
    """Amounts are atomic units. `state_file` keeps budget and open payments; one program uses it at a time."""

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
        state_file: Path | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        limits = {"max_amount_per_payment": max_amount_per_payment, "max_per_day": max_per_day}
        if session is not None:
            limits |= {"session.deposit": session.deposit, "session.max_per_day": session.max_per_day}
        for name, amount in limits.items():
            if type(amount) is not int or amount <= 0:
                raise BuyerError("invalid_option", f"{name}: an int above 0 is expected, in atomic units.")
        if asset is None and network not in DEFAULT_ASSETS:
            raise BuyerError("invalid_option", f"asset: the token address is required on {network}.")
        self._origin, self._address, self._network = origin.rstrip("/"), account.address, network
        self._asset = (asset or DEFAULT_ASSETS[network][0]["asset"]).lower()
        self._max_amount, self._max_per_day, self._session = max_amount_per_payment, max_per_day, session
        self._state_file, self._http, self._purchase_id = state_file, http or httpx.Client(timeout=30), ""
        self._state: dict[str, list[Any]] = {"payments": [], "deposits": [], "open": []}
        if state_file is not None and state_file.exists():
            self._state = json.loads(state_file.read_text())
        self._channel = None if session is None else self._channel_scheme(account, session)
        self._client = x402ClientSync()
        self._client.register(network, self._channel or ExactEvmScheme(signer=EthAccountSigner(account)))
        spend_controls: SpendControls = {
            "allowed_assets": [
                {"network": network, "asset": self._asset, "max_amount_per_payment": str(max_amount_per_payment)}
            ]
        }
        self._client.set_spend_controls(spend_controls)

    def buy(self, resource: str, if_newer_than: int | None = None) -> Bought | None:
        """Buys one answer. `resource` as in /api/versions: "/signal/BTC". Returns None while the version is current."""
        for payment in self._state["open"]:
            if payment["resource"] == resource:
                return self._finish(payment)
            if self._session is not None:
                raise BuyerError("not_charged", f"A payment is open: buy {payment['resource']} first.")
        if if_newer_than is not None:
            version = self._current_version(resource)
            if version is not None and version <= if_newer_than:
                return None
        return self._pay(resource, is_first=True)

    def end_session(self, resource: str) -> int:
        """Returns the refunded amount of the deposit."""
        if self._channel is None:
            raise BuyerError("invalid_option", "session: this buyer has none.")

        def fetch(url: str, headers: dict[str, str]) -> Any:
            response = self._http.get(url, headers=headers)
            return SimpleNamespace(status=response.status_code, header=response.headers.get)

        options = channels.RefundOptions(fetch=fetch)
        return int(self._channel.refund(self._url(resource), options).amount or 0)

    def _pay(self, resource: str, is_first: bool) -> Bought:
        self._purchase_id = f"pay_{uuid.uuid4().hex}"
        terms, amount = self._ask_price(resource)
        self._reserve("payments", amount, self._max_per_day, "max_per_day")
        try:
            header = wire.encode_payment_signature_header(self._client.create_payment_payload(terms))
        except BaseException:
            self._release(self._purchase_id)
            raise
        self._state["open"].append({"id": self._purchase_id, "resource": resource, "header": header})
        self._save_state()
        return self._finish(self._state["open"][-1], is_first)

    def _finish(self, payment: dict[str, str], is_first: bool = False) -> Bought:
        """Sends an open payment, and closes it unless its outcome stays unknown."""
        kind, detail, reason, response = self._send(self._url(payment["resource"]), payment["header"])
        if kind == "unknown" or response is None:
            raise BuyerError("outcome_unknown", detail, charged="unknown")
        self._state["open"].remove(payment)
        is_spent = kind == "refused" and reason in SPENT
        if kind != "delivered" and not is_spent:
            self._release(payment["id"])
        try:
            self._save_state()
        except OSError:  # A fault of the disk must not lose a paid answer. A restart fetches it again.
            if kind != "delivered":
                raise
        payload: Any = wire.decode_payment_signature_header(payment["header"])
        is_corrected = kind != "failed" and self._note_response(payload, response)
        if kind == "delivered":
            etag = re.match(r'(?:W/)?"(\d+)-', response.headers.get("ETag", ""))
            transaction, receipt = self._check_receipt(payload, response.headers.get("PAYMENT-RESPONSE", ""))
            version = int(etag[1]) if etag else None
            return Bought(response.json(), version, int(payload.accepted.amount), transaction, receipt)
        if is_corrected and is_first:
            return self._pay(payment["resource"], is_first=False)
        code = "not_charged" if kind == "failed" else "refused"
        raise BuyerError(code, detail, charged="unknown" if is_spent else "no", reason=reason)

    def _send(self, url: str, header: str) -> tuple[str, str, str | None, httpx.Response | None]:
        """After a 503 or a broken connection the same header is sent again, which cannot pay twice."""
        for attempt in range(MAX_ATTEMPTS):
            response, after = None, ""
            try:
                response = self._http.get(url, headers={"PAYMENT-SIGNATURE": header})
                kind, detail, reason, is_open = read_outcome(response)
                after = response.headers.get("Retry-After", "")
            except httpx.RequestError as error:
                kind, detail, reason, is_open = "unknown", f"The connection broke: {error}.", None, True
            wait_s = int(after) if after.isdecimal() else 2**attempt
            if not is_open or attempt == MAX_ATTEMPTS - 1 or wait_s > MAX_WAIT_S:
                break
            time.sleep(wait_s)
        return kind, detail, reason, response

    def _ask_price(self, resource: str) -> tuple[Any, int]:
        """The terms of the 402, reduced to the one offer that this buyer may sign, and its price."""
        url = self._url(resource)
        try:
            response = self._http.get(url)
            terms = wire.decode_payment_required_header(response.headers.get("PAYMENT-REQUIRED", ""))
        except httpx.RequestError as error:
            raise BuyerError("not_charged", f"{url} cannot be reached: {error}.") from error
        except ValueError as error:
            raise BuyerError("invalid_response", f"PAYMENT-REQUIRED of {response.status_code}: {error}") from error
        if not isinstance(terms, PaymentRequired):
            raise BuyerError("invalid_response", "PAYMENT-REQUIRED: version 2 of x402 is expected.")
        if terms.resource is None or path_and_query(terms.resource.url) != path_and_query(url):
            raise BuyerError("offer_missing", "resource.url: the 402 is for another resource.")
        wanted = ("exact" if self._session is None else "batch-settlement", self._network, self._asset)
        offers = [o for o in terms.accepts if (o.scheme, o.network, o.asset.lower()) == wanted and o.amount.isdecimal()]
        if not offers:
            raise BuyerError("offer_missing", f"accepts: nothing is offered by {' '.join(wanted)}.")
        amount = int(offers[0].amount)
        if amount > self._max_amount:
            raise BuyerError("price_above_limit", f"The price {amount} is above max_amount_per_payment.")
        extensions = {}
        offered = (terms.extensions or {}).get("payment-identifier")
        if self._session is None and offered is not None:
            extensions = {"payment-identifier": {**offered, "info": {**offered["info"], "id": self._purchase_id}}}
        return terms.model_copy(update={"accepts": offers[:1], "extensions": extensions or None}), amount

    def _channel_scheme(self, account: LocalAccount, session: Session) -> channels.BatchSettlementEvmScheme:
        def size(context: Any) -> int:
            needed = int((context.payment_requirements.extra or {}).get("minDeposit") or 0)
            if session.deposit < needed:
                raise BuyerError("invalid_option", f"session.deposit: the service needs at least {needed}.")
            self._reserve("deposits", session.deposit, session.max_per_day, "session.max_per_day")
            return session.deposit

        # The official client caps a deposit at this multiple of max_amount_per_payment.
        policy = channels.BatchSettlementDepositPolicy(max(3, session.deposit // self._max_amount + 1))
        options = channels.BatchSettlementEvmSchemeOptions(deposit_policy=policy, deposit_strategy=size)
        return channels.BatchSettlementEvmScheme(EthAccountSignerWithRPC(account, session.rpc_url), options)

    def _note_response(self, payload: Any, response: httpx.Response) -> bool:
        """Updates the state of the channel. True: a new voucher can correct a refusal."""
        http = x402HTTPClientSync(self._client)
        try:
            return http.process_payment_result(payload, response.headers.get, response.status_code).recovered
        except Exception:  # The next 402 corrects the channel; a paid answer is not lost for it.
            return False

    def _check_receipt(self, payload: Any, header: str) -> tuple[str | None, str]:
        transaction = None
        try:
            settled = json.loads(base64.b64decode(header))
            transaction = settled.get("transaction") or None
            if "offer-receipt" not in settled.get("extensions", {}):
                return transaction, "absent"
            receipt = settled["extensions"]["offer-receipt"]["info"]["receipt"]
            sale = {"network": payload.accepted.network, "resourceUrl": payload.resource.url}
            sale |= {"payer": self._address, "transaction": transaction or ""}
            for field, value in sale.items():
                if receipt["payload"][field].lower() != value.lower():
                    return transaction, f"{field}: {receipt['payload'][field]} instead of {value}"
            fields = [dict(zip(("name", "type"), field.split(":"))) for field in RECEIPT.split()]
            message = {field["name"]: receipt["payload"][field["name"]] for field in fields}
            domain = {"name": "x402 receipt", "version": "1", "chainId": 1}  # 1 on every network
            signed = encode_typed_data(domain, {"Receipt": fields}, message)
            issuer = Account.recover_message(signed, signature=receipt["signature"])
            did = self._http.get(f"{self._origin}/.well-known/did.json").json()
            accounts = {str(key.get("blockchainAccountId")).lower() for key in did["verificationMethod"]}
            is_known = f"eip155:1:{issuer}".lower() in accounts
            return transaction, "verified" if is_known else f"signature: {issuer} is not a key of did.json"
        except Exception as error:  # The answer is paid, so a receipt that cannot be read is only reported.
            return transaction, f"PAYMENT-RESPONSE: {error!r}"

    def _current_version(self, resource: str) -> int | None:
        try:
            versions = self._http.get(f"{self._origin}/api/versions").json()["versions"]
            entry = versions.get(resource) or versions.get(resource.split("?")[0])
            return None if entry is None else int(entry["version"])
        except (httpx.RequestError, ValueError, KeyError, TypeError) as error:
            raise BuyerError("invalid_response", f"/api/versions: {error!r}") from error

    def _reserve(self, kind: str, amount: int, limit: int, name: str) -> None:
        self._state[kind] = [spend for spend in self._state[kind] if spend["at"] > time.time() - DAY_S]
        spent = sum(spend["amount"] for spend in self._state[kind])
        if spent + amount > limit:
            raise BuyerError("day_limit_reached", f"{name}: {spent} + {amount} in 24 hours is above {limit}.")
        self._state[kind].append({"id": self._purchase_id, "at": time.time(), "amount": amount})

    def _release(self, purchase_id: str) -> None:
        for kind in ("payments", "deposits"):
            self._state[kind] = [spend for spend in self._state[kind] if spend["id"] != purchase_id]

    def _save_state(self) -> None:
        if self._state_file is not None:
            partial = self._state_file.with_suffix(".partial")
            partial.write_text(json.dumps(self._state))
            os.replace(partial, self._state_file)

    def _url(self, resource: str) -> str:
        if not resource.startswith("/") or resource.startswith("/api/"):
            raise BuyerError("invalid_option", f"resource: {resource} is not a path below /api, such as /signal/BTC.")
        return f"{self._origin}/api{resource}"


def read_outcome(response: httpx.Response) -> tuple[str, str, str | None, bool]:
    """Kind, message, reason code, and whether the same payment should be sent again."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if response.status_code == 200:
        return ("unknown", "The answer was cut off.", None, True) if body is None else ("delivered", "", None, False)
    fields = body if isinstance(body, dict) else {}
    if response.status_code == 402:
        reason = str(fields.get("error", "payment_rejected"))
        return "refused", f"The service refused the payment: {reason}.", reason, False
    detail = str(fields.get("detail", f"The service answered {response.status_code}."))
    if fields.get("charged") == "no":
        return "failed", detail, str(fields.get("code")), fields.get("retryable") is True
    return "unknown", detail, None, True


def path_and_query(url: str) -> tuple[str, list[tuple[str, str]]]:
    parts = urlsplit(url)
    return parts.path, sorted(parse_qsl(parts.query, keep_blank_values=True))
