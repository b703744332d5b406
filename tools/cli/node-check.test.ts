import { createClient, custom } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { CHAIN_ID } from "@/tools/testing/payments/fixtures"
import { openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { checkNode } from "./node-check"

let setup: PaymentSetup

beforeAll(async () => {
  setup = await openPaymentSetup()
})
afterAll(() => setup.stop())

type Call = { readonly method: string; readonly params?: unknown }

/** The test chain's node with replaced answers to one method. */
function nodeThat(method: string, answer: (call: Call) => unknown) {
  const request = async (call: Call) => (call.method === method ? answer(call) : setup.client.transport.request(call))
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}

const findings = async (client: Parameters<typeof checkNode>[0]) =>
  new Map(
    (await checkNode(client, { chainId: CHAIN_ID, usdc: setup.chain.usdcAddress })).map(({ what, ...finding }) => [
      what,
      finding,
    ]),
  )

test("a suitable node passes every check", async () => {
  const found = await findings(createClient({ transport: custom(setup.client.transport, { retryCount: 0 }) }))
  expect([...found.values()].every(({ isFit }) => isFit)).toBe(true)
  expect(found.get("newest block")?.says).toBe("calls see it")
  expect(found.get("logs of the token")?.says).toBe("1 × 2,000 blocks in 1 questions")
  expect(found.get("receipt with the broadcast")?.says).toBe("known")
})

test("a node that refuses logs fails only that check", async () => {
  const refusing = nodeThat("eth_getLogs", () => {
    throw Object.assign(new Error("archive requests need a plan"), { code: -32_001 })
  })
  const found = await findings(refusing)
  expect(found.get("logs of the token")).toEqual({ isFit: false, says: "archive requests need a plan" })
  expect(found.get("chain")?.isFit, "the other checks pass").toBe(true)
})

test("a node whose calls lag behind its newest block fails that check", async () => {
  const ahead = nodeThat("eth_blockNumber", () => "0xffff")
  expect((await findings(ahead)).get("newest block")).toMatchObject({ isFit: false })
})

test("a node of another chain fails the chain check", async () => {
  expect((await findings(nodeThat("eth_chainId", () => "0x1"))).get("chain")).toEqual({
    isFit: false,
    says: `1, and not ${CHAIN_ID}`,
  })
})

test.each([
  ["the method does not exist", -32_601],
  ["rpc method is not whitelisted", -32_001],
])("a node without the sync method passes, because receipts are polled: %s (%i)", async (message, code) => {
  const plain = nodeThat("eth_sendRawTransactionSync", () => {
    throw Object.assign(new Error(message), { code })
  })
  const says = `not known here, so receipts are polled for: ${message}`
  expect((await findings(plain)).get("receipt with the broadcast")).toEqual({ isFit: true, says })
})

test("a node that does not answer is reported as unreachable, without further findings", async () => {
  const silent = nodeThat("eth_sendRawTransactionSync", () => {
    throw new DOMException("The operation was aborted due to timeout", "TimeoutError")
  })
  const says = "The operation was aborted due to timeout"
  expect((await findings(silent)).get("receipt with the broadcast")).toEqual({ isFit: false, says })
})
