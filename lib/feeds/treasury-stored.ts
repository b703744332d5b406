import { z } from "zod"
import { TREASURY_SOURCES } from "@/lib/domain/treasuries/treasury"

const Holding = z.object({
  company: z.string(),
  symbol: z.string().nullable(),
  country: z.string().nullable(),
  holdingsBtc: z.number(),
  entryValueUsd: z.number().nullable(),
  source: z.enum(TREASURY_SOURCES),
})

const Transaction = z.object({
  company: z.string(),
  symbol: z.string().nullable(),
  atMs: z.number(),
  changeBtc: z.number(),
  valueUsd: z.number().nullable(),
  sourceUrl: z.string().nullable(),
  source: z.enum(TREASURY_SOURCES),
  basis: z.enum(["reported", "observed"]),
})

/** Holdings, and the changes seen between our own readings of them. */
export const StoredHoldings = z.object({ holdings: z.array(Holding), observed: z.array(Transaction) })

export type CachedHoldings = z.output<typeof StoredHoldings>

const Entity = z.object({ id: z.string(), symbol: z.string().nullable(), name: z.string() })

const Company = z.object({
  id: z.string(),
  /** When it was asked last. */
  readAtMs: z.number(),
  /** When the provider told these trades; absent: when it was asked last. */
  toldAtMs: z.number().exactOptional(),
  transactions: z.array(Transaction),
})

export type CachedCompany = z.output<typeof Company>

/** How the provider names companies, and the trades of those that have been read, each with the time of its reading. */
export const StoredTrades = z.object({
  entities: z.array(Entity),
  entitiesReadAtMs: z.number(),
  companies: z.array(Company),
  /** Companies that are wanted and have not been read yet. */
  pending: z.number(),
})

export type CachedTrades = z.output<typeof StoredTrades>

export const StoredFilings = z.array(z.object({ ticker: z.string(), filedMs: z.number(), url: z.string() }))
