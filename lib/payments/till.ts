import { forStrangers } from "@/lib/chain/for-strangers"
import { payerDigest } from "@/lib/chain/payer-digest"
import { settlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { ComingBack } from "@/lib/ledger/coming-back"
import { type Ledger, SETTLEMENT_WAIT_MS } from "@/lib/ledger/ledger"
import type { Authorization } from "@/lib/ledger/payment"
import type { Sharing } from "@/lib/ledger/sharing"
import { isSignedByKey } from "@/lib/payments/gate/check"
import { createGate, type Gate } from "@/lib/payments/gate/gate"
import { idempotentGate } from "@/lib/payments/gate/idempotent-gate"
import { createRevisit, type Revisit } from "@/lib/payments/gate/revisit"
import { type ChainSettlerOptions, createChainSettler } from "@/lib/payments/settlement/chain-settler"
import { createSettlementFunds, takesNone } from "@/lib/payments/settlement/settlement-funds"
import type { Settler } from "@/lib/payments/settlement/settler"
import { createSharedSettler } from "@/lib/payments/sharing/shared-settler"
import type { PaymentTerms } from "@/lib/payments/wire/requirements"

export type TillOptions = GateTerms & (OwnKeys | { readonly settler: Settler })

type OwnKeys = { readonly settlerPrivateKey: `0x${string}`; readonly settlement?: SettlementLimits }

/** How the operator's accounts submit payments. */
export type SettlementLimits = {
  /** Accounts that take turns with the first. */
  readonly furtherPrivateKeys: readonly `0x${string}`[]
  /** Wei per gas above which nothing is sent. */
  readonly maxFeePerGas: bigint
  readonly replaceAfterMs: number
  /** The gas alarm goes off below so many full batches. */
  readonly alarmBatches: number
  /** From 0 to 1: gas of refused payments relative to that of settled ones above which unproven payers wait. */
  readonly maxRefusedShare: number
}

const USUAL: SettlementLimits = {
  furtherPrivateKeys: [],
  maxFeePerGas: 5_000_000_000n,
  replaceAfterMs: 30_000,
  alarmBatches: 50,
  maxRefusedShare: 0.2,
}

type GateTerms = {
  readonly ledger: Ledger
  readonly comingBack: ComingBack
  /** Absent: this process is the only one that has the ledger. */
  readonly sharing?: Sharing
  readonly chain: UsdcChain
  readonly chainId: number
  readonly terms: PaymentTerms
  /** How long a payer who says who it is can fetch again what it bought. */
  readonly redeliveryWindowMs: number
  /** The same for the bare payment, which the chain publishes. Absent: as long. */
  readonly resendWindowMs?: number
  readonly confirmations: number
  readonly clock: Clock
  readonly sleep: Sleep
  readonly warn: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Where money is taken: a gate, and the settler behind it. */
export type Till = { readonly gate: OpenGate; readonly settler: Settler }

/** Payments, and wallets that come back for what they bought. */
export type OpenGate = Gate & { readonly revisit: Revisit }

/**
 * Opens the till of this process and takes up what the one before it left.
 *
 * Recovery goes on while the till is open: a payer who comes back meanwhile waits for it, or hears `pending`.
 */
export async function openTill(options: TillOptions): Promise<Till> {
  const { ledger, chain, chainId, terms, clock, sleep, warn } = options
  const digest = payerDigest({ ...terms.domain, chainId, verifyingContract: terms.asset })
  const isByKey = (authorization: Authorization) => isSignedByKey(authorization, digest)
  const settler = "settler" in options ? options.settler : await openKeySettler({ ...options, isByKey })
  void settler.recover().catch((error: unknown) => warn("settler_recovery_failed", { err: error }))
  const { redeliveryWindowMs, resendWindowMs = redeliveryWindowMs, comingBack } = options
  // Settlement itself waits for nobody.
  const asked = forStrangers(chain)
  const gate = createGate({
    ledger,
    chain: asked,
    settler,
    isPaused: () => takesNone(settler.status().gas),
    terms,
    payerDigest: digest,
    clock,
    sleep,
    resendWindowMs,
    confirmations: options.confirmations,
    paysGas: !("settler" in options),
  })
  const ports = { ...comingBack, ledger, chain: asked, terms, payerDigest: digest, clock, redeliveryWindowMs }
  return { gate: { ...idempotentGate(gate, ports), revisit: createRevisit(ports) }, settler }
}

type KeySettlerOptions = GateTerms & OwnKeys & Pick<ChainSettlerOptions, "isByKey">

async function openKeySettler(options: KeySettlerOptions): Promise<Settler> {
  const { ledger, sharing, chain, chainId, isByKey, clock, sleep, warn: log } = options
  const { settlerPrivateKey, settlement = USUAL } = options
  const { furtherPrivateKeys, maxFeePerGas, replaceAfterMs, alarmBatches, maxRefusedShare } = settlement
  // A key that is given twice must not count its nonces twice.
  const accounts = [...new Set([settlerPrivateKey, ...furtherPrivateKeys].map(lowerHex))].map(settlementAccount)
  const addresses = accounts.map(({ address }) => address)
  const funds = createSettlementFunds({ chain, addresses, alarmBatches, maxFeePerGas, clock, log })
  const pace = { maxFeePerGas, replaceAfterMs, waitMs: SETTLEMENT_WAIT_MS, maxRefusedShare }
  const ports = { ledger, chain, accounts, funds, chainId, isByKey, clock, sleep, log }
  const settler = await openSettler({ ...ports, ...pace }, sharing)
  return { ...settler, status: () => ({ ...settler.status(), gas: funds.status() }) }
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
    account: options.accounts[0]?.address ?? null,
    openSettler: (fenced, announce) => createChainSettler({ ...options, ledger: fenced, announce }),
  })
}
