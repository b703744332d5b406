import { vi } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { SourcesProfile } from "@/lib/market/feeds/feed-ports"
import type { Provider } from "@/lib/sandbox/market/providers"
import { buyEverything, type Sale } from "./buy-everything"
import { openFeedsHarness, setTime } from "./feeds-harness"

/** A Friday on which every market is open. */
const START_MS = Date.UTC(2026, 10, 19, 15, 7)
const STEPS_H = [8, 16, 24]

/** What the absence of a provider for a day costs in a profile. */
export type Loss = {
  readonly provider: Provider
  readonly profile: SourcesProfile
  /** Whether it is asked for anything while every provider answers. One that is not asked is not missed. */
  readonly isRead: boolean
  /** Endpoints that are sold while every provider answers, and not after a day without this one. */
  readonly stopped: readonly string[]
  /** Endpoints that are still sold, with the warning or the indicators that name the missing part. */
  readonly missing: readonly string[]
}

/** One row for each of these providers. The caller owns fake timers of `Date`. */
export async function losses(profile: SourcesProfile, providers: readonly Provider[]): Promise<readonly Loss[]> {
  const whole = await dayWithout(profile, null)
  const before = new Map(whole.sales.map((sale) => [sale.endpoint, sale]))
  const rows: Loss[] = []
  for (const provider of providers) {
    const isRead = whole.asked.has(provider)
    const sales = isRead ? (await dayWithout(profile, provider)).sales : []
    const lost = (sale: Sale) => before.get(sale.endpoint)?.status === 200 && sale.status !== 200
    rows.push({
      provider,
      profile,
      isRead,
      stopped: sales.filter(lost).map(({ endpoint }) => endpoint),
      missing: sales
        .filter(({ status }) => status === 200)
        .flatMap((sale) => newWarnings(sale, before.get(sale.endpoint)).map((what) => `${sale.endpoint}: ${what}`)),
    })
  }
  return rows
}

async function dayWithout(
  profile: SourcesProfile,
  provider: Provider | null,
): Promise<{ readonly sales: readonly Sale[]; readonly asked: ReadonlySet<Provider> }> {
  setTime(START_MS)
  const pools = provider === null || provider === "defillama" ? "own" : "shared"
  const harness = await openFeedsHarness(new Map(), { pools, profile })
  await harness.refresh()
  if (provider !== null) harness.faults.set(provider, { kind: "down" })
  for (const hours of STEPS_H) {
    setTime(START_MS + hours * HOUR_MS)
    await harness.refresh()
  }
  vi.setSystemTime(START_MS + DAY_MS)
  const sales = await buyEverything(harness)
  await harness.store.destroy()
  return { sales, asked: harness.asked }
}

type Meta = { readonly abstaining?: readonly { readonly indicator: string }[]; readonly degraded?: readonly string[] }

/** Warnings and silent indicators that the same answer does not have while every provider answers. */
function newWarnings(sale: Sale, before: Sale | undefined): readonly string[] {
  const known = new Set(warningsOf(before))
  return warningsOf(sale).filter((warning) => !known.has(warning))
}

function warningsOf(sale: Sale | undefined): readonly string[] {
  const { meta } = (sale?.promised ?? {}) as { readonly meta?: Meta }
  return [...(meta?.abstaining ?? []).map(({ indicator }) => `without ${indicator}`), ...(meta?.degraded ?? [])]
}

/** `risk: without x` and `odds: without x` as `without x (risk, odds)`. */
function byWarning(missing: readonly string[]): readonly string[] {
  const endpointsOf = new Map<string, string[]>()
  for (const each of missing) {
    const [endpoint = "", ...rest] = each.split(": ")
    const warning = rest.join(": ").replace(/\.$/, "")
    endpointsOf.set(warning, [...(endpointsOf.get(warning) ?? []), endpoint])
  }
  return [...endpointsOf].map(([warning, endpoints]) => `${warning} (${endpoints.join(", ")})`)
}

/** The table of docs/sources.md. */
export function lossTable(rows: readonly Loss[]): string {
  const cell = (list: readonly string[]) => (list.length === 0 ? "–" : list.join("; ").replaceAll("|", "/"))
  const lines = rows
    .filter(({ stopped, missing }) => stopped.length + missing.length > 0)
    .map(
      ({ provider, profile, stopped, missing }) =>
        `| ${profile} | ${provider} | ${cell(stopped)} | ${cell(byWarning(missing))} |`,
    )
  return ["| SOURCES | Gone for a day | No longer sold | Sold without |", "|---|---|---|---|", ...lines].join("\n")
}
