import { z } from "zod"
import { MAX_NAME_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"

const Num = z.number().nullish()
const Strings = z.array(z.string().nullable()).nullish()

/** One pool of `/pools`. Unused fields are dropped because the list has 17,000 pools. */
const Pool = z.object({
  chain: providerText(MAX_NAME_CHARS),
  project: providerText(MAX_NAME_CHARS),
  symbol: providerText(MAX_NAME_CHARS),
  tvlUsd: z.number().nonnegative(),
  apyBase: Num,
  apyReward: Num,
  apy: Num,
  rewardTokens: Strings,
  pool: z.string().min(1),
  apyPct7D: Num,
  stablecoin: z.boolean(),
  ilRisk: z.string().nullish(),
  exposure: z.string().nullish(),
  predictions: z
    .object({ predictedClass: z.string().nullish(), predictedProbability: Num, binnedConfidence: Num })
    .nullish()
    .catch(null),
  poolMeta: providerText(MAX_NAME_CHARS).nullish().catch(null),
  /** Geometric mean of the yield over the history, percent. */
  mu: Num,
  /** Standard deviation of daily returns, annualised by √365, in percent. It is not the deviation of the yield. */
  sigma: Num,
  count: Num,
  outlier: z.boolean().nullish(),
  underlyingTokens: Strings,
  apyMean30d: Num,
})

export type DefiLlamaPool = z.output<typeof Pool>

export const PoolsAnswer = z.object({ status: z.literal("success"), data: validRows(Pool, 60_000) })

/** Ids are sent as text or as a number. */
const Id = z.union([z.string(), z.number()]).transform(String).nullish().catch(null)

const ProtocolRow = z.object({
  id: Id,
  slug: providerText(MAX_NAME_CHARS),
  name: providerText(MAX_NAME_CHARS),
  /** `parent#gmx` for the versions of one protocol. */
  parentProtocol: Id,
  tvl: Num,
  audits: z.union([z.string(), z.number()]).nullish(),
  audit_links: z.array(z.unknown()).nullish().catch(null),
  /** Seconds. */
  listedAt: Num,
  forkedFromIds: z.array(z.unknown()).nullish().catch(null),
})

export type DefiLlamaProtocol = z.output<typeof ProtocolRow>

export const ProtocolsAnswer = validRows(ProtocolRow, 30_000)

const HackRow = z.object({
  /** Seconds. */
  date: z.number(),
  name: providerText(MAX_NAME_CHARS),
  amount: Num,
  /** US dollars that the attacker returned. */
  returnedFunds: Num,
  /** Id of the protocol in `/protocols`. */
  defillamaId: Id,
  parentProtocolId: Id,
})

export type DefiLlamaHack = z.output<typeof HackRow>

export const HacksAnswer = validRows(HackRow, 20_000)
