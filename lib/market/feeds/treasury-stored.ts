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

/** Holdings, and the changes observed between readings. */
export const StoredHoldings = z.object({ holdings: z.array(Holding), observed: z.array(Transaction) })

export type CachedHoldings = z.output<typeof StoredHoldings>

const Entity = z.object({ id: z.string(), symbol: z.string().nullable(), name: z.string() })

const Company = z.object({
  id: z.string(),
  /** Time of the last request. */
  readAtMs: z.number(),
  /** Time when these trades were received. Default: `readAtMs`. */
  toldAtMs: z.number().exactOptional(),
  transactions: z.array(Transaction),
})

export type CachedCompany = z.output<typeof Company>

/** The provider's company ids, and the trades by company with their read time. */
export const StoredTrades = z.object({
  entities: z.array(Entity),
  entitiesReadAtMs: z.number(),
  companies: z.array(Company),
  /** Number of companies that were not read yet. */
  pending: z.number(),
})

export type CachedTrades = z.output<typeof StoredTrades>

export const StoredFilings = z.array(z.object({ ticker: z.string(), filedMs: z.number(), url: z.string() }))
