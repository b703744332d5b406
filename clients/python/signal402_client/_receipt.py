import base64
import hashlib
import json
from typing import Any, NamedTuple

from eth_account import Account
from eth_account.messages import encode_typed_data

from ._http import Call, Http

FIELDS = "version:uint256 network:string resourceUrl:string payer:string issuedAt:uint256 transaction:string"
# Version 2, a draft: https://github.com/x402-foundation/x402/pull/3186
ANSWER_FIELDS = " responseHash:string responseHashAlg:string responseHashEncoding:string"


class Checked(NamedTuple):
    """`receipt`: "verified", "absent" or what is wrong. `signed_receipt`: the verified one."""

    transaction: str | None
    receipt: str
    signed_receipt: dict[str, Any] | None = None


class ReceiptReader:
    """Reads the keys of /.well-known/did.json once, and again for a key that it does not know."""

    def __init__(self, origin: str, http: Http) -> None:
        self._url, self._http = f"{origin}/.well-known/did.json", http
        self._known: set[str] = set()

    def read(self, header: str, body: bytes, sale: dict[str, str], call: Call) -> Checked:
        """Never raises, because the answer is paid."""
        transaction = None
        try:
            settled = json.loads(base64.b64decode(header))
            transaction = settled.get("transaction") or None
            if "offer-receipt" not in settled.get("extensions", {}):
                return Checked(transaction, "absent")
            receipt = settled["extensions"]["offer-receipt"]["info"]["receipt"]
            for field, value in (sale | {"transaction": transaction or ""}).items():
                if receipt["payload"][field].lower() != value.lower():
                    return Checked(transaction, f"{field}: {receipt['payload'][field]} instead of {value}")
            issuer = verify_receipt(receipt, body)
            if not self._is_known(f"eip155:1:{issuer}".lower(), call):
                return Checked(transaction, f"signature: {issuer} is not a key of did.json")
            return Checked(transaction, "verified", receipt)
        except Exception as error:
            return Checked(transaction, f"PAYMENT-RESPONSE: {error!r}")

    def _is_known(self, account: str, call: Call) -> bool:
        if account not in self._known:
            did = self._http.json(self._url, call)
            self._known = {str(key.get("blockchainAccountId")).lower() for key in did["verificationMethod"]}
        return account in self._known


def verify_receipt(receipt: dict[str, Any], body: bytes) -> str:
    """Checks a receipt, also one that somebody else shows. Returns the address that signed it.

    `receipt`: {"payload", "signature"}, as in PAYMENT-RESPONSE (`Bought.signed_receipt`). `body`: the answer as it was sent
    (`Bought.body`); a receipt of version 1 is about no bytes. Whose key the address is, /.well-known/did.json of the service says.

    Raises ValueError, which names the field that is wrong.
    """
    payload = receipt["payload"]
    version = payload.get("version")
    if version not in (1, 2) or isinstance(version, bool):
        raise ValueError(f"version: 1 or 2 is expected, got {version!r}")
    if version == 2:
        for field, expected in ("responseHashAlg", "sha256"), ("responseHashEncoding", "raw"):
            if payload.get(field) != expected:
                raise ValueError(f"{field}: {expected} is expected, got {payload.get(field)!r}")
        if payload.get("responseHash") != f"0x{hashlib.sha256(body).hexdigest()}":
            raise ValueError(f"responseHash: {payload.get('responseHash')!r} is not of this answer")
    names = FIELDS + (ANSWER_FIELDS if version == 2 else "")
    fields = [dict(zip(("name", "type"), field.split(":"))) for field in names.split()]
    message = {field["name"]: payload[field["name"]] for field in fields}
    domain = {"name": "x402 receipt", "version": "1", "chainId": 1}  # 1 on every network
    signed = encode_typed_data(domain, {"Receipt": fields}, message)
    return str(Account.recover_message(signed, signature=receipt["signature"]))
