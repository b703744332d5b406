import type { PaymentRequired } from "@x402/core/types"
import { wrapFetchWithPayment } from "@x402/fetch"
import { ExactEvmSchemeV1 } from "@x402/evm/exact/v1/client"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { Problem } from "@/lib/api/problem"
import { connectMcp, type ToolAnswer } from "@/tools/testing/catalogue/mcp-client"
import { invalidRequests, exampleOf, validRequests, urlOf } from "@/tools/testing/catalogue/requests"
import { expect, test } from "@/e2e/support/fixtures"
import { createWebhookReceiver, sandboxWebhook, withTarget } from "@/e2e/support/webhook-receiver"
import { newPayer, officialClient, type Payer } from "@/tools/testing/payments/x402-payer"

/*
 * The catalogue over HTTP: every valid request has a price, every invalid request is rejected, and each endpoint is bought
 * once in each version of the protocol and once over MCP. Every endpoint in the catalogue is tested.
 */

test.describe.configure({ timeout: 90_000 })

/** The feeds of a new server may still be loading. Until they are ready, the server does not sell or charge. */
const READY_WITHIN_MS = 30_000

const receiver = createWebhookReceiver(sandboxWebhook(2))
test.beforeAll(() => receiver.start())
test.afterAll(() => receiver.stop())

for (const contract of catalogue as readonly Contract[]) {
  test(`${contract.path}: an invalid value is rejected with the parameter's name and without a quote`, async ({
    origin,
  }) => {
    for (const question of invalidRequests(contract)) {
      const url = origin + urlOf(contract, question)
      const response = await fetch(url)
      // An empty or dotted segment makes a different path, which does not exist.
      expect([400, 404], url).toContain(response.status)
      if (response.status === 404) continue
      const { details, charged } = Problem.parse(await response.json())
      expect(Object.keys(details ?? {}), url).toEqual([question.about])
      expect(charged).toBe("no")
    }
  })
}

for (const contract of (catalogue as readonly Contract[]).filter(isPaid)) {
  const { path, price } = contract

  test(`${path}: every valid request is quoted at the contract's price`, async ({ origin }) => {
    for (const question of validRequests(contract)) {
      const url = origin + urlOf(contract, question)
      const response = await fetch(url)
      expect(response.status, url).toBe(402)
      expect(JSON.parse(response.headers.get("x-payment") ?? "{}"), url).toMatchObject({ amount: String(price) })
    }
  })

  for (const version of [1, 2] as const) {
    test(`${path}: a version ${version} client gets a valid answer and is charged its price once`, async ({
      origin,
      chain,
      terms,
    }) => {
      const payer = await newPayer(origin)
      const pay = version === 1 ? version1(payer) : wrapFetchWithPayment(fetch, officialClient(payer))
      const url = origin + urlOf(contract, withTarget(exampleOf(contract), sandboxWebhook(2)))
      const answers: string[] = []
      await expect
        .poll(
          async () => {
            const response = await pay(url)
            answers.push(await response.text())
            return response.status
          },
          { timeout: READY_WITHIN_MS, message: url },
        )
        .toBe(200)
      const body: unknown = JSON.parse(answers.at(-1) ?? "")
      expect(contract.response.parse(body)).toEqual(body)
      const charged = await chain.transfersFrom(payer.address)
      expect(charged.map(({ to, value }) => ({ to, value }))).toEqual([{ to: terms.payTo, value: price }])
    })
  }
}

/** A purchase over MCP with the arguments of the example, in the types that the tool's schema states. */
for (const contract of (catalogue as readonly Contract[]).filter(isPaid)) {
  test(`${contract.path}: an agent buys it over MCP and is charged its price once`, async ({
    origin,
    chain,
    terms,
  }) => {
    const payer = await newPayer(origin)
    const { call, tools, client } = await connectMcp(`${origin}/mcp`)
    const { properties = {}, required = [] } = tools.find(({ name }) => name === contract.id)?.inputSchema ?? {}
    const { path, query } = withTarget(exampleOf(contract), sandboxWebhook(2))
    const args = Object.fromEntries(
      Object.entries({ ...path, ...query }).map(([name, text]) => [name, isNumeric(properties[name]) ? +text : text]),
    )
    expect(Object.keys(args)).toEqual(expect.arrayContaining(required))
    for (const name of required) {
      const { [name]: _, ...others } = args
      const { isError, content, structuredContent } = await call(contract.id, others)
      expect([isError, structuredContent["charged"], structuredContent["accepts"]]).toEqual([true, "no", undefined])
      expect(content[0].text).toContain(name)
    }

    const unpaid = await call(contract.id, args)
    expect(unpaid.isError).toBe(true)
    const payment = await officialClient(payer).createPaymentPayload(unpaid.structuredContent as PaymentRequired)
    const results: ToolAnswer[] = []
    await expect
      .poll(async () => results.unshift(await call(contract.id, args, payment)) > 0 && results[0]?.isError, {
        timeout: READY_WITHIN_MS,
      })
      .toBeUndefined()
    const [paid] = results
    expect(contract.response.parse(paid?.structuredContent)).toEqual(paid?.structuredContent)
    expect(paid?.meta["x402/payment-response"]).toMatchObject({ success: true })
    expect(await call(contract.id, args, payment), "a repeated call gets the same result").toEqual(paid)
    const charged = await chain.transfersFrom(payer.address)
    expect(charged.map(({ to, value }) => ({ to, value }))).toEqual([{ to: terms.payTo, value: contract.price }])
    await client.close()
  })
}

function isNumeric(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "type" in schema && /number|integer/.test(String(schema.type))
}

/** The official client without the version 2 header, so that it pays in version 1. */
function version1(payer: Payer): typeof fetch {
  const client = officialClient(payer)
  client.registerV1("base", new ExactEvmSchemeV1(payer.account))
  return wrapFetchWithPayment(async (...call) => {
    const response = await fetch(...call)
    const headers = new Headers(response.headers)
    headers.delete("payment-required")
    return new Response(response.body, { status: response.status, headers })
  }, client)
}
