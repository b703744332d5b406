import { encodePaymentSignatureHeader } from "@x402/core/http"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { x402Client } from "@x402/fetch"
import type { Address, Hex } from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { readChallenge } from "./x402-terms"

/** The faucet's grant to a new payer. */
export const FAUCET_AMOUNT = 10_000_000n

export type Payer = { readonly key: Hex; readonly account: PrivateKeyAccount; readonly address: Address }

export function unfundedPayer(): Payer {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  return { key, account, address: account.address }
}

/** A new wallet with 10 play USDC. */
export async function newPayer(origin: string): Promise<Payer> {
  const payer = unfundedPayer()
  const response = await requestFaucet(origin, { address: payer.address })
  if (!response.ok) throw new Error(`The faucet answered ${response.status}: ${await response.text()}`)
  return payer
}

export function requestFaucet(origin: string, body: unknown): Promise<Response> {
  return fetch(`${origin}/api/sandbox/faucet`, { method: "POST", body: JSON.stringify(body) })
}

/** The official version 2 client. It refuses unknown tokens by default, such as the token of the sandbox. */
export function officialClient({ account }: Payer): x402Client {
  return x402Client.fromConfig({
    schemes: [{ network: "eip155:8453", client: new ExactEvmScheme(account) }],
    spendControls: { allowedAssets: true },
  })
}

/** Signs the payment for `GET url`. Returns the headers of the paid request. */
export async function signFor(url: string, payer: Payer): Promise<{ readonly "PAYMENT-SIGNATURE": string }> {
  const payload = await officialClient(payer).createPaymentPayload(await readChallenge(url))
  return { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) }
}
