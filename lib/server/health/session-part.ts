import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import type { ChannelJobStatus } from "@/lib/x402/sessions/channel-job"
import type { SessionGas } from "@/lib/x402/sessions/session-account"

type Part = ResponseOf<typeof healthContract>["parts"][number]

/** A pending withdrawal that ends within this time and still has something to claim needs the operator. */
const ENDS_SOON_S = 3_600

/**
 * Whether vouchers can be claimed. Without sessions every answer is still sold by transfer, so this part is never `down`.
 */
export function sessionPart(status: ChannelJobStatus, nowMs: number): Part {
  const { exposure, maxUnclaimedUnits, blockedUnits, isSelling, lastFault, gas } = status
  const { unclaimed, oldestMs, withdrawalEndsS, waitingSinceMs } = exposure
  const leftS = withdrawalEndsS === null ? null : withdrawalEndsS - Math.floor(nowMs / 1_000)
  const isEndingSoon = leftS !== null && leftS < ENDS_SOON_S
  const isFit = isSelling && blockedUnits === 0n && gas.state === "ok" && !isEndingSoon
  return {
    name: "sessions",
    kind: "settler",
    status: isFit ? "ok" : "degraded",
    as_of: null,
    age_s: oldestMs === null ? null : Math.max(0, Math.round((nowMs - oldestMs) / 1_000)),
    source: null,
    last_error: lastFault === null ? null : "settlement",
    detail: [
      ...(isSelling ? [] : ["no voucher is sold"]),
      ...(isSelling || waitingSinceMs === null ? [] : [waitingDetail(nowMs - waitingSinceMs)]),
      gasDetail(gas),
      `$${formatUsdc(usdc(unclaimed))} of at most $${formatUsdc(usdc(maxUnclaimedUnits))} unclaimed`,
      ...(blockedUnits === 0n ? [] : [`$${formatUsdc(usdc(blockedUnits))} claimed that the payee cannot receive`]),
      ...(leftS === null ? [] : [withdrawalDetail(leftS)]),
    ].join("; "),
  }
}

function gasDetail({ state, claims }: SessionGas): string {
  switch (state) {
    case "unknown":
      return "its ether is not known"
    case "empty":
      return "no gas left for claims"
    case "fee_too_high":
      return "gas costs more than SETTLEMENT_MAX_GWEI"
    case "ok":
    case "low":
      return `gas for ${claims ?? 0} claims`
  }
}

function waitingDetail(ms: number): string {
  return `its oldest transaction has been in no block for ${Math.floor(ms / 60_000)} min`
}

function withdrawalDetail(leftS: number): string {
  return leftS <= 0
    ? "a withdrawal with unclaimed vouchers has ended"
    : `a withdrawal with unclaimed vouchers ends in ${Math.ceil(leftS / 60)} min`
}
