import { type Faults, parseFaults } from "@/lib/sandbox/market/faults"
import type { SourcesProfile } from "@/lib/market/feeds/feed-ports"
import { US_CLOUD_FAULTS } from "@/tools/sandbox/us-cloud"
import { buyEverything, type Sale } from "./buy-everything"
import { openFeedsHarness, setTime } from "./feeds-harness"

/** A Friday on which every market is open. */
const START_MS = Date.UTC(2026, 10, 20, 15, 7)

/** What a service that starts in a cloud in the United States sells. */
export type CloudDay = {
  readonly profile: SourcesProfile
  readonly sold: readonly string[]
  /** Endpoints that answered 503 and took nothing. */
  readonly refused: readonly string[]
  /** Those of them that the profile sells nowhere: no provider that it permits has them. */
  readonly nowhere: readonly string[]
  /** Endpoints that did neither. */
  readonly wrong: readonly string[]
}

/** A service that has read nothing before. The caller owns fake timers of `Date`. */
export async function cloudDay(profile: SourcesProfile): Promise<CloudDay> {
  const elsewhere = refusedOf(await salesOfStart(profile, new Map()))
  const sales = await salesOfStart(profile, parseFaults(US_CLOUD_FAULTS))
  const refused = refusedOf(sales)
  const sold = endpointsOf(sales.filter(isSold))
  return {
    profile,
    sold,
    refused,
    nowhere: refused.filter((id) => elsewhere.includes(id)),
    wrong: endpointsOf(sales).filter((id) => !sold.includes(id) && !refused.includes(id)),
  }
}

async function salesOfStart(profile: SourcesProfile, faults: Faults): Promise<readonly Sale[]> {
  setTime(START_MS)
  const harness = await openFeedsHarness(faults, { pools: "shared", profile })
  await harness.refresh()
  setTime(START_MS + 60_000)
  await harness.refresh()
  const sales = await buyEverything(harness)
  await harness.store.destroy()
  return sales
}

const isSold = ({ status }: Sale) => status === 200

const endpointsOf = (sales: readonly Sale[]) => sales.map(({ endpoint }) => endpoint)

const refusedOf = (sales: readonly Sale[]) =>
  endpointsOf(sales.filter(({ status, state }) => status === 503 && state !== "settled"))

/** The table of docs/sources.md. */
export function cloudTable(days: readonly CloudDay[]): string {
  const lines = days.map(
    ({ profile, sold, refused, nowhere }) =>
      `| ${profile} | ${sold.length} of ${sold.length + refused.length} | ${refused.join(", ") || "–"} | ${nowhere.join(", ") || "–"} |`,
  )
  return ["| SOURCES | Sold | 503 before a payment | Of these sold nowhere |", "|---|---|---|---|", ...lines].join("\n")
}
