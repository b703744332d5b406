import { type Clock, isOver } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { companyKey, isSameCompany } from "@/lib/domain/treasuries/company-key"
import type { TreasuryHolding } from "@/lib/domain/treasuries/treasury"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { isSourceError, SourceUnavailableError, type SourceErrorKind } from "@/lib/outbound/errors"
import type { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import type { CachedCompany, CachedTrades } from "./treasury-stored"

/** The largest holders make nearly all trades. Each company costs one request. */
const COMPANIES_READ = 11
const TRADES_KEPT_MS = 12 * HOUR_MS
const ENTITIES_KEPT_MS = 7 * DAY_MS
/** A read stops after this time and keeps its results. The next one continues. */
const MAX_READ_MS = 3000
/** Errors that concern one company, not the provider. */
const COMPANY_SCOPED_ERRORS: ReadonlySet<SourceErrorKind> = new Set(["not_found", "schema"])

type Ask = {
  readonly coinGecko: Pick<ReturnType<typeof createCoinGeckoSource>, "name" | "entities" | "transactions">
  /** Largest first. */
  readonly holdings: readonly TreasuryHolding[]
  readonly previous: Sourced<CachedTrades> | null
  readonly clock: Clock
  /** Maximum retention of the provider's data. */
  readonly retentionMs: number
}

type Wanted = { readonly id: string; readonly holding: TreasuryHolding; readonly readAtMs: number | null }

/** Whether a company is unread or due again, or the list of ids is old. */
export function hasDueCompanies(
  { pending, companies, entitiesReadAtMs }: CachedTrades,
  nowMs: number,
  retentionMs: number,
): boolean {
  if (pending > 0 || isOver({ sinceMs: entitiesReadAtMs, lengthMs: entitiesKeptMs(retentionMs), nowMs })) return true
  return companies.some(({ readAtMs }) => isOver({ sinceMs: readAtMs, lengthMs: TRADES_KEPT_MS, nowMs }))
}

/** The trades, or none if they were received more than `retentionMs` ago. */
export function recentTrades(
  { transactions, readAtMs, toldAtMs = readAtMs }: CachedCompany,
  nowMs: number,
  retentionMs: number,
): CachedCompany["transactions"] {
  return isOver({ sinceMs: toldAtMs, lengthMs: retentionMs, nowMs }) ? [] : transactions
}

function entitiesKeptMs(retentionMs: number): number {
  return Math.min(ENTITIES_KEPT_MS, retentionMs)
}

/**
 * Reads trades of due companies, oldest read first, until the time or the rate limit is exhausted.
 *
 * @throws {SourceUnavailableError} or `SourceMalformedError` when nothing new could be read.
 */
export async function readTrades(ask: Ask): Promise<{ readonly value: CachedTrades; readonly asOfMs: number }> {
  const startedMs = ask.clock()
  const names = await readEntities(ask)
  const held = ask.previous?.value.companies ?? []
  const known = new Map(
    held.map((company) => [
      company.id,
      { ...company, transactions: recentTrades(company, startedMs, ask.retentionMs) },
    ]),
  )
  const wanted = largestOf(ask.holdings, names.entities, known)
  const due = wanted
    .filter(
      ({ readAtMs }) => readAtMs === null || isOver({ sinceMs: readAtMs, lengthMs: TRADES_KEPT_MS, nowMs: startedMs }),
    )
    .toSorted((a, b) => (a.readAtMs ?? 0) - (b.readAtMs ?? 0))
  let gained = names.entitiesReadAtMs >= startedMs
  for (const { id, holding } of due) {
    if (gained && isOver({ sinceMs: startedMs, lengthMs: MAX_READ_MS, nowMs: ask.clock() })) break
    try {
      const readAtMs = ask.clock()
      const transactions = await transactionsOf(ask, { id, holding })
      const before = known.get(id) ?? { id, toldAtMs: readAtMs, transactions: [] }
      known.set(
        id,
        transactions === null ? { ...before, readAtMs } : { id, readAtMs, toldAtMs: readAtMs, transactions },
      )
      gained = true
    } catch (error) {
      // Results so far are kept. The next read continues.
      if (gained) break
      throw error
    }
  }
  const companies = wanted.map(({ id }) => known.get(id)).filter((company) => company !== undefined)
  return { value: { ...names, companies, pending: wanted.length - companies.length }, asOfMs: ask.clock() }
}

async function readEntities({ coinGecko, holdings, previous, clock, retentionMs }: Ask) {
  if (holdings.length === 0) {
    const message = "Nobody is known to hold bitcoin: there are no trades to read."
    throw new SourceUnavailableError({ kind: "stale", host: coinGecko.name, message })
  }
  if (previous !== null) {
    const { entities, entitiesReadAtMs } = previous.value
    const period = { sinceMs: entitiesReadAtMs, lengthMs: entitiesKeptMs(retentionMs), nowMs: clock() }
    if (!isOver(period)) return { entities, entitiesReadAtMs }
  }
  return { entities: [...(await coinGecko.entities())], entitiesReadAtMs: clock() }
}

function largestOf(
  holdings: readonly TreasuryHolding[],
  entities: CachedTrades["entities"],
  known: ReadonlyMap<string, { readonly readAtMs: number }>,
): readonly Wanted[] {
  const keyed = entities.map(({ id, symbol, name }) => ({ id, key: companyKey({ symbol, company: name }) }))
  const largest = holdings.toSorted((a, b) => b.holdingsBtc - a.holdingsBtc).slice(0, COMPANIES_READ)
  return largest.flatMap((holding) => {
    const key = companyKey(holding)
    const id = keyed.find((entity) => isSameCompany(entity.key, key))?.id
    return id === undefined ? [] : [{ id, holding, readAtMs: known.get(id)?.readAtMs ?? null }]
  })
}

/** `null` if this company cannot be read. Its known trades stay, and the other companies are read. */
async function transactionsOf(
  { coinGecko }: Ask,
  { id, holding: { company, symbol } }: Pick<Wanted, "id" | "holding">,
): Promise<CachedCompany["transactions"] | null> {
  try {
    return [...(await coinGecko.transactions(id, { company, symbol }))]
  } catch (error) {
    if (isSourceError(error) && COMPANY_SCOPED_ERRORS.has(error.kind)) return null
    throw error
  }
}
