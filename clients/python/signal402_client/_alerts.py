import base64
import json
from typing import Any
from urllib.parse import quote, urlsplit

from eth_account.messages import encode_defunct
from eth_account.signers.local import LocalAccount

from ._errors import BuyerError, wrapped
from ._http import Call, Http


Watches = list[dict[str, Any]]


class Alerts:
    """Lists and changes the watches of the account. Free: each call signs one message, which cannot pay anything.

    for watch in buyer.alerts.list():
        print(watch["watch"], watch["status"], watch["deliveries"])
    """

    def __init__(self, origin: str, account: LocalAccount, http: Http, call: Call) -> None:
        self._origin, self._url = origin, f"{origin}/api/alerts"
        self._account, self._http, self._call = account, http, call

    def list(self) -> Watches:
        return self._ask("")

    def pause(self, watch: str) -> Watches:
        return self._ask(f"?pause={quote(watch, safe='')}")

    def resume(self, watch: str) -> Watches:
        return self._ask(f"?resume={quote(watch, safe='')}")

    def end(self, watch: str) -> Watches:
        """Ends a watch before its time. This is final."""
        return self._ask(f"?end={quote(watch, safe='')}")

    def _ask(self, query: str) -> Watches:
        url, address = self._url + query, self._account.address
        try:
            fields = self._http.json(url, self._call)["sign_in"]
            text = sign_in_text(fields, address, self._origin)
        except (KeyError, TypeError, ValueError) as error:
            raise BuyerError("invalid_response", f"/api/alerts: {error}.") from error
        with wrapped("declined", "account"):
            signed = self._account.sign_message(encode_defunct(text=text))
        signature = "0x" + signed.signature.hex().removeprefix("0x")
        proof = base64.b64encode(json.dumps({**fields, "address": address, "signature": signature}).encode()).decode()
        # Each message is accepted once, so a request that may have arrived is not repeated.
        once = Call(self._call.timeout_s, 0)
        answer = self._http.json(url, once, {"SIGN-IN-WITH-X": proof})
        if not isinstance(answer, dict):
            raise BuyerError("invalid_response", "/api/alerts: an object is expected.")
        watches = answer.get("watches")
        if isinstance(watches, list):
            return watches
        raise BuyerError("refused", f"The service refused the sign-in: {answer.get('refused')}.", reason=answer.get("refused"))


def sign_in_text(fields: dict[str, Any], address: str, origin: str) -> str:
    """The text of EIP-4361 for the fields that the service names. A message for another site is not signed."""
    values = {name: fields[name] for name in ("domain", "statement", "uri", "version", "chainId", "nonce", "issuedAt")}
    for name, value in values.items():
        if not isinstance(value, str) or "\n" in value or "\r" in value:
            raise ValueError(f"{name}: one line of text is expected")
    uri = urlsplit(values["uri"])
    named = f"{uri.scheme}://{uri.netloc}"
    if (named, uri.path, values["domain"]) != (origin, "/api/alerts", urlsplit(origin).netloc):
        raise ValueError(f"uri: {values['uri']} of {values['domain']} is not /api/alerts of {origin}")
    lines = [f"{values['domain']} wants you to sign in with your Ethereum account:", address, "", values["statement"], ""]
    lines += [f"URI: {values['uri']}", f"Version: {values['version']}"]
    lines += [f"Chain ID: {values['chainId'].removeprefix('eip155:')}"]
    lines += [f"Nonce: {values['nonce']}", f"Issued At: {values['issuedAt']}"]
    return "\n".join(lines)
