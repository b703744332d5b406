import { dollars } from "@/lib/client/format/money"
import type { PaymentTrace } from "./payment-trace"
import { quoteShell } from "./quote-shell"

/** Deployment facts that a snippet needs. */
export type SnippetContext = {
  readonly origin: string
  /** CAIP-2 */
  readonly network: string
  /** Maximum that the client may pay, in atomic units. */
  readonly amount: string
  /** The sandbox token, which official clients refuse by default. */
  readonly sandbox: boolean
}

/** Whether the signature may be shown: until its nonce is spent, anyone who has it can present it. */
export function mayShowSignature(trace: Pick<PaymentTrace, "outcome">): boolean {
  return trace.outcome === "delivered" || trace.outcome === "spent"
}

/** The payment as two curl commands. The second repeats the paid answer and moves no money. */
export function toCurl(trace: PaymentTrace, { origin }: Pick<SnippetContext, "origin">): string {
  const url = quoteShell(origin + trace.path)
  const unpaid = ["# 1. Ask without paying: 402, terms in PAYMENT-REQUIRED.", `curl -i ${url}`]
  const header = mayShowSignature(trace) ? trace.signature : null
  const paid =
    header === null
      ? [
          "# 2. Present your own signed payment. The signature of this one is left out: it is not spent yet.",
          `curl -i ${url} -H "PAYMENT-SIGNATURE: $PAYMENT_SIGNATURE"`,
        ]
      : [
          "# 2. The payment that was made. Single use and spent: it repeats this answer while it is kept, and pays nothing.",
          `curl -i ${url} -H ${quoteShell(`PAYMENT-SIGNATURE: ${header}`)}`,
        ]
  return [...unpaid, "", ...paid, ""].join("\n")
}

/** The purchase with the official TypeScript client. */
export function toTypeScript(
  trace: Pick<PaymentTrace, "path">,
  { origin, network, amount, sandbox }: SnippetContext,
): string {
  const url = JSON.stringify(origin + trace.path)
  const controls = sandbox ? ["  // The sandbox's USDC is a stand-in that clients refuse by default.", ALLOW_ANY] : []
  return `// npm install @x402/fetch @x402/evm viem
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { privateKeyToAccount } from "viem/accounts"

const account = privateKeyToAccount(process.env.PRIVATE_KEY as \`0x\${string}\`)
const client = x402Client.fromConfig({
  schemes: [{ network: ${JSON.stringify(network)}, client: new ExactEvmScheme(account) }],
${[...controls, "})"].join("\n")}

// Costs ${dollars(amount)}, charged only if the answer is delivered.
const response = await wrapFetchWithPayment(fetch, client)(${url})
console.log(await response.json())
console.log(decodePaymentResponseHeader(response.headers.get("PAYMENT-RESPONSE") ?? ""))
`
}

const ALLOW_ANY = "  spendControls: { allowedAssets: true },"

/** The purchase with the official Python client. */
export function toPython(
  trace: Pick<PaymentTrace, "path">,
  { origin, network, amount, sandbox }: SnippetContext,
): string {
  const controls = sandbox
    ? '# The sandbox\'s USDC is a stand-in that clients refuse by default.\nclient.set_spend_controls({"allowed_assets": True})\n'
    : ""
  return `# pip install "x402[requests,evm]" eth-account
import os

from eth_account import Account
from x402 import x402ClientSync
from x402.http.clients import x402_requests
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact import ExactEvmScheme

account = Account.from_key(os.environ["PRIVATE_KEY"])
client = x402ClientSync()
client.register(${JSON.stringify(network)}, ExactEvmScheme(signer=EthAccountSigner(account)))
${controls}
# Costs ${dollars(amount)}, charged only if the answer is delivered.
with x402_requests(client) as session:
    response = session.get(${JSON.stringify(origin + trace.path)})
    print(response.json())
    print(response.headers["PAYMENT-RESPONSE"])
`
}
