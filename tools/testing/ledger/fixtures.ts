import { numberToHex } from "viem"
import { usdc } from "@/lib/domain/usdc"
import type { MinedTransaction, SettlementTransaction } from "@/lib/x402/ledger/ledger"
import {
  type Answer,
  type Authorization,
  type PaymentToSettle,
  paymentId,
  type Purchase,
} from "@/lib/x402/ledger/payment"

export const SIGNER = "0x00000000000000000000000000000000000005e1"

export const SOLD: Answer = { body: '{"sold":true}', etag: null }

/** The n-th payer's purchase of the same thing; every field may be changed. */
export function purchase(
  n: number,
  changes: Partial<Omit<Purchase, "authorization">> & { readonly authorization?: Partial<Authorization> } = {},
): Purchase {
  const { authorization, ...rest } = changes
  return {
    network: "eip155:8453",
    asset: "0x262bf353678ad400921d1a7bb936090a579d1564",
    resource: "GET /api/signal/BTC",
    endpoint: "signal",
    ...rest,
    authorization: {
      from: numberToHex(n + 1, { size: 20 }),
      to: "0x00000000000000000000000000000000000fee01",
      value: usdc(50_000n),
      validAfterS: 0,
      validBeforeS: 2_000_000_000,
      nonce: numberToHex(n, { size: 32 }),
      signature: numberToHex(n, { size: 65 }),
      deployment: null,
      ...authorization,
    },
  }
}

export function idOf(n: number): string {
  return paymentId(purchase(n))
}

/** The n-th purchase, as a settler sends it. */
export function payable(n: number): PaymentToSettle {
  return { id: idOf(n), authorization: purchase(n).authorization }
}

export function transaction(nonce: number, signer: `0x${string}` = SIGNER): SettlementTransaction {
  return { hash: numberToHex(0xaa00 + nonce, { size: 32 }), signer, nonce, raw: "0x02", maxFeePerGas: 7n }
}

export function mined(nonce: number): MinedTransaction & { readonly blockHash: `0x${string}` } {
  const blockHash = numberToHex(0xb10c + nonce, { size: 32 })
  return { hash: transaction(nonce).hash, blockNumber: 12n, blockHash, gasUsed: 99_000n, feeWei: 990_000n }
}
