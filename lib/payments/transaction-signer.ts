import { keccak256 } from "viem"
import type { SettlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { SettlementTransaction } from "@/lib/ledger/ledger"
import type { Owed } from "./settler"

export type TransactionSignerOptions = {
  readonly chain: Pick<UsdcChain, "nextNonce" | "gasPrice" | "settlementCall">
  readonly account: SettlementAccount
  readonly chainId: number
  readonly clock: Clock
  /** Wei per gas above which nothing is signed. */
  readonly maxFeePerGas: bigint
}

/** Signs the transactions of one account and keeps the books of its nonces. */
export type TransactionSigner = {
  /** Takes a nonce, which is held until one of the calls below. Rejects, holding none, on RPC faults and dear gas. */
  sign(payments: readonly Owed[], gas: bigint): Promise<SettlementTransaction>
  /** Holds the nonce of a transaction that an earlier process signed. */
  hold(nonce: number): void
  /** No node has this transaction: its nonce is free. */
  giveBack(nonce: number): void
  /** A block has a transaction with this nonce. */
  spent(nonce: number): void
}

const PRIORITY_FEE = 1_000_000n
const FEE_REFRESH_MS = 10_000

export function createTransactionSigner(options: TransactionSignerOptions): TransactionSigner {
  const { chain, account, clock } = options
  const held = new Set<number>()
  let next: number | null = null
  let lowest = 0
  let fee = { perGas: 0n, readAtMs: Number.NEGATIVE_INFINITY }

  async function sign(payments: readonly Owed[], gas: bigint): Promise<SettlementTransaction> {
    const maxFeePerGas = await currentFee()
    const nonce = await takeNonce()
    try {
      const raw = await account.signTransaction({
        type: "eip1559",
        chainId: options.chainId,
        nonce,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas: PRIORITY_FEE < maxFeePerGas ? PRIORITY_FEE : maxFeePerGas,
        ...chain.settlementCall(payments.map((payment) => payment.authorization)),
      })
      return { hash: keccak256(raw), signer: account.address, nonce, raw, maxFeePerGas }
    } catch (cause) {
      giveBack(nonce)
      throw cause
    }
  }

  /**
   * The node counts what it has seen, which may not be all that was signed: a recorded transaction can still be on
   * its way to it. So a nonce that is held is never given out again.
   */
  async function takeNonce(): Promise<number> {
    const first = next ?? (await chain.nextNonce(account.address))
    let nonce = Math.max(first, lowest)
    while (held.has(nonce)) nonce += 1
    held.add(nonce)
    next = nonce + 1
    return nonce
  }

  function giveBack(nonce: number): void {
    held.delete(nonce)
    next = null
    fee = { ...fee, readAtMs: Number.NEGATIVE_INFINITY }
  }

  function spent(nonce: number): void {
    held.delete(nonce)
    lowest = Math.max(lowest, nonce + 1)
  }

  /** Twice the going price survives six full blocks in a row (EIP-1559: +12.5 % each). */
  async function currentFee(): Promise<bigint> {
    if (clock() - fee.readAtMs >= FEE_REFRESH_MS) {
      fee = { perGas: (await chain.gasPrice()) * 2n + PRIORITY_FEE, readAtMs: clock() }
    }
    if (fee.perGas > options.maxFeePerGas) throw new Error(`Gas costs ${fee.perGas} wei, above the ceiling.`)
    return fee.perGas
  }

  return { sign, hold: (nonce) => void held.add(nonce), giveBack, spent }
}
