import { afterAll, beforeAll, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import {
  openSessionChain,
  openSessionService,
  type SessionChain,
  type SessionService,
} from "@/tools/testing/payments/session-harness"

let session: SessionChain
let service: SessionService
beforeAll(async () => {
  session = await openSessionChain()
  service = await openSessionService(session)
}, 30_000)
afterAll(async () => {
  await service.close()
  await session.stop()
})

test("five concurrent vouchers in any order are all served", async () => {
  const { buy } = await openChannel(session, service)
  const answers = await Promise.all([5n, 3n, 6n, 2n, 4n].map((n) => buy(n * PRICE)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(5)
}, 30_000)

test("a replayed voucher gets the same answer, and buys no other resource", async () => {
  const { buy } = await openChannel(session, service)
  const copies = await Promise.all([1, 2, 3].map(() => buy(2n * PRICE)))
  expect(new Set(await Promise.all(copies.map((copy) => copy.text()))).size).toBe(1)
  expect((await buy(2n * PRICE, "ETH")).status).toBe(402)
}, 30_000)

test("after a price change a used voucher still gets its answer, and a new voucher for the old price is refused", async () => {
  const { buy } = await openChannel(session, service)
  const bought = await (await buy(2n * PRICE)).text()
  service.state.price = usdc(2n * PRICE)
  try {
    const again = await buy(2n * PRICE)
    expect([again.status, await again.text()]).toEqual([200, bought])
    expect((await buy(3n * PRICE)).status, "a voucher for the old price").toBe(402)
  } finally {
    service.state.price = PRICE
  }
}, 30_000)

test("vouchers with lower totals, gaps or totals beyond the deposit are refused", async () => {
  const { buy } = await openChannel(session, service)
  const statuses = await Promise.all([0n, PRICE - 1n, PRICE + 1n, 11n * PRICE].map(async (n) => (await buy(n)).status))
  expect(statuses).toEqual([402, 402, 402, 402])
  expect((await buy(2n * PRICE)).status).toBe(200)
}, 30_000)
