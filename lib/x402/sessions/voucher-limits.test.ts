import { numberToHex } from "viem"
import { beforeEach, expect, test, vi } from "vitest"
import type { Channel } from "@/lib/x402/ledger/channels/channel"
import type { Exposure } from "@/lib/x402/ledger/channels/channel-ledger"
import { createSessionAccount } from "./session-account"
import { createVoucherLimits } from "./voucher-limits"

const DELAY_S = 86_400
const GWEI = 1_000_000_000n
const ADDRESS = numberToHex(7, { size: 20 })

let nowMs = 0
beforeEach(() => {
  nowMs = 1_795_000_000_000
})

const channel = (changes: Partial<Channel> = {}): Channel => ({
  id: numberToHex(1, { size: 32 }),
  network: "eip155:8453",
  config: {
    payer: ADDRESS,
    payerAuthorizer: ADDRESS,
    receiver: ADDRESS,
    receiverAuthorizer: ADDRESS,
    token: ADDRESS,
    withdrawDelayS: DELAY_S,
    salt: numberToHex(9, { size: 32 }),
  },
  onChain: { balance: 10_000_000n, totalClaimed: 0n, withdrawRequestedS: 0, refundNonce: 0n },
  syncedMs: nowMs,
  charged: 0n,
  voucher: null,
  refundOperation: null,
  depositOperation: null,
  published: 0n,
  refundCharged: 0n,
  refunds: 0,
  openRefunds: 0n,
  unclaimedSinceMs: null,
  lost: 0n,
  ...changes,
})

/** The ledger that one or several processes read. */
function openLimits(ledger: { unclaimed: bigint; waitingSinceMs?: number }, canSell = () => true) {
  const onHalf = vi.fn()
  const limits = createVoucherLimits({
    account: { canSell },
    channels: {
      exposure: () =>
        Promise.resolve<Exposure>({
          unclaimed: ledger.unclaimed,
          channels: 1,
          oldestMs: null,
          withdrawalEndsS: null,
          waitingSinceMs: ledger.waitingSinceMs ?? null,
        }),
    },
    authorizer: ADDRESS,
    maxChannelUnits: 100n,
    maxUnits: 300n,
    isDepositWorth: () => true,
    clock: () => nowMs,
    onHalf,
  })
  return { limits, onHalf }
}

test("nothing is sold until the sum of the ledger is known", async () => {
  const { limits } = openLimits({ unclaimed: 0n })
  expect(() => limits.reserve(channel(), 1n)).toThrow("too many vouchers are not claimed")
  expect([limits.isOffered(), limits.isSelling()]).toEqual([false, false])
  await limits.refresh()
  limits.reserve(channel(), 1n)
  expect([limits.isOffered(), limits.isSelling()]).toEqual([true, true])
})

test("a channel and all channels have a limit, and half of it is reported", async () => {
  const ledger = { unclaimed: 0n }
  const { limits, onHalf } = openLimits(ledger)
  await limits.refresh()
  limits.check(channel(), 49n)
  expect(onHalf).not.toHaveBeenCalled()
  limits.check(channel(), 50n)
  expect(onHalf).toHaveBeenCalledOnce()
  expect(() => limits.reserve(channel({ charged: 51n }), 51n)).toThrow("this session has too many vouchers")
  limits.reserve(channel({ charged: 51n }), 50n)
  ledger.unclaimed = 251n
  await limits.refresh()
  expect(() => limits.reserve(channel(), 1n), "an open reservation of 50 counts").toThrow("too many vouchers are not")
})

test("a reservation counts until its sale is in the sum of the ledger, or it is released", async () => {
  const ledger = { unclaimed: 200n }
  const { limits } = openLimits(ledger)
  await limits.refresh()
  const sold = limits.reserve(channel(), 50n)
  const dropped = limits.reserve(channel(), 50n)
  expect(() => limits.reserve(channel(), 1n)).toThrow("too many vouchers")
  dropped.release()
  dropped.release()
  sold.sold()
  ledger.unclaimed = 250n
  await limits.refresh()
  limits.reserve(channel(), 50n)
  expect(() => limits.reserve(channel(), 1n)).toThrow("too many vouchers")
})

test("while a transaction of sessions is in no block for two minutes, nothing is sold or offered", async () => {
  const { limits } = openLimits({ unclaimed: 0n, waitingSinceMs: nowMs })
  await limits.refresh()
  nowMs += 120_000
  limits.check(channel(), 1n)
  nowMs += 1
  expect(() => limits.check(channel(), 1n)).toThrow("not in a block yet")
  expect([limits.isOffered(), limits.isSelling()]).toEqual([false, false])
})

test("two processes on one ledger sell together at most what each sees after its next look", async () => {
  const ledger = { unclaimed: 0n }
  const [one, other] = [openLimits(ledger).limits, openLimits(ledger).limits]
  await Promise.all([one.refresh(), other.refresh()])
  for (const limits of [one, other]) {
    for (let n = 0; n < 2; n += 1) {
      limits.reserve(channel(), 100n).sold()
      ledger.unclaimed += 100n
    }
  }
  await Promise.all([one.refresh(), other.refresh()])
  for (const limits of [one, other]) expect(() => limits.reserve(channel(), 1n)).toThrow("too many vouchers")
})

test("a channel whose vouchers wait for half of its withdrawal delay sells nothing", async () => {
  const { limits } = openLimits({ unclaimed: 0n })
  await limits.refresh()
  const waiting = channel({ charged: 5n, unclaimedSinceMs: nowMs })
  nowMs += (DELAY_S / 2) * 1_000 - 1
  limits.check(waiting, 1n)
  nowMs += 1
  expect(() => limits.check(waiting, 1n)).toThrow("could not be claimed yet")
})

test("the account sells for a quarter of the withdrawal delay while gas is too dear, and not without ether", async () => {
  const node = { ether: 10n ** 18n, gasPrice: GWEI / 10n }
  const account = createSessionAccount({
    chain: { etherOf: () => Promise.resolve(node.ether), gasPrice: () => Promise.resolve(node.gasPrice) },
    address: ADDRESS,
    maxFeePerGas: GWEI,
    alarmClaims: 10,
    withdrawDelayS: DELAY_S,
    clock: () => nowMs,
    log: vi.fn(),
  })
  const look = async () => {
    await account.refresh(1, 0)
    return [account.gas().state, account.canSend(), account.canSell()]
  }
  expect([account.gas().state, account.canSell()], "never read").toEqual(["unknown", false])
  expect(await look()).toEqual(["ok", true, true])
  node.gasPrice = 2n * GWEI
  nowMs += 60_000
  expect(await look()).toEqual(["fee_too_high", false, true])
  nowMs += (DELAY_S / 4) * 1_000 - 1
  expect(await look()).toEqual(["fee_too_high", false, true])
  nowMs += 1
  expect(await look()).toEqual(["fee_too_high", false, false])
  node.gasPrice = GWEI / 10n
  nowMs += 60_000
  expect(await look()).toEqual(["ok", true, true])
  node.ether = 0n
  nowMs += 60_000
  expect(await look()).toEqual(["empty", false, false])
  node.ether = 10n ** 18n
  nowMs += 60_000
  expect(await look()).toEqual(["ok", true, true])
  nowMs += 600_001
  expect([account.gas().state, account.canSell()], "read too long ago").toEqual(["unknown", false])
})

test("a transaction that a clock ahead has recorded stops sales once this process has seen it for two minutes", async () => {
  const ledger = { unclaimed: 0n, waitingSinceMs: nowMs + 90_000_000 }
  const { limits } = openLimits(ledger)
  await limits.refresh()
  expect(limits.isSelling()).toBe(true)
  nowMs += 120_001
  await limits.refresh()
  expect(limits.isSelling()).toBe(false)
})
