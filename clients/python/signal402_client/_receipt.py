import base64
import json
from typing import Any

from eth_account import Account
from eth_account.messages import encode_typed_data

from ._http import Call, Http

FIELDS = "version:uint256 network:string resourceUrl:string payer:string issuedAt:uint256 transaction:string"


class ReceiptReader:
    """Reads the keys of /.well-known/did.json once, and again for a key that it does not know."""

    def __init__(self, origin: str, http: Http) -> None:
        self._url, self._http = f"{origin}/.well-known/did.json", http
        self._known: set[str] = set()

    def read(self, header: str, sale: dict[str, str], call: Call) -> tuple[str | None, str]:
        """The transaction, and "verified", "absent" or what is wrong. Never raises, because the answer is paid."""
        transaction = None
        try:
            settled = json.loads(base64.b64decode(header))
            transaction = settled.get("transaction") or None
            if "offer-receipt" not in settled.get("extensions", {}):
                return transaction, "absent"
            receipt = settled["extensions"]["offer-receipt"]["info"]["receipt"]
            for field, value in (sale | {"transaction": transaction or ""}).items():
                if receipt["payload"][field].lower() != value.lower():
                    return transaction, f"{field}: {receipt['payload'][field]} instead of {value}"
            issuer = issuer_of(receipt)
            is_known = self._is_known(f"eip155:1:{issuer}".lower(), call)
            return transaction, "verified" if is_known else f"signature: {issuer} is not a key of did.json"
        except Exception as error:
            return transaction, f"PAYMENT-RESPONSE: {error!r}"

    def _is_known(self, account: str, call: Call) -> bool:
        if account not in self._known:
            did = self._http.json(self._url, call)
            self._known = {str(key.get("blockchainAccountId")).lower() for key in did["verificationMethod"]}
        return account in self._known


def issuer_of(receipt: dict[str, Any]) -> str:
    fields = [dict(zip(("name", "type"), field.split(":"))) for field in FIELDS.split()]
    message = {field["name"]: receipt["payload"][field["name"]] for field in fields}
    domain = {"name": "x402 receipt", "version": "1", "chainId": 1}  # 1 on every network
    signed = encode_typed_data(domain, {"Receipt": fields}, message)
    return str(Account.recover_message(signed, signature=receipt["signature"]))
