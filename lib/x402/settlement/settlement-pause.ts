import type { SalesPause } from "@/lib/x402/errors"
import { type GasStatus, isSettlementPaused } from "./settlement-funds"
import type { SettlerStatus } from "./settler"

/** Gas and facilitators recover within minutes, not seconds. */
const RETRY_AFTER_S = 15

/** Why no payment of this price is taken now; `null`: it is taken. */
export function settlementPause(
  { gas, facilitator }: Pick<SettlerStatus, "gas" | "facilitator">,
  price: bigint,
): SalesPause | null {
  const why = facilitator?.isCircuitOpen
    ? FACILITATOR_RESTS
    : gas !== undefined && isSettlementPaused(gas, price)
      ? gasProblem(gas)
      : null
  return why === null ? null : { part: "settler", why, code: "chain_unavailable", retryAfterS: RETRY_AFTER_S }
}

export const FACILITATOR_RESTS = "the facilitator failed several times and gets no requests for a while"

/** Why gas stops payments, of all prices or of the low ones. */
export function gasProblem({ state }: Pick<GasStatus, "state">): string {
  if (state === "empty") return "no gas left"
  return state === "price_too_high"
    ? "gas costs more than SETTLEMENT_MAX_GWEI"
    : "gas costs more than SETTLEMENT_MAX_SHARE of the price"
}
