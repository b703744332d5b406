import { domainSeparator } from "@/lib/chain/authorization-digest"
import { settlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import { createChainSettler } from "./chain-settler"
import { createGate, type Gate } from "./gate"
import type { PaymentTerms } from "./requirements"
import type { Settler } from "./settler"
import type { Sleep } from "./sleep"

export type TillOptions = {
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly settlerPrivateKey: `0x${string}`
  readonly chainId: number
  readonly terms: PaymentTerms
  readonly redeliveryWindowMs: number
  readonly confirmations: number
  readonly clock: Clock
  readonly sleep: Sleep
  readonly warn: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Where money is taken: a gate, and the settler behind it. */
export type Till = { readonly gate: Gate; readonly settler: Settler }

const SETTLEMENT_WAIT_MS = 20_000
const MAX_FEE_PER_GAS = 5_000_000_000n

/**
 * Opens the till of this process and takes up what the one before it left.
 *
 * Recovery goes on while the till is open: a payer who comes back meanwhile waits for it, or hears `pending`.
 */
export async function openTill(options: TillOptions): Promise<Till> {
  const { ledger, chain, settlerPrivateKey, chainId, terms, clock, sleep, warn } = options
  const account = settlementAccount(settlerPrivateKey)
  const limits = { maxFeePerGas: MAX_FEE_PER_GAS, waitMs: SETTLEMENT_WAIT_MS }
  const settler = createChainSettler({ ledger, chain, account, chainId, clock, sleep, ...limits, log: warn })
  // This process is the only one on an embedded database: whatever was claimed before it started is abandoned.
  await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, clock())
  void settler.recover().catch((error: unknown) => warn("settler_recovery_failed", { err: error }))
  const separator = domainSeparator({ ...terms.domain, chainId, verifyingContract: terms.asset })
  const { redeliveryWindowMs, confirmations } = options
  const gate = createGate({
    ledger,
    chain,
    settler,
    terms,
    domainSeparator: separator,
    clock,
    sleep,
    redeliveryWindowMs,
    confirmations,
  })
  return { gate, settler }
}
