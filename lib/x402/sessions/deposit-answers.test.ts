import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { claimTotalOf, depositOperationId } from "@/lib/x402/ledger/channels/channel"
import { decodePayment } from "@/lib/x402/wire/decode"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import {
  openSessionChain,
  openSessionService,
  type SessionChain,
  type SessionService,
} from "@/tools/testing/payments/session-harness"
import { openUntrustedCaller } from "@/tools/testing/payments/untrusted-caller"

let session: SessionChain
let service: SessionService
beforeAll(async () => {
  session = await openSessionChain()
}, 30_000)
beforeEach(async () => {
  service = await openSessionService(session, { claims: { thresholdUnits: 1n, intervalMs: 1_000 } })
})
afterEach(async () => {
  await session.client.setAutomine(true)
  await service.close()
})
afterAll(() => session.stop())

const wait = { timeout: 30_000, interval: 100 }
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

function saltOf(header: string): `0x${string}` {
  const payment = decodePayment(new Headers({ "PAYMENT-SIGNATURE": header }))
  if (payment.kind !== "channel" || payment.payment.type !== "deposit") throw new Error("This header is not a deposit.")
  return payment.payment.deposit.salt
}

async function claimed(channelId: `0x${string}`, total: bigint): Promise<void> {
  const chain = createChannelChain(session.node)
  await vi.waitFor(async () => expect((await chain.read(channelId)).totalClaimed).toBe(claimTotalOf(total)), wait)
}

test("the header of a deposit fetches its answer after a claim has published its voucher, and no other answer", async () => {
  const { channelId, channelConfig, buy, depositHeader, send } = await openChannel(session, service)
  const header = await depositHeader(2n * PRICE)
  const first = await send(header)
  expect(first.status).toBe(200)
  const bytes = await first.text()
  await claimed(channelId, 2n * PRICE)

  const served = service.state.served
  const again = await send(header)
  expect([again.status, await again.text()]).toEqual([200, bytes])
  expect((await send(header, "ETH")).status, "another resource").toBe(402)
  service.state.price = (2n * PRICE) as typeof PRICE
  const afterPriceChange = await send(header)
  expect([afterPriceChange.status, await afterPriceChange.text()]).toEqual([200, bytes])
  service.state.price = PRICE
  expect(service.state.served, "nothing was computed again").toBe(served)

  expect((await buy(3n * PRICE)).status).toBe(200)
  await claimed(channelId, 3n * PRICE)
  const published = (await openUntrustedCaller(session, service).published()).at(-1)
  if (published === undefined) throw new Error("No voucher was published.")
  expect(published.voucher).toMatchObject({ channelId, maxClaimableAmount: (3n * PRICE).toString() })
  const { payload, ...envelope } = JSON.parse(Buffer.from(header, "base64").toString()) as { payload: object }
  const mixed = { ...envelope, payload: { ...payload, channelConfig, voucher: published.voucher } }
  const copied = await send(Buffer.from(JSON.stringify(mixed)).toString("base64"))
  expect(copied.status, "a public voucher of another sale in the public deposit").toBe(402)
  expect(await service.channels.find(channelId)).toMatchObject({ charged: 3n * PRICE })
}, 60_000)

test("a price that changes while a deposit waits for its block does not refuse the deposit", async () => {
  const { channelId, depositHeader, send } = await openChannel(session, service)
  const header = await depositHeader(2n * PRICE)
  await session.client.setAutomine(false)
  const first = send(header)
  const id = depositOperationId(channelId, saltOf(header))
  await vi.waitFor(async () => expect((await service.channels.findOperation(id))?.state).toBe("sent"), wait)
  service.state.price = (2n * PRICE) as typeof PRICE
  const second = send(header)
  await session.client.setAutomine(true)
  await session.client.mine({ blocks: 1 })
  const responses = await Promise.all([first, second])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
  expect(await service.channels.find(channelId)).toMatchObject({ charged: 2n * PRICE })
}, 60_000)

test("a voucher of the total of an open deposit waits, is refused, and leaves the deposit its answer", async () => {
  const { channelId, buy, depositHeader, send } = await openChannel(session, service)
  const header = await depositHeader(2n * PRICE)
  await session.client.setAutomine(false)
  const deposited = send(header)
  const id = depositOperationId(channelId, saltOf(header))
  await vi.waitFor(async () => expect((await service.channels.findOperation(id))?.state).toBe("sent"), wait)
  const served = service.state.served
  const refused = await buy(2n * PRICE, "ETH")
  expect([refused.status, await errorOf(refused)]).toEqual([402, "invalid_batch_settlement_evm_channel_busy"])
  expect(service.state.served, "nothing was computed").toBe(served)
  const waiting = buy(3n * PRICE, "ETH")
  await session.client.setAutomine(true)
  await session.client.mine({ blocks: 1 })
  expect((await deposited).status).toBe(200)
  expect((await waiting).status, "the next voucher").toBe(200)
  expect(await service.channels.find(channelId)).toMatchObject({ charged: 3n * PRICE })
}, 60_000)
