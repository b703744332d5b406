"""Pays for a tool over MCP with the official client of x402, for frameworks that know no payment."""

import json
import os
from typing import Any

from eth_account import Account
from x402 import x402Client
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact import ExactEvmScheme
from x402.schemas import PaymentRequired

URL = os.environ["ORIGIN"] + "/mcp"
client = x402Client()
client.register("eip155:8453", ExactEvmScheme(signer=EthAccountSigner(Account.from_key(os.environ["KEY"]))))
client.set_spend_controls({"allowed_assets": True})


async def call_paid(session: Any, name: str, arguments: dict[str, Any]) -> Any:
    result = await session.call_tool(name, arguments)
    terms = json.loads(result.content[0].text)
    if "accepts" not in terms:
        return result
    payment = await client.create_payment_payload(PaymentRequired.model_validate(terms))
    meta = {"x402/payment": payment.model_dump(by_alias=True, exclude_none=True)}
    return await session.call_tool(name, arguments, meta=meta)
