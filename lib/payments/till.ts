import { domainSeparator } from "@/lib/chain/authorization-digest"
import { settlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { ComingBack } from "@/lib/ledger/coming-back"
import type { Ledger } from "@/lib/ledger/ledger"
import type { Sharing } from "@/lib/ledger/sharing"
import { type ChainSettlerOptions, createChainSettler } from "./chain-settler"
import { createGate, type Gate } from "./gate"
import { idempotentGate } from "./idempotent-gate"
import type { PaymentTerms } from "./requirements"
import type { Settler } from "./settler"
import { createSharedSettler } from "./shared-settler"
import type { Sleep } from "./sleep"

export type TillOptions = GateTerms & ({ readonly settlerPrivateKey: `0x${string}` } | { readonly settler: Settler })

type GateTerms = {
  readonly ledger: Ledger
  readonly comingBack: ComingBack
  /** Absent: this process is the only one that has the ledger. */
  readonly sharing?: Sharing
  readonly chain: UsdcChain
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

/** How long a payer waits before it hears `pending`. */
export const SETTLEMENT_WAIT_MS = 20_000
const MAX_FEE_PER_GAS = 5_000_000_000n
/** 15 blocks of Base. */
const REPLACE_AFTER_MS = 30_000

/**
 * Opens the till of this process and takes up what the one before it left.
 *
 * Recovery goes on while the till is open: a payer who comes back meanwhile waits for it, or hears `pending`.
 */
export async function openTill(options: TillOptions): Promise<Till> {
  const { ledger, chain, chainId, terms, clock, sleep, warn } = options
  const settler = "settler" in options ? options.settler : await openKeySettler(options, options.settlerPrivateKey)
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
  const ports = { ledger, chain, terms, domainSeparator: separator, clock }
  return { gate: idempotentGate(gate, { ...ports, ...options.comingBack }), settler }
}

function openKeySettler(options: GateTerms, privateKey: `0x${string}`): Promise<Settler> {
  const { ledger, sharing, chain, chainId, clock, sleep, warn } = options
  const account = settlementAccount(privateKey)
  const limits = { maxFeePerGas: MAX_FEE_PER_GAS, replaceAfterMs: REPLACE_AFTER_MS, waitMs: SETTLEMENT_WAIT_MS }
  return openSettler({ ledger, chain, account, chainId, clock, sleep, ...limits, log: warn }, sharing)
}

async function openSettler(options: ChainSettlerOptions, sharing: Sharing | undefined): Promise<Settler> {
  const { ledger, clock } = options
  if (sharing === undefined) {
    // Whatever was claimed before this process started is abandoned.
    await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, clock())
    return createChainSettler(options)
  }
  return createSharedSettler({
    ...options,
    sharing,
    account: options.account.address,
    openSettler: (fenced, announce) => createChainSettler({ ...options, ledger: fenced, announce }),
  })
}
