import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/api/health"
import { managedFeeds } from "@/lib/feeds/all-feeds"
import { poolCounts } from "@/lib/store/postgres-store"
import type { Runtime } from "@/lib/runtime/runtime"
import type { Metrics } from "./metrics"

type Health = ResponseOf<typeof healthContract>

const PART_STATES = { ok: 0, degraded: 1, down: 2 } as const
const BREAKER_STATES = { closed: 0, half_open: 1, open: 2, blocked: 3 } as const
const WEI_PER_GWEI = 1e9
const WEI_PER_ETHER = 1e18

/** Sets the gauges to the current values. */
export async function collectGauges(
  service: Pick<Runtime, "settler" | "feeds" | "http" | "store" | "config" | "scheduler">,
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
  metrics.oldestUnsettled.set(await oldestUnsettledS(service))
  await setChannels(service, metrics)
}

/** At most this many open channels are counted. */
const MAX_CHANNELS = 10_000
const USDC = 1e6

async function setChannels({ store }: Pick<Runtime, "store">, { channelUnclaimed, channelClaimSeconds }: Metrics) {
  const rows = await store
    .selectFrom("channels")
    .select(["charged", "total_claimed", "unclaimed_since_ms"])
    .where("unclaimed_since_ms", "is not", null)
    .orderBy("unclaimed_since_ms")
    .limit(MAX_CHANNELS)
    .execute()
  const unclaimed = rows.reduce((sum, row) => sum + BigInt(row.charged) - BigInt(row.total_claimed), 0n)
  channelUnclaimed.set(Number(unclaimed) / USDC)
  const oldestMs = rows[0]?.unclaimed_since_ms ?? null
  channelClaimSeconds.set(oldestMs === null ? 0 : Math.max(0, (Date.now() - oldestMs) / 1_000))
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
