import type { SessionPayment } from "@/lib/client/purchase/wire"
import { voucherSigner } from "@/lib/client/sessions/channel"

/** Recovers the key that signed a voucher. */
export function recoverVoucherSigner({ payload }: SessionPayment, chainId: number): Promise<string | null> {
  const { channelId, maxClaimableAmount, signature } = payload.voucher
  return voucherSigner({ channelId, total: BigInt(maxClaimableAmount), signature }, chainId)
}
