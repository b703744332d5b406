import { parseTransaction } from "viem"
import { aggregateLimited, type LimitedCall, limitedMulticallOn } from "@/lib/x402/chain/multicall"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { keccak256 } from "@/lib/x402/chain/crypto"
import type { SettlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"
import type { SettlementTransaction } from "@/lib/x402/ledger/ledger"
import { type Fees, fairFees, feesWithin, raisedFees } from "@/lib/x402/settlement/settlement-fees"

export type ChannelSignerOptions = {
  readonly account: SettlementAccount
  readonly chain: Pick<UsdcChain, "gasPrice">
  readonly chainId: number
  /** Wei per gas above which nothing is signed. */
  readonly maxFeePerGas: bigint
}

type Call = { readonly to: `0x${string}`; readonly data: `0x${string}` }
const GAS_OF_NOTHING = 21_000n

type Terms = Fees & Call & { readonly nonce: number; readonly gas: bigint }

/** Signs transactions of channel operations. Rejects on RPC faults and when gas is too expensive. */
export function createChannelSigner({ account, chain, chainId, maxFeePerGas }: ChannelSignerOptions) {
  const multicall = limitedMulticallOn(chainId)

  async function signWith(terms: Terms): Promise<SettlementTransaction> {
    const raw = await account.signTransaction({ type: "eip1559", chainId, ...terms })
    const { nonce, maxFeePerGas: fee } = terms
    return { hash: keccak256(raw), signer: account.address, nonce, raw, maxFeePerGas: fee }
  }

  /** Operations that share a transaction use no more gas than their own limit. */
  function callOf(operations: readonly ChannelOperation[]): Call {
    const calls = operations.map(({ call: data, gas }): LimitedCall => ({ target: BATCH_SETTLEMENT, data, gas }))
    const [only] = calls
    if (only && calls.length === 1) return { to: only.target, data: only.data }
    return { to: multicall, data: aggregateLimited(calls) }
  }

  async function currentFees(): Promise<Fees> {
    const gasPrice = await chain.gasPrice()
    const fees = feesWithin(maxFeePerGas, gasPrice)
    if (fees === null) throw new Error(`Gas costs ${gasPrice} wei, above the ceiling.`)
    return fees
  }

  return {
    sign: async (operations: readonly ChannelOperation[], nonce: number, gas: bigint): Promise<SettlementTransaction> =>
      signWith({ ...callOf(operations), nonce, gas, ...(await currentFees()) }),

    /** A transaction that does nothing but use its nonce. */
    empty: async (nonce: number): Promise<SettlementTransaction> =>
      signWith({ to: account.address, data: "0x", nonce, gas: GAS_OF_NOTHING, ...(await currentFees()) }),

    /** The same call with the same nonce and gas, for higher fees. */
    async replace(stuck: SettlementTransaction): Promise<SettlementTransaction> {
      const {
        to,
        data = "0x",
        gas = 0n,
        maxFeePerGas: fee = 0n,
        maxPriorityFeePerGas = 0n,
      } = parseTransaction(stuck.raw)
      if (!to) throw new Error("The recorded transaction calls nothing.")
      const own = { maxFeePerGas: fee, maxPriorityFeePerGas }
      const fees = raisedFees(own, fairFees(await chain.gasPrice()), maxFeePerGas)
      if (fees === null) throw new Error(`Gas costs more than ${maxFeePerGas} wei, the ceiling.`)
      return signWith({ to, data, nonce: stuck.nonce, gas, ...fees })
    },
  }
}
