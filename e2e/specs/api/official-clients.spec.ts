import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch"
import { wrapAxiosWithPayment, x402Client as X402AxiosClient } from "@x402/axios"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { ExactEvmSchemeV1 } from "@x402/evm/exact/v1/client"
import axios from "axios"
import { z } from "zod"
import { signalContract } from "@/lib/endpoints/signal/contract"
import type { ChainView } from "@/tools/testing/payments/chain-view"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, officialClient, type Payer, FAUCET_AMOUNT } from "@/tools/testing/payments/x402-payer"

const PRICE = 50_000n

const Bought = z.object({
  status: z.number(),
  body: z.string(),
  receipt: z.object({ success: z.boolean(), transaction: z.string(), network: z.string(), payer: z.string() }),
})

type Purchase = { readonly url: string; readonly payer: Payer; readonly chain: ChainView; readonly payTo: string }

async function expectPurchase(bought: unknown, network: string, { payer, chain, payTo }: Purchase): Promise<void> {
  const { status, body, receipt } = Bought.parse(bought)
  expect(status).toBe(200)
  expect(signalContract.response.parse(JSON.parse(body)).coin).toBe("BTC")
  expect(receipt).toMatchObject({ success: true, network })
  expect(receipt.payer.toLowerCase()).toBe(payer.address.toLowerCase())
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - PRICE)
  const { transaction } = receipt
  expect(await chain.transfersFrom(payer.address)).toEqual([{ to: payTo, value: PRICE, transaction }])
}

test("x402-fetch 1.2 (version 1) buys a signal and is charged its price once", async ({ origin, chain, terms }) => {
  const purchase = { url: `${origin}/api/signal/BTC`, payer: await newPayer(origin), chain, payTo: terms.payTo }
  await expectPurchase(await buyWithVersion1(purchase), "base", purchase)
})

test("@x402/fetch 2.27 buys a signal and is charged its price once", async ({ origin, chain, terms }) => {
  const purchase = { url: `${origin}/api/signal/BTC`, payer: await newPayer(origin), chain, payTo: terms.payTo }
  const pay = wrapFetchWithPayment(fetch, officialClient(purchase.payer))
  const response = await pay(purchase.url)
  const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")
  const bought = { status: response.status, body: await response.text(), receipt }
  await expectPurchase(bought, "eip155:8453", purchase)
})

test("@x402/axios 2.11 buys a signal and is charged its price once", async ({ origin, chain, terms }) => {
  const purchase = { url: `${origin}/api/signal/BTC`, payer: await newPayer(origin), chain, payTo: terms.payTo }
  const scheme = new ExactEvmScheme(purchase.payer.account)
  const client = new X402AxiosClient().register("eip155:8453", scheme)
  const response = await wrapAxiosWithPayment(axios.create({ responseType: "text" }), client).get<string>(purchase.url)
  const receipt = decodePaymentResponseHeader(String(response.headers["payment-response"]))
  const bought = { status: response.status, body: z.string().parse(response.data), receipt }
  await expectPurchase(bought, "eip155:8453", purchase)
})

test("@x402/fetch pays in version 1 by the body when a proxy removes the version 2 header", async ({
  origin,
  chain,
  terms,
}) => {
  const purchase = { url: `${origin}/api/signal/BTC`, payer: await newPayer(origin), chain, payTo: terms.payTo }
  const client = officialClient(purchase.payer)
  client.registerV1("base", new ExactEvmSchemeV1(purchase.payer.account))
  const response = await wrapFetchWithPayment(fetchWithoutVersion2, client)(purchase.url)
  const receipt = decodePaymentResponseHeader(response.headers.get("x-payment-response") ?? "")
  await expectPurchase({ status: response.status, body: await response.text(), receipt }, "base", purchase)
})

async function buyWithVersion1({ url, payer }: Purchase): Promise<unknown> {
  const child = spawn(process.execPath, ["e2e/clients/buy-v1.mjs"], {
    env: { ...process.env, URL: url, KEY: payer.key },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")])
  return JSON.parse(output)
}

async function fetchWithoutVersion2(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...call)
  const headers = new Headers(response.headers)
  headers.delete("payment-required")
  return new Response(response.body, { status: response.status, headers })
}
