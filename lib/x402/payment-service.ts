import { withUntrustedLimits } from "@/lib/x402/chain/untrusted-limits"
import { payerDigest } from "@/lib/x402/chain/authorization"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { RedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import { type Ledger, SETTLEMENT_WAIT_MS } from "@/lib/x402/ledger/ledger"
import type { Authorization } from "@/lib/x402/ledger/payment"
import type { SettlementCluster } from "@/lib/x402/ledger/settlement-cluster"
import { createAdmission } from "@/lib/x402/gate/admission"
import { createGasGuard, type GasGuard } from "@/lib/x402/gate/gas-guard"
import { isSignedByKey } from "./gate/verify-authorization"
import { createGate, type Gate } from "@/lib/x402/gate/gate"
import { idempotentGate } from "@/lib/x402/gate/idempotent-gate"
import { createRedeliverBySignIn, type RedeliverBySignIn } from "@/lib/x402/gate/sign-in-redelivery"
import { createVerifySignIn, type VerifySignIn } from "@/lib/x402/gate/verify-sign-in"
import type { SessionGate } from "@/lib/x402/sessions/session-gate"
import { type ChainSettlerOptions, createChainSettler } from "@/lib/x402/settlement/chain-settler"
import type { ProfitLimit } from "./settlement/settlement-fees"
import type { SalesPause } from "./errors"
import { createSettlementFunds } from "./settlement/settlement-funds"
import { settlementPause } from "./settlement/settlement-pause"
import type { ListingTerms } from "./settlement/listing"
import type { SettlementObserver, Settler } from "./settlement/settler"
import { createSharedSettler } from "@/lib/x402/sharing/shared-settler"
import type { Offer, PaymentTerms } from "@/lib/x402/wire/requirements"

export type PaymentServiceOptions = GateOptions & (OwnKeys | { readonly settler: Settler })

type OwnKeys = { readonly settlerPrivateKey: `0x${string}`; readonly settlement?: SettlementLimits }

/** Limits for the accounts that submit payments. */
export type SettlementLimits = {
  /** Keys of accounts beside the first. */
  readonly furtherPrivateKeys: readonly `0x${string}`[]
  /** In wei per gas. Nothing is sent above it. */
  readonly maxFeePerGas: bigint
  readonly replaceAfterMs: number
  /** The gas alarm is raised when the ether suffices for fewer full batches. */
  readonly alarmBatches: number
  /** Absent: the cost of gas is not compared with prices. */
  readonly profit?: ProfitLimit
  /** All prices that payments can have, in atomic USDC. */
  readonly prices?: readonly bigint[]
  /** Absent: no sale is handed to a facilitator. */
  readonly listing?: ListingTerms
}

/** The default of SETTLEMENT_MAX_REFUSED_SHARE. */
const MAX_REFUSED_SHARE = 0.2

const DEFAULT_SETTLEMENT_LIMITS: SettlementLimits = {
  furtherPrivateKeys: [],
  maxFeePerGas: 100_000_000n,
  replaceAfterMs: 30_000,
  alarmBatches: 50,
}

type GateOptions = {
  readonly ledger: Ledger
  readonly redeliveryStores: RedeliveryStores
  /** Absent when this process is the only one that uses the ledger. */
  readonly cluster?: SettlementCluster
  readonly chain: UsdcChain
  readonly chainId: number
  /** Absent: without sessions, which share it. */
  readonly guard?: GasGuard
  readonly terms: PaymentTerms
  /** How long a signed-in payer can fetch its answers again. */
  readonly redeliveryWindowMs: number
  /**
   * The same for a request with the payment but without a sign-in: the chain publishes payments. Default: the same
   * length.
   */
  readonly resendWindowMs?: number
  readonly confirmations: number
  /** Why an offer is not sold now. Absent: gas and facilitator alone decide. */
  readonly pauseOf?: (offer: Offer) => SalesPause | null
  /** Absent while sessions are off. */
  readonly payByChannel?: SessionGate
  readonly clock: Clock
  readonly sleep: Sleep
  readonly warn: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly observe?: SettlementObserver
  /** Wraps the settlement of each payment that a request waits for. */
  readonly traceSettle?: (settle: Settler["settle"]) => Settler["settle"]
  /** The anchor of the record for the next settlement transaction; `null` when none is due. Never rejects. */
  readonly anchor?: () => Promise<RecordAnchor | null>
}

export type PaymentService = { readonly gate: PaymentGate; readonly settler: Settler }

/** Takes payments, and redelivers the purchases of a signed-in wallet. */
export type PaymentGate = Gate & {
  readonly verifySignIn: VerifySignIn
  readonly redeliverBySignIn: RedeliverBySignIn
  /** Absent while sessions are off. */
  readonly payByChannel?: SessionGate
}

/**
 * Creates the gate and the settler of this process and recovers the unfinished payments of an earlier process.
 *
 * Recovery runs in the background. A payer who repeats a request during recovery waits for it, or gets `pending`.
 */
export async function createPaymentService(options: PaymentServiceOptions): Promise<PaymentService> {
  const { ledger, chain, chainId, terms, clock, sleep, warn } = options
  const digest = payerDigest({ ...terms.domain, chainId, verifyingContract: terms.asset })
  const isByKey = (authorization: Authorization) => isSignedByKey(authorization, digest)
  const guard = options.guard ?? createGasGuard({ chain, clock, sleep, maxRefusedShare: MAX_REFUSED_SHARE, log: warn })
  const settler = "settler" in options ? options.settler : await openKeySettler({ ...options, isByKey, guard })
  void settler.recover().catch((error: unknown) => warn("settler_recovery_failed", { err: error }))
  const { redeliveryWindowMs, resendWindowMs = redeliveryWindowMs, redeliveryStores } = options
  // Limits the reads that requests cause. Settlement uses the chain without limits.
  const limitedChain = withUntrustedLimits(chain)
  const { traceSettle = (settle) => settle } = options
  const traced = { settle: traceSettle((payment) => settler.settle(payment)) }
  const admission = createAdmission({ settler: traced, guard, clock, log: warn, ...observing(options) })
  const gate = createGate({
    ledger,
    chain: limitedChain,
    settler: admission,
    guard,
    admission,
    pauseOf: options.pauseOf ?? (({ contract }) => settlementPause(settler.status(), contract.price)),
    terms,
    payerDigest: digest,
    clock,
    sleep,
    resendWindowMs,
    confirmations: options.confirmations,
    paysGas: !("settler" in options),
  })
  const ports = {
    ...redeliveryStores,
    ledger,
    chain: limitedChain,
    terms,
    payerDigest: digest,
    clock,
    redeliveryWindowMs,
  }
  const { payByChannel } = options
  const verifySignIn = createVerifySignIn(ports)
  const redeliverBySignIn = createRedeliverBySignIn({ ...ports, verifySignIn })
  return {
    gate: { ...idempotentGate(gate, ports), verifySignIn, redeliverBySignIn, ...(payByChannel && { payByChannel }) },
    settler,
  }
}

function observing({ observe }: GateOptions): { readonly observe?: SettlementObserver } {
  return observe === undefined ? {} : { observe }
}

type KeySettlerOptions = GateOptions & OwnKeys & Pick<ChainSettlerOptions, "isByKey" | "guard">

async function openKeySettler(options: KeySettlerOptions): Promise<Settler> {
  const { ledger, cluster, chain, chainId, isByKey, guard, clock, sleep, warn: log } = options
  const { settlerPrivateKey, settlement = DEFAULT_SETTLEMENT_LIMITS, anchor } = options
  const { furtherPrivateKeys, maxFeePerGas, replaceAfterMs, alarmBatches, prices = [] } = settlement
  const profit = settlement.profit && { profit: settlement.profit }
  // Two accounts with one key would count the same nonces twice.
  const accounts = [...new Set([settlerPrivateKey, ...furtherPrivateKeys].map(lowerHex))].map(settlementAccount)
  const addresses = accounts.map(({ address }) => address)
  const funds = createSettlementFunds({ chain, addresses, alarmBatches, maxFeePerGas, ...profit, prices, clock, log })
  const pace = {
    maxFeePerGas,
    replaceAfterMs,
    waitMs: SETTLEMENT_WAIT_MS,
    ...profit,
    ...(anchor && { anchor }),
    ...(settlement.listing && { listing: settlement.listing }),
  }
  const ports = { ledger, chain, accounts, funds, chainId, isByKey, guard, clock, sleep, log, ...observing(options) }
  const settler = await openSettler({ ...ports, ...pace }, cluster)
  return {
    ...settler,
    status: () => ({ ...settler.status(), gas: funds.status() }),
    readFunds: () => void funds.refresh(),
  }
}

async function openSettler(options: ChainSettlerOptions, cluster: SettlementCluster | undefined): Promise<Settler> {
  const { ledger, clock } = options
  if (cluster === undefined) {
    // Claims from before the start of this process have no owner any more.
    await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, clock())
    return createChainSettler(options)
  }
  return createSharedSettler({
    ...options,
    cluster,
    account: options.accounts[0]?.address ?? null,
    openSettler: (fenced, announce) => createChainSettler({ ...options, ledger: fenced, announce }),
  })
}
