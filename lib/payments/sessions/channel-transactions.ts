import { parseTransaction } from "viem"
import { aggregate, type Call, MULTICALL3 } from "@/lib/chain/multicall"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { keccak256 } from "@/lib/chain/crypto"
import type { SettlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { ChannelOperation } from "@/lib/ledger/channels/channel"
import type { SettlementTransaction } from "@/lib/ledger/ledger"
import { type Fees, fairFees, feesWithin, raisedFees } from "@/lib/payments/settlement/settlement-fees"

export type ChannelSignerOptions = {
  readonly account: SettlementAccount
  readonly chain: Pick<UsdcChain, "nextNonce" | "gasPrice">
  readonly chainId: number
  /** Wei per gas above which nothing is signed. */
  readonly maxFeePerGas: bigint
}

type Terms = Fees & { readonly nonce: number; readonly gas: bigint }

/** Signs transactions of channel operations. Rejects on RPC faults and when gas is too expensive. */
export function createChannelSigner({ account, chain, chainId, maxFeePerGas }: ChannelSignerOptions) {
  async function signWith(operations: readonly ChannelOperation[], terms: Terms): Promise<SettlementTransaction> {
    const calls = operations.map(({ call }): Call => [BATCH_SETTLEMENT, call])
    const [only] = calls
    const [to, data] = only && calls.length === 1 ? only : ([MULTICALL3, aggregate(calls)] as const)
    const raw = await account.signTransaction({ type: "eip1559", chainId, to, data, ...terms })
    const { nonce, maxFeePerGas: fee } = terms
    return { hash: keccak256(raw), signer: account.address, nonce, raw, maxFeePerGas: fee }
  }

  return {
    /** Signs with the next nonce of the account. The account has no pending transaction. */
    async sign(operations: readonly ChannelOperation[], gas: bigint): Promise<SettlementTransaction> {
      const gasPrice = await chain.gasPrice()
      const fees = feesWithin(maxFeePerGas, gasPrice)
      if (fees === null) throw new Error(`Gas costs ${gasPrice} wei, above the ceiling.`)
      return signWith(operations, { nonce: await chain.nextNonce(account.address), gas, ...fees })
    },

    /** The same operations with the same nonce and gas, for higher fees. */
    async replace(
      stuck: SettlementTransaction,
      operations: readonly ChannelOperation[],
    ): Promise<SettlementTransaction> {
      const { gas = 0n, maxFeePerGas: fee = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(stuck.raw)
      const own = { maxFeePerGas: fee, maxPriorityFeePerGas }
      const fees = raisedFees(own, fairFees(await chain.gasPrice()), maxFeePerGas)
      if (fees === null) throw new Error(`Gas costs more than ${maxFeePerGas} wei, the ceiling.`)
      return signWith(operations, { nonce: stuck.nonce, gas, ...fees })
    },
  }
}
