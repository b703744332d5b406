import { createWalletClient, erc20Abi, http } from "viem"
import { base } from "viem/chains"
import { z } from "zod"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { expect, test } from "@/e2e/support/fixtures"
import { requestFaucet, unfundedPayer } from "@/tools/testing/payments/x402-payer"

const Challenge = z.object({
  amount: z.string(),
  token: z.templateLiteral(["0x", z.string()]),
  recipient: z.templateLiteral(["0x", z.string()]),
  network: z.string(),
})
const Body = z.object({ transferProof: z.object({ text: z.string() }) })

test("a client reads X-PAYMENT, sends the transfer and gets the answer for a proof of the transfer", async ({
  baseURL,
}) => {
  const origin = baseURL ?? ""
  const url = `${origin}/api/signal/BTC`
  const payer = unfundedPayer()
  expect((await requestFaucet(origin, { address: payer.address, withGas: true })).status).toBe(200)

  const unpaid = await fetch(url)
  const { amount, token, recipient, network } = Challenge.parse(JSON.parse(unpaid.headers.get("x-payment") ?? ""))
  const { transferProof } = Body.parse(await unpaid.json())
  const wallet = createWalletClient({
    account: payer.account,
    chain: base,
    transport: http(`${origin}/api/sandbox/rpc`),
  })
  const call = { address: token, abi: erc20Abi, functionName: "transfer" } as const
  const transaction = await wallet.writeContract({ ...call, args: [recipient, BigInt(amount)] })

  const issuedAt = Math.floor(Date.now() / 1000)
  const message = transferProof.text
    .replace("{transaction hash}", transaction)
    .replace("{unix seconds}", String(issuedAt))
  const signature = await payer.account.signMessage({ message })
  const payload = { transaction, payer: payer.address, issuedAt, signature }
  const proof = { scheme: "transfer", network, payload }
  const headers = { "X-PAYMENT": JSON.stringify(proof) }

  const paid = await fetch(url, { headers })
  expect(paid.status).toBe(200)
  const bytes = await paid.text()
  expect(JSON.parse(bytes)).toMatchObject({ coin: "BTC" })
  const again = await fetch(url, { headers })
  expect([again.status, await again.text()]).toEqual([200, bytes])
  const agent = await connectMcp(`${origin}/mcp`)
  expect((await agent.call("signal", { coin: "BTC" }, proof)).content[0].text, "over MCP as well").toBe(bytes)
  expect((await fetch(`${origin}/api/signal/ETH`, { headers })).status, "the proof is bound to its resource").toBe(402)
})
