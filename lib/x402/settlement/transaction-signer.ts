import { parseTransaction } from "viem"
import { keccak256 } from "@/lib/x402/chain/crypto"
import { ANCHOR_GAS, withAnchor } from "@/lib/x402/chain/record-anchor"
import type { SettlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, isOver } from "@/lib/domain/clock"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import type { SettlementTransaction } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { OutOfGasError } from "@/lib/x402/errors"
import { fairFees, type Fees, feesWithin, isProfitable, type ProfitLimit, raisedFees } from "./settlement-fees"

export type TransactionSignerOptions = {
  readonly chain: Pick<UsdcChain, "nextNonce" | "gasPrice" | "settlementCall">
  readonly account: SettlementAccount
  readonly chainId: number
  readonly clock: Clock
  /** Wei per gas above which nothing is signed. */
  readonly maxFeePerGas: bigint
  /** Absent: the cost of gas is not compared with the amounts of the payments. */
  readonly profit?: ProfitLimit
  /** The anchor of the record for the next transaction; `null` when none is due. Never rejects. */
  readonly anchor?: () => Promise<RecordAnchor | null>
}

/** Signs the transactions of one account and manages its nonces. */
export type TransactionSigner = {
  /** Takes a nonce, which is held until one of the calls below. Rejects, holding none, on RPC faults and when gas is too expensive for these payments. */
  sign(payments: readonly PaymentToSettle[], gas: bigint): Promise<SettlementTransaction>
  /**
   * Signs with the nonce of a stuck transaction, for higher fees and at least its gas limit. Rejects when the fees reach the
   * ceiling. An empty replacement has only the gas that it needs, and at the ceiling the same fees.
   */
  replace(
    stuck: SettlementTransaction,
    payments: readonly PaymentToSettle[],
    gas: bigint,
  ): Promise<SettlementTransaction>
  /** Reserves the nonce of a transaction of an earlier process. */
  hold(nonce: number): void
  /** No node has this transaction, so its nonce is free. */
  giveBack(nonce: number): void
  /** A block has a transaction with this nonce. */
  spent(nonce: number): void
  /** No lower nonce is reserved, so the transaction waits for no other. */
  isFirst(nonce: number): boolean
  /** A lower nonce has no transaction, so no block can include this one. Rejects on RPC faults. */
  isGapBelow(nonce: number): Promise<boolean>
}

const FEE_REFRESH_MS = 10_000

export function createTransactionSigner(options: TransactionSignerOptions): TransactionSigner {
  const { chain, account, clock, maxFeePerGas: ceiling } = options
  const held = new Set<number>()
  let next: number | null = null
  let lowest = 0
  let going = { gasPrice: 0n, readAtMs: Number.NEGATIVE_INFINITY }

  async function sign(payments: readonly PaymentToSettle[], gas: bigint): Promise<SettlementTransaction> {
    const gasPrice = await priceNow()
    const fees = feesWithin(ceiling, gasPrice)
    if (fees === null) throw priceTooHigh(gasPrice)
    if (options.profit && !isProfitable(options.profit, payments, gasPrice)) throw unprofitable(gasPrice)
    const anchor = (await options.anchor?.()) ?? undefined
    const nonce = await takeNonce()
    try {
      return await signWith(payments, { nonce, gas: anchor === undefined ? gas : gas + ANCHOR_GAS, ...fees }, anchor)
    } catch (cause) {
      giveBack(nonce)
      throw cause
    }
  }

  async function replace(
    stuck: SettlementTransaction,
    payments: readonly PaymentToSettle[],
    leastGas: bigint,
  ): Promise<SettlementTransaction> {
    const { gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(stuck.raw)
    const own = { maxFeePerGas, maxPriorityFeePerGas }
    const raised = raisedFees(own, fairFees(await priceNow()), ceiling)
    if (payments.length === 0) return signWith([], { nonce: stuck.nonce, gas: leastGas, ...(raised ?? own) })
    if (raised === null) throw priceTooHigh(maxFeePerGas)
    return signWith(payments, { nonce: stuck.nonce, gas: gas > leastGas ? gas : leastGas, ...raised }, stuck.anchor)
  }

  async function signWith(
    payments: readonly PaymentToSettle[],
    terms: Fees & { readonly nonce: number; readonly gas: bigint },
    anchor?: RecordAnchor,
  ): Promise<SettlementTransaction> {
    const { to, data } = chain.settlementCall(payments.map((payment) => payment.authorization))
    const call = { to, data: anchor === undefined ? data : withAnchor(data, anchor) }
    const raw = await account.signTransaction({ type: "eip1559", chainId: options.chainId, ...terms, ...call })
    const { nonce, maxFeePerGas } = terms
    const transaction = { hash: keccak256(raw), signer: account.address, nonce, raw, maxFeePerGas }
    return anchor === undefined ? transaction : { ...transaction, anchor }
  }

  /**
   * The node counts the transactions that it has seen. A recorded transaction can still be on its way to the node, so a reserved
   * nonce is never used again.
   */
  async function takeNonce(): Promise<number> {
    const nonce = freeFrom(next ?? (await chain.nextNonce(account.address)))
    held.add(nonce)
    next = nonce + 1
    return nonce
  }

  function freeFrom(first: number): number {
    let nonce = Math.max(first, lowest)
    while (held.has(nonce)) nonce += 1
    return nonce
  }

  function giveBack(nonce: number): void {
    held.delete(nonce)
    next = null
    going = { ...going, readAtMs: Number.NEGATIVE_INFINITY }
  }

  function spent(nonce: number): void {
    held.delete(nonce)
    lowest = Math.max(lowest, nonce + 1)
  }

  async function priceNow(): Promise<bigint> {
    if (isOver({ sinceMs: going.readAtMs, lengthMs: FEE_REFRESH_MS, nowMs: clock() })) {
      going = { gasPrice: await chain.gasPrice(), readAtMs: clock() }
    }
    return going.gasPrice
  }

  return {
    sign,
    replace,
    hold: (nonce) => void held.add(nonce),
    giveBack,
    spent,
    isFirst: (nonce) => ![...held].some((other) => other < nonce),
    async isGapBelow(nonce) {
      const isGap = freeFrom(await chain.nextNonce(account.address)) < nonce
      if (isGap) next = null
      return isGap
    },
  }
}

function priceTooHigh(feePerGas: bigint): Error {
  return new OutOfGasError(`Gas costs ${feePerGas} wei, above the ceiling.`)
}

function unprofitable(feePerGas: bigint): Error {
  return new OutOfGasError(`Gas costs ${feePerGas} wei, too much for the price of these payments.`)
}
