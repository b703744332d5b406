import { z } from "zod"
import { parseUsdc, type Usdc } from "@/lib/domain/usdc"
import { OnOff, optional, PrivateKey, wholeNumber, withDefault } from "./fields"

const DOLLARS = "must be dollars with at most 6 decimals, for example 0.50"
const Dollars = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,6})?$/, DOLLARS)
  .transform((text) => parseUsdc(text))

/** Variables of sessions, which pay by a channel (x402 scheme batch-settlement). */
export const sessionFields = {
  SESSIONS: optional(OnOff).describe(
    "Offers sessions: a payer deposits once and pays each call by a voucher, without gas. On in the sandbox; in live mode off " +
      "unless set. Needs SESSION_PRIVATE_KEY.",
  ),
  SESSION_PRIVATE_KEY: optional(PrivateKey).describe(
    "Key of sessions: it signs claims and refunds, and its account sends deposits, claims and refunds and pays their gas. Every " +
      "channel names its address, so a change closes open sessions. Not SETTLER_PRIVATE_KEY. It never holds USDC.",
  ),
  SESSION_MIN_DEPOSIT: withDefault(Dollars, "0.50").describe("Least deposit of a session, in dollars. Absent: 0.50."),
  SESSION_WITHDRAW_DELAY_S: withDefault(wholeNumber(900, 2_592_000), "86400").describe(
    "How long a payer who withdraws without this service waits, in seconds. Vouchers must be claimed within it.",
  ),
  SESSION_CLAIM_THRESHOLD: withDefault(Dollars, "5").describe(
    "Unclaimed vouchers of all sessions, in dollars, that are claimed at once. Absent: 5.",
  ),
  SESSION_CLAIM_INTERVAL_S: withDefault(wholeNumber(10, 86_400), "3600").describe(
    "How long a voucher waits for its claim at most, in seconds. Less than SESSION_WITHDRAW_DELAY_S.",
  ),
  SESSION_MAX_UNCLAIMED_USD: withDefault(Dollars, "100").describe(
    "The most that unclaimed vouchers of all sessions may be worth, in dollars, and so the most that can be lost to payers who " +
      "withdraw while no claim can be sent. Beyond it no voucher is sold; half of it is claimed at once. Absent: 100.",
  ),
  SESSION_CHANNEL_MAX_UNCLAIMED_USD: withDefault(Dollars, "5").describe(
    "The same for one session, in dollars. At least 1, so that every price fits. Absent: 5.",
  ),
}

/** In atomic units. The highest price of an endpoint is below it. */
const MIN_UNCLAIMED = 1_000_000n

type Given = z.output<z.ZodObject<typeof sessionFields>> & {
  readonly MODE: "sandbox" | "live"
}

/** How sessions are sold and claimed. */
export type SessionSettings = {
  readonly privateKey: `0x${string}`
  readonly minDeposit: Usdc
  readonly withdrawDelayS: number
  readonly claimThreshold: Usdc
  readonly claimIntervalMs: number
  /** Unclaimed charges beyond which no voucher is sold: of all channels, and of one. */
  readonly maxUnclaimed: Usdc
  readonly maxChannelUnclaimed: Usdc
}

/** `null`: sessions are off. */
export function toSessionSettings(env: Given): SessionSettings | null {
  const isOn = env.SESSIONS ?? env.MODE === "sandbox"
  if (!isOn || env.SESSION_PRIVATE_KEY === undefined) return null
  return {
    privateKey: env.SESSION_PRIVATE_KEY,
    minDeposit: env.SESSION_MIN_DEPOSIT,
    withdrawDelayS: env.SESSION_WITHDRAW_DELAY_S,
    claimThreshold: env.SESSION_CLAIM_THRESHOLD,
    claimIntervalMs: env.SESSION_CLAIM_INTERVAL_S * 1_000,
    maxUnclaimed: env.SESSION_MAX_UNCLAIMED_USD,
    maxChannelUnclaimed: env.SESSION_CHANNEL_MAX_UNCLAIMED_USD,
  }
}

export function sessionProblems(env: Given): readonly string[] {
  const { SESSIONS: isOn, SESSION_PRIVATE_KEY: key } = env
  if (isOn === true && key === undefined) return ["SESSION_PRIVATE_KEY: required with SESSIONS=on"]
  const isLate = env.SESSION_CLAIM_INTERVAL_S >= env.SESSION_WITHDRAW_DELAY_S
  const { SESSION_CHANNEL_MAX_UNCLAIMED_USD: ofChannel, SESSION_MAX_UNCLAIMED_USD: ofAll } = env
  return [
    ...(ofChannel < MIN_UNCLAIMED ? ["SESSION_CHANNEL_MAX_UNCLAIMED_USD: must be at least 1"] : []),
    ...(ofAll < ofChannel ? ["SESSION_MAX_UNCLAIMED_USD: must be at least SESSION_CHANNEL_MAX_UNCLAIMED_USD"] : []),
    ...(isLate ? ["SESSION_CLAIM_INTERVAL_S: must be less than SESSION_WITHDRAW_DELAY_S"] : []),
  ]
}
