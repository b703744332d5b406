import { numberToHex } from "viem"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { ChannelRead } from "@/lib/x402/chain/channels/channel-chain"
import { usdc } from "@/lib/domain/usdc"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { auditSessions } from "./audit-sessions"
import { createSqlChannelLedger } from "@/lib/x402/ledger/channels/sql-channel-ledger"

const NOW = 1_790_000_000_000
const PRICE = usdc(50_000n)
const NETWORK = "eip155:8453"
/** More channels than one page of node reads. */
const CHANNELS = 1_203

const idOf = (n: number) => numberToHex(n, { size: 32 })
const address = (n: number) => numberToHex(n, { size: 20 })
const config = {
  payer: address(1),
  payerAuthorizer: address(2),
  receiver: address(3),
  receiverAuthorizer: address(4),
  token: address(5),
  withdrawDelayS: 900,
  salt: idOf(9),
}
const parties = { network: NETWORK, payTo: config.receiver, token: config.token }
const DEPOSITED: ChannelRead = {
  balance: 1_000_000n,
  totalClaimed: 0n,
  withdrawRequestedS: 0,
  refundNonce: 0n,
  blockNumber: 7n,
}

describe.each(databases)("the audit of sessions on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
    const channels = createSqlChannelLedger(database.store)
    for (let n = 1; n <= CHANNELS; n += 1) await channels.add({ id: idOf(n), network: NETWORK, config }, DEPOSITED, NOW)
    for (const n of [1, 700, CHANNELS]) {
      await channels.charge({
        channel: { id: idOf(n), network: NETWORK, config, refunds: 0 },
        voucher: { channelId: idOf(n), total: PRICE, signature: numberToHex(PRICE, { size: 65 }) },
        price: PRICE,
        resource: "GET /api/quote/BTC",
        endpoint: "quote",
        answer: { body: "{}", etag: null },
        nowMs: NOW,
      })
    }
  })
  afterEach(() => database.close())

  /** A chain client that rejects more than 1,000 concurrent reads. */
  function chainWith(changes: ReadonlyMap<string, Partial<ChannelRead>>, claimed = 0n) {
    let waiting = 0
    return {
      async read(id: `0x${string}`) {
        waiting += 1
        if (waiting > 1_000) throw new Error("Too many calls are waiting.")
        await Promise.resolve()
        waiting -= 1
        return { ...DEPOSITED, ...changes.get(id) }
      },
      unsettled: () => Promise.resolve({ claimed, settled: 0n }),
    }
  }

  test("reads every channel, page by page, and reports no difference for equal states", async () => {
    const claims = new Map([[idOf(700), { totalClaimed: PRICE as bigint }]])
    const audit = await auditSessions(database.store, chainWith(claims, PRICE), parties)
    expect(audit).toMatchObject({
      totals: { channels: CHANNELS, charged: 3n * PRICE, claimed: PRICE },
      differences: [],
    })
  })

  test("names the channel of each difference, on any page", async () => {
    const changes = new Map<string, Partial<ChannelRead>>([
      [idOf(2), { totalClaimed: 7n }],
      [idOf(CHANNELS), { balance: 0n }],
    ])
    const audit = await auditSessions(database.store, chainWith(changes, 9n), parties)
    expect(audit?.differences).toEqual([
      { kind: "overclaimed", channelId: idOf(2), amount: 7n },
      { kind: "uncovered", channelId: idOf(CHANNELS), amount: -50_000n },
      { kind: "unknown", channelId: null, amount: 2n },
    ])
  })
})
