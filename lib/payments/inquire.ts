import type { Transfer } from "@/lib/chain/find-transfer"
import type { Preflight } from "@/lib/chain/preflight"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Authorization } from "@/lib/ledger/payment"
import { diagnose } from "./diagnose"
import type { PaymentReason } from "./reason"
import type { Sleep } from "./sleep"

/** A node behind a balancer may show that a proof is spent before it can show the transfer. */
const LOOKS = 4
const LOOK_AGAIN_MS = 250

/**
 * What became of a proof, by the chain alone: the transfer that spent it, or why none can; neither when it is as good
 * as new.
 */
export async function inquire(
  authorization: Authorization,
  { chain, sleep }: { readonly chain: Pick<UsdcChain, "findTransfer" | "preflight">; readonly sleep: Sleep },
): Promise<{ readonly transfer: Transfer | null; readonly reason: PaymentReason | null }> {
  for (let look = 1; ; look += 1) {
    const transfer = await chain.findTransfer(authorization)
    if (transfer) return { transfer, reason: null }
    const state: Preflight = await chain.preflight(authorization)
    if (!state.used || look === LOOKS) return { transfer: null, reason: diagnose(authorization, state) }
    await sleep(LOOK_AGAIN_MS)
  }
}
