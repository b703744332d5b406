import { expect, test } from "vitest"
import type { Channel } from "@/lib/x402/ledger/channels/channel"
import { config, idOf, NETWORK, NOW, PRICE, read } from "@/tools/testing/ledger/channel-fixtures"
import { dueChannels, isClaimOverdue } from "./plan-claims"

const POLICY = { thresholdUnits: 10n ** 12n, intervalMs: 3_600_000, maxChannelUnits: 10n ** 12n }
const DELAY_MS = config.withdrawDelayS * 1_000

const channel: Channel = {
  id: idOf(1),
  network: NETWORK,
  config,
  onChain: read(),
  syncedMs: NOW,
  charged: PRICE,
  voucher: null,
  refundOperation: null,
  depositOperation: null,
  published: 0n,
  refundCharged: 0n,
  refunds: 0,
  openRefunds: 0n,
  unclaimedSinceMs: NOW,
  lost: 0n,
}

test("a voucher of a clock that was far ahead is claimed at once, and stops sales until then", () => {
  const isDue = (unclaimedSinceMs: number) =>
    dueChannels([{ ...channel, unclaimedSinceMs }], POLICY, NOW, () => false).length === 1
  const isOverdue = (unclaimedSinceMs: number) => isClaimOverdue({ ...channel, unclaimedSinceMs }, NOW)
  expect([0, 1, 25 * 3_600_000].map((ms) => isDue(NOW + ms))).toEqual([false, false, true])
  expect([DELAY_MS / 4, DELAY_MS / 2].map((ms) => [isDue(NOW + ms), isOverdue(NOW + ms)])).toEqual([
    [true, false],
    [true, true],
  ])
})
