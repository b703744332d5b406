import { dollars } from "@/lib/client/format/money"
import type { PaymentResponse, SessionPayment } from "@/lib/client/purchase/wire"
import type { Step } from "./step"

/** The total of a payment's voucher, and its channel. */
export function sessionTypedDataStep({ payload }: SessionPayment): Step {
  const { channelConfig, voucher } = payload
  const { channelId, maxClaimableAmount } = voucher
  const total = dollars(maxClaimableAmount)
  return {
    id: "typed-data",
    title: "Voucher",
    state: "done",
    note: `Voucher (EIP-712): the service may claim up to ${total} from this channel in total, earlier answers included.`,
    durationMs: null,
    evidence: [
      { kind: "json", label: "Voucher", value: { channelId, maxClaimableAmount } },
      { kind: "json", label: "Channel", value: channelConfig },
    ],
  }
}

export function sessionAllowance({ payload }: SessionPayment): string {
  if (payload.type !== "deposit")
    return "Signed by the session's key in this browser, without a prompt and without gas."
  return `Your wallet signed the deposit of ${dollars(payload.deposit.amount)} into the channel; the session's key signed the voucher.`
}

/** The remaining balance of the channel after this answer; `null` for a payment by transfer. */
export function chargeText({ extra, transaction }: PaymentResponse): string | null {
  const state = extra?.channelState
  if (state?.chargedCumulativeAmount === undefined) return null
  const left = BigInt(state.balance) - BigInt(state.chargedCumulativeAmount)
  const charge = `${dollars(extra?.chargedAmount ?? "0")} charged to the channel: ${dollars(state.chargedCumulativeAmount)} in total, ${dollars(left)} left.`
  return transaction
    ? `${charge} Deposited by transaction ${transaction}.`
    : `${charge} The service claims it on chain later.`
}
