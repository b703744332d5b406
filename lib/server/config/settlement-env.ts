import { z } from "zod"
import { optional, PrivateKey, wholeNumber, withDefault } from "./fields"

const PrivateKeys = z.string().transform((text, context) => {
  const keys = z.array(PrivateKey).safeParse(text.split(",").map((key) => key.trim()))
  if (keys.success) return keys.data
  context.addIssue({ code: "custom", message: "must be private keys, separated by commas" })
  return z.NEVER
})

const GWEI = "must be a number from 0.001 to 10000"
const Gwei = z.coerce.number(GWEI).min(0.001, GWEI).max(10_000, GWEI)

const SHARE = "must be a number from 0 to 1"
const Share = z.coerce.number(SHARE).min(0, SHARE).max(1, SHARE)

const PRICE_SHARE = "must be a number from 0.01 to 10"
const PriceShare = z.coerce.number(PRICE_SHARE).min(0.01, PRICE_SHARE).max(10, PRICE_SHARE)

/** Variables of the accounts that submit payments. */
export const settlementFields = {
  SETTLER_PRIVATE_KEYS: optional(PrivateKeys).describe(
    "Further keys beside SETTLER_PRIVATE_KEY, separated by commas: the accounts take turns, and one that is stuck or out " +
      "of gas is passed over.",
  ),
  SETTLEMENT_MAX_GWEI: withDefault(Gwei, "0.1").describe(
    "Price of gas above which no payment is submitted, in gwei. Base charges 0.005 at least.",
  ),
  SETTLEMENT_MAX_SHARE: withDefault(PriceShare, "0.5").describe(
    "Payments are not taken while the gas of their settlement costs more than this share of their price, by the current fee " +
      "and the current price of ether. From 0.01 to 10; above 1 every sale may be made at a loss.",
  ),
  SETTLEMENT_REPLACE_AFTER_S: withDefault(wholeNumber(4, 600), "30").describe(
    "How long a transaction may wait for its block before one that pays more takes its place, in seconds.",
  ),
  SETTLEMENT_MAX_REFUSED_SHARE: withDefault(Share, "0.2").describe(
    "Gas of refused payments relative to the gas of settled ones within a minute. Above it, payers without a settled " +
      "payment wait, one batch at a time, and health is degraded. From 0 to 1.",
  ),
  GAS_ALARM_BATCHES: withDefault(wholeNumber(1, 100_000), "50").describe(
    "Health is degraded when the gas of the settling accounts lasts for fewer batches of 30 payments than this.",
  ),
}

type Given = z.output<z.ZodObject<typeof settlementFields>>

/** How the operator's accounts submit payments. */
export type SettlementSettings = {
  readonly furtherPrivateKeys: readonly `0x${string}`[]
  /** Wei per gas. */
  readonly maxFeePerGas: bigint
  /** Cost of gas relative to the price. */
  readonly maxShare: number
  readonly replaceAfterMs: number
  readonly alarmBatches: number
  /** From 0 to 1. */
  readonly maxRefusedShare: number
}

const WEI_PER_GWEI = 1_000_000_000

export function toSettlementSettings(env: Given): SettlementSettings {
  return {
    furtherPrivateKeys: env.SETTLER_PRIVATE_KEYS ?? [],
    maxFeePerGas: BigInt(Math.round(env.SETTLEMENT_MAX_GWEI * WEI_PER_GWEI)),
    maxShare: env.SETTLEMENT_MAX_SHARE,
    replaceAfterMs: env.SETTLEMENT_REPLACE_AFTER_S * 1_000,
    alarmBatches: env.GAS_ALARM_BATCHES,
    maxRefusedShare: env.SETTLEMENT_MAX_REFUSED_SHARE,
  }
}
