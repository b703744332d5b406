import { statfs } from "node:fs/promises"
import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import { managedFeeds } from "@/lib/market/feeds/all-feeds"
import { lostOf } from "@/lib/x402/ledger/channels/lost-charges"
import { createSqlChannelLedger } from "@/lib/x402/ledger/channels/sql-channel-ledger"
import { poolCounts } from "@/lib/store/postgres-store"
import type { Runtime } from "@/lib/server/runtime/runtime"
import type { Metrics } from "./metrics"

type Health = ResponseOf<typeof healthContract>

const PART_STATES = { ok: 0, degraded: 1, down: 2 } as const
const BREAKER_STATES = { closed: 0, half_open: 1, open: 2, blocked: 3 } as const
const WEI_PER_GWEI = 1e9
const WEI_PER_ETHER = 1e18

/** Sets the gauges to the current values. */
export async function collectGauges(
  service: Pick<Runtime, "settler" | "sessions" | "feeds" | "http" | "store" | "config" | "scheduler">,
  health: Health,
  metrics: Metrics,
): Promise<void> {
  for (const { name, status } of health.parts) metrics.partState.set({ part: name }, PART_STATES[status])
  const chain = health.parts.find(({ kind }) => kind === "chain")
  if (chain?.age_s !== null && chain?.age_s !== undefined) metrics.headAge.set(chain.age_s)
  for (const { host, breaker } of service.http.health()) metrics.providerBreaker.set({ host }, BREAKER_STATES[breaker])
  setFeeds(service, metrics)
  setSettler(service, metrics)
  metrics.leaseHeld.set({ name: "feeds" }, service.scheduler.isHolder() ? 1 : 0)
  const pool = poolCounts(service.store)
  if (pool !== null) for (const [state, count] of Object.entries(pool)) metrics.pgPool.set({ state }, count)
  metrics.paymentsTaken.set(health.payments.taken ? 1 : 0)
  const { bavail, bsize } = await statfs(service.config.dataDir).catch(() => ({ bavail: null, bsize: 0 }))
  if (bavail !== null) metrics.diskFree.set(bavail * bsize)
  metrics.oldestUnsettled.set(await oldestUnsettledS(service))
  await setSessions(service, metrics)
}

const USDC = 1e6

async function setSessions({ store, sessions, config }: Pick<Runtime, "store" | "sessions" | "config">, to: Metrics) {
  to.sessionLost.set(Number(await lostOf(store, config.chain.network)) / USDC)
  if (sessions === null) return
  const { account, gas, exposure, blockedUnits, isSelling } = sessions.status()
  const { unclaimed, oldestMs, withdrawalEndsS } = exposure
  const nowS = Date.now() / 1_000
  to.sessionBlocked.set(Number(blockedUnits) / USDC)
  to.channelUnclaimed.set(Number(unclaimed) / USDC)
  to.channelClaimSeconds.set(oldestMs === null ? 0 : Math.max(0, nowS - oldestMs / 1_000))
  to.sessionWithdrawalSeconds.set(withdrawalEndsS === null ? -1 : Math.max(0, withdrawalEndsS - nowS))
  to.sessionsOffered.set(isSelling ? 1 : 0)
  if (gas.ether !== null) to.sessionEther.set({ account }, Number(gas.ether) / WEI_PER_ETHER)
  if (gas.claims !== null) to.sessionClaims.set({ account }, gas.claims)
  const channels = createSqlChannelLedger(store)
  for (const kind of ["deposit", "refund", "claim"] as const) {
    to.sessionPending.set({ kind }, await channels.countOpen(kind))
  }
}

function setFeeds({ feeds }: Pick<Runtime, "feeds">, { feedAge, feedLimit }: Metrics): void {
  for (const [feed, { status }] of managedFeeds(feeds)) {
    const { ageMs, maxAgeMs } = status()
    if (ageMs !== null) feedAge.set({ feed }, ageMs / 1_000)
    if (maxAgeMs !== undefined) feedLimit.set({ feed }, maxAgeMs / 1_000)
  }
}

function setSettler({ settler, config }: Pick<Runtime, "settler" | "config">, metrics: Metrics): void {
  const { account, waiting, inFlight, gas, isLeading = config.databaseUrl === null } = settler.status()
  metrics.waiting.set(waiting)
  metrics.leaseHeld.set({ name: "settler" }, isLeading ? 1 : 0)
  if (account !== null) metrics.inFlight.set({ account }, inFlight)
  if (gas?.gasPrice !== undefined) metrics.feeGwei.set(Number(gas.gasPrice) / WEI_PER_GWEI)
  for (const { address, batches, wei } of gas?.keys ?? []) {
    if (batches !== null) metrics.gasBatches.set({ account: address }, batches)
    if (wei !== undefined) metrics.settlerEther.set({ account: address }, Number(wei) / WEI_PER_ETHER)
  }
}

async function oldestUnsettledS({ store }: Pick<Runtime, "store">): Promise<number> {
  const row = await store
    .selectFrom("payments")
    .select(({ fn }) => fn.min("answered_ms").as("oldest_ms"))
    .where("state", "in", ["answered", "sent"])
    .executeTakeFirst()
  const oldestMs = row?.oldest_ms ?? null
  return oldestMs === null ? 0 : Math.max(0, (Date.now() - oldestMs) / 1_000)
}
