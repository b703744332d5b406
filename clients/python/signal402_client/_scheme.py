from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import httpx
from eth_account.signers.local import LocalAccount
from x402 import SpendControls, x402ClientSync
from x402.http.x402_http_client import x402HTTPClientSync
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.batch_settlement import client as channels
from x402.mechanisms.evm.exact import ExactEvmScheme
from x402.mechanisms.evm.signers import EthAccountSignerWithRPC

from ._errors import BuyerError


@dataclass(frozen=True)
class Session:
    """One deposit pays for many answers. `rpc_url`: a node, so that a restarted program goes on with its channel.

    session = Session(deposit=5_000_000, max_per_day=10_000_000, rpc_url="https://…")
    """

    deposit: int
    max_per_day: int
    rpc_url: str


class Scheme:
    """The official client with one scheme, one token and a maximum amount."""

    def __init__(
        self, account: LocalAccount, network: str, asset: str, max_amount: int, session: Session | None
    ) -> None:
        self.name = "exact" if session is None else "batch-settlement"
        self._max_amount, self._deposited = max_amount, 0
        self._channel = None if session is None else self._open_channel(account, session)
        self._client = x402ClientSync()
        self._client.register(network, self._channel or ExactEvmScheme(signer=EthAccountSigner(account)))
        controls: SpendControls = {
            "allowed_assets": [{"network": network, "asset": asset, "max_amount_per_payment": str(max_amount)}]
        }
        self._client.set_spend_controls(controls)

    def sign(self, terms: Any) -> tuple[Any, int]:
        """The payload, and what goes into a channel beside the price."""
        self._deposited = 0
        return self._client.create_payment_payload(terms), self._deposited

    def note_response(self, payload: Any, response: httpx.Response) -> bool:
        """Updates the state of the channel. True: a new voucher can correct a refusal."""
        http = x402HTTPClientSync(self._client)
        try:
            return http.process_payment_result(payload, response.headers.get, response.status_code).recovered
        except Exception:  # The next 402 corrects the channel; a paid answer is not lost for it.
            return False

    def refund(self, url: str, client: httpx.Client) -> int:
        """Ends the session. The refunded amount of the deposit."""
        if self._channel is None:
            raise BuyerError("invalid_option", "session: this buyer has none.")

        def fetch(url: str, headers: dict[str, str]) -> Any:
            response = client.get(url, headers=headers, follow_redirects=False)
            return SimpleNamespace(status=response.status_code, header=response.headers.get)

        return int(self._channel.refund(url, channels.RefundOptions(fetch=fetch)).amount or 0)

    def _open_channel(self, account: LocalAccount, session: Session) -> channels.BatchSettlementEvmScheme:
        def size(context: Any) -> int:
            needed = int((context.payment_requirements.extra or {}).get("minDeposit") or 0)
            if session.deposit < needed:
                raise BuyerError("invalid_option", f"session.deposit: the service needs at least {needed}.")
            self._deposited = session.deposit
            return session.deposit

        # The official client caps a deposit at this multiple of max_amount_per_payment.
        policy = channels.BatchSettlementDepositPolicy(max(3, session.deposit // self._max_amount + 1))
        options = channels.BatchSettlementEvmSchemeOptions(deposit_policy=policy, deposit_strategy=size)
        return channels.BatchSettlementEvmScheme(EthAccountSignerWithRPC(account, session.rpc_url), options)
