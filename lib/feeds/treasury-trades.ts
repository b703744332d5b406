import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { companyKey, isSameCompany } from "@/lib/domain/treasuries/company-key"
import type { TreasuryHolding, TreasuryTransaction } from "@/lib/domain/treasuries/treasury"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { createCoinGeckoSource } from "@/lib/sources/coingecko/client"
import { isSourceError, SourceUnavailableError } from "@/lib/sources/http/errors"
import type { HeldTrades } from "./treasury-stored"

/** The largest holders make nearly all of the trades; each costs one question. */
const COMPANIES_READ = 11
const TRADES_KEPT_MS = 12 * HOUR_MS
const ENTITIES_KEPT_MS = 7 * DAY_MS
/** A reading that has taken this long ends with what it has: the next one goes on. */
const PATIENCE_MS = 3000

type Ask = {
  readonly coinGecko: Pick<ReturnType<typeof createCoinGeckoSource>, "name" | "entities" | "transactions">
  /** Largest first. */
  readonly holdings: readonly TreasuryHolding[]
  readonly previous: Sourced<HeldTrades> | null
  readonly clock: Clock
}

type Wanted = { readonly id: string; readonly holding: TreasuryHolding; readonly readAtMs: number | null }

/** Whether some company has not been read, or not for half a day. */
export function hasOverdue({ pending, companies }: HeldTrades, nowMs: number): boolean {
  return pending > 0 || companies.some(({ readAtMs }) => nowMs - readAtMs >= TRADES_KEPT_MS)
}

/**
 * Reads the trades of companies that are due, the longest unread first, until time or the provider's limit is up.
 *
 * @throws {SourceUnavailableError} or `SourceMalformedError` when nothing could be read.
 */
export async function readTrades(ask: Ask): Promise<{ readonly value: HeldTrades; readonly asOfMs: number }> {
  const startedMs = ask.clock()
  const names = await readEntities(ask)
  const known = new Map(ask.previous?.value.companies.map((company) => [company.id, company]))
  const wanted = largestOf(ask.holdings, names.entities, known)
  const due = wanted
    .filter(({ readAtMs }) => readAtMs === null || startedMs - readAtMs >= TRADES_KEPT_MS)
    .toSorted((a, b) => (a.readAtMs ?? 0) - (b.readAtMs ?? 0))
  let read = 0
  for (const { id, holding } of due) {
    if (read > 0 && ask.clock() - startedMs > PATIENCE_MS) break
    try {
      known.set(id, { id, readAtMs: ask.clock(), transactions: [...(await transactionsOf(ask, id, holding))] })
      read += 1
    } catch (error) {
      if (read === 0) throw error
      break
    }
  }
  const companies = wanted.map(({ id }) => known.get(id)).filter((company) => company !== undefined)
  return { value: { ...names, companies, pending: wanted.length - companies.length }, asOfMs: ask.clock() }
}

async function readEntities({ coinGecko, holdings, previous, clock }: Ask) {
  if (holdings.length === 0) {
    const message = "Nobody is known to hold bitcoin: there are no trades to read."
    throw new SourceUnavailableError({ kind: "stale", host: coinGecko.name, message })
  }
  if (previous !== null && clock() - previous.value.entitiesReadAtMs < ENTITIES_KEPT_MS) {
    const { entities, entitiesReadAtMs } = previous.value
    return { entities, entitiesReadAtMs }
  }
  return { entities: [...(await coinGecko.entities())], entitiesReadAtMs: clock() }
}

function largestOf(
  holdings: readonly TreasuryHolding[],
  entities: HeldTrades["entities"],
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

/** A company of which the provider knows no history has none. */
async function transactionsOf(
  { coinGecko }: Ask,
  id: string,
  { company, symbol }: TreasuryHolding,
): Promise<readonly TreasuryTransaction[]> {
  try {
    return await coinGecko.transactions(id, { company, symbol })
  } catch (error) {
    if (isSourceError(error) && error.kind === "not_found") return []
    throw error
  }
}
