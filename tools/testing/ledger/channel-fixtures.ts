import { numberToHex } from "viem"
import { usdc } from "@/lib/domain/usdc"
import type { ChannelRead } from "@/lib/x402/chain/channels/channel-chain"
import { type Charge, type NewOperation, refundOperationId } from "@/lib/x402/ledger/channels/channel"

export const NOW = 1_790_000_000_000
export const PRICE = usdc(50_000n)
export const NETWORK = "eip155:8453"

export const idOf = (n: number) => numberToHex(n, { size: 32 })
export const address = (n: number) => numberToHex(n, { size: 20 })
export const config = {
  payer: address(1),
  payerAuthorizer: address(2),
  receiver: address(3),
  receiverAuthorizer: address(4),
  token: address(5),
  withdrawDelayS: 900,
  salt: idOf(9),
}
export const OURS = { authorizer: config.receiverAuthorizer, except: [] }
export const read = (changes: Partial<ChannelRead> = {}): ChannelRead => ({
  balance: 1_000_000n,
  totalClaimed: 0n,
  withdrawRequestedS: 0,
  refundNonce: 0n,
  blockNumber: 7n,
  ...changes,
})

export const chargeOf = (n: number, total: bigint, changes: Partial<Charge> = {}): Charge => ({
  channel: { id: idOf(n), network: NETWORK, config, refunds: 0 },
  voucher: { channelId: idOf(n), total, signature: numberToHex(total, { size: 65 }) },
  price: PRICE,
  resource: "GET /api/quote/BTC",
  endpoint: "quote",
  answer: { body: `{"total":"${total}"}`, etag: null },
  nowMs: NOW,
  ...changes,
})
export const refund = (n: number): NewOperation => ({
  id: refundOperationId(idOf(n), 0n),
  kind: "refund",
  channelIds: [idOf(n)],
  amount: 1n,
  call: "0x01",
  gas: 1n,
  validUntilS: null,
  isIsolated: false,
})
/** A deposit whose answer costs the price. */
export const deposit = (n: number, id = `deposit/${n}`): NewOperation => ({
  ...refund(n),
  id,
  kind: "deposit",
  amount: 500_000n,
})
export const transaction = { hash: idOf(70), signer: address(6), nonce: 3, raw: "0x02", maxFeePerGas: 1n } as const
export const mined = { hash: transaction.hash, blockNumber: 9n, blockHash: idOf(71), gasUsed: 5n }

/** A refund of this nonce, with a transaction of its own when it is sent. */
export const part = (nonce: number, amount: bigint) => ({
  operation: { ...refund(1), id: refundOperationId(idOf(1), BigInt(nonce)), amount },
  transaction: { ...transaction, hash: idOf(90 + nonce), nonce },
})
export const done = { isDone: true, reason: null }
