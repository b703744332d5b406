import { depositCall } from "@/lib/x402/chain/channels/channel-calls"
import type { ChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import type { ChannelDigests } from "@/lib/x402/chain/channels/channel-digests"
import { unwrapSignature } from "@/lib/x402/chain/authorization"
import { recoverSigner } from "@/lib/x402/chain/crypto"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import {
  type Channel,
  type ChannelOperation,
  type Charge,
  depositOperationId,
} from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import type { PendingSpend } from "@/lib/x402/ledger/ledger"
import { ChainUnavailableError, OutOfGasError, OverloadedError } from "@/lib/x402/errors"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"
import type { VerificationResult } from "@/lib/x402/gate/payment-attempt"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import { isPaymentReason, type PaymentReason } from "@/lib/x402/wire/reason"
import type { ChannelLocks } from "./channel-locks"
import type { InternalOutcome } from "./session-outcome"

export type SendDepositOptions = {
  readonly channels: Pick<ChannelLedger, "beginDeposit" | "findOperation" | "openDeposits" | "unsettledPayments">
  readonly chain: Pick<ChannelChain, "depositPreflight" | "gasOf"> & Pick<UsdcChain, "hasCode" | "gasPrice">
  /** The account that sends deposits. */
  readonly sender: `0x${string}`
  readonly guard: GasGuard
  readonly network: string
  readonly digests: ChannelDigests
  /** No transaction can be sent now, because there is no gas or it costs too much. */
  readonly isPaused: () => boolean
  /** Starts the sender when it runs in this process. */
  readonly wake: () => void
  readonly clock: Clock
  readonly sleep: Sleep
}

export type DepositPayment = Extract<ChannelPayment, { type: "deposit" }>

/** A deposit that the chain would take now. */
export type VerifiedDeposit = Extract<VerificationResult, { kind: "payable" }> & { readonly isByKey: boolean }

/** Gas limit of a deposit, a wallet's own code included. The gas that it uses is measured before it is sent. */
const GAS_OF_DEPOSIT = 250_000n
const GAS_OF_CONTRACT_DEPOSIT = 600_000n
/** Gas that a deposit and the claim of its channel use at least, on the sandbox's contract. */
export const GAS_OF_SHORT_SESSION = 140_000n
/** Open deposits of one payer, and of all payers. A deposit waits for the block of those before it. */
const MAX_OPEN_OF_KEY = 3
const MAX_OPEN_OF_WALLET = 1
const MAX_OPEN = 200
/** Deposits of accounts with code are sent one by one. */
const MAX_OPEN_ISOLATED = 50
/** Of new payers with money of one source. */
const MAX_OPEN_OF_SOURCE = 10
/** More places, for payers that have paid before. */
const MORE_OPEN_OF_PROVEN = 25
const RETRY_AFTER_S = 4

/**
 * Checks the deposit of a new operation against the guards and the chain. `arrived`: its authorization is used, which only the
 * deposit itself can do, or the payer by cancelling it.
 */
export async function checkDepositOnChain(
  payment: DepositPayment,
  options: SendDepositOptions,
): Promise<PaymentReason | Error | "arrived" | VerifiedDeposit> {
  const { voucher, config, deposit } = payment
  const { chain, guard, clock } = options
  if (options.isPaused()) return new OutOfGasError()
  if (!guard.gasPrices.isWorth(GAS_OF_SHORT_SESSION, deposit.amount)) {
    return new OutOfGasError("Gas costs too much for a deposit of this amount.")
  }
  const cooling = guard.coolDown.reasonFor(config.payer)
  if (cooling !== null) return cooling
  if (unwrapSignature(deposit.signature).deployment !== null) {
    return "invalid_batch_settlement_evm_eip6492_factory_not_allowed"
  }
  const isSigned = isSignedByKey(payment, options.digests)
  const askedMs = clock()
  const [preflight, isByKey] = await Promise.all([
    chain.depositPreflight(voucher.channelId, config, deposit, isSigned),
    isSigned ? chain.hasCode(config.payer).then((hasCode) => !hasCode) : false,
  ]).catch((cause: unknown) => {
    throw new ChainUnavailableError(cause)
  })
  const { balance } = preflight
  if (preflight.executes) {
    if (!isByKey && !(await executesForSender(payment, options))) return SIMULATION_FAILED
    return { kind: "payable", balance, askedMs, deployment: null, isByKey }
  }
  if (preflight.used) return "arrived"
  if (balance < deposit.amount) return INSUFFICIENT_BALANCE
  return isSigned ? SIMULATION_FAILED : "invalid_batch_settlement_evm_receive_authorization_signature"
}

/** The code of a wallet can tell a simulation from a transaction by its sender and its fee. */
async function executesForSender(
  { config, deposit }: DepositPayment,
  { chain, sender }: SendDepositOptions,
): Promise<boolean> {
  try {
    return (await chain.gasOf(sender, depositCall(config, deposit), await chain.gasPrice())) !== null
  } catch (cause) {
    throw new ChainUnavailableError(cause)
  }
}

/** Whether the payer's own key signed. Otherwise a contract wallet decides (ERC-1271). */
function isSignedByKey(
  { voucher, config, deposit }: Pick<DepositPayment, "voucher" | "config" | "deposit">,
  digests: ChannelDigests,
): boolean {
  const digest = digests.deposit(voucher.channelId, config.payer, deposit)
  return recoverSigner(digest, deposit.signature) === config.payer
}

export function createQueueDeposit(options: SendDepositOptions, locks: ChannelLocks) {
  const { channels, guard, clock } = options

  /**
   * Queues a verified deposit with the answer that it buys. In turn for each payer, so that each is compared with the balance
   * that the payer's other deposits and payments leave.
   */
  async function queueDeposit(
    payment: DepositPayment,
    verified: VerifiedDeposit,
    sale: Omit<Charge, "nowMs">,
  ): Promise<ChannelOperation | PaymentReason | Error> {
    const end = await locks.take(payment.config.payer)
    try {
      const problem = await spendProblem(payment, verified)
      if (problem !== null) return problem
      const { voucher, config, deposit } = payment
      const { isByKey } = verified
      const operation = await channels.beginDeposit(
        {
          id: depositOperationId(voucher.channelId, deposit.salt),
          kind: "deposit",
          channelIds: [voucher.channelId],
          amount: deposit.amount,
          call: depositCall(config, deposit),
          gas: isByKey ? GAS_OF_DEPOSIT : GAS_OF_CONTRACT_DEPOSIT,
          validUntilS: deposit.validBeforeS,
          isIsolated: !isByKey,
        },
        { ...sale, nowMs: clock() },
      )
      if (operation === null) return BUSY
      options.wake()
      return operation
    } finally {
      end()
    }
  }

  async function spendProblem(
    payment: DepositPayment,
    verified: VerifiedDeposit,
  ): Promise<PaymentReason | Error | null> {
    const { voucher, config, deposit } = payment
    const { payer } = config
    const id = depositOperationId(voucher.channelId, deposit.salt)
    const open = (await channels.openDeposits()).filter((other) => other.id !== id)
    const own = open.filter((other) => other.payer === payer)
    const ofKind = open.filter(({ isIsolated }) => isIsolated !== verified.isByKey)
    const most = verified.isByKey ? MAX_OPEN : MAX_OPEN_ISOLATED
    const mostOwn = verified.isByKey ? MAX_OPEN_OF_KEY : MAX_OPEN_OF_WALLET
    await guard.proven.load(payer)
    const isProven = guard.proven.countOf(payer) > 0
    const isFull = ofKind.length >= most + (isProven ? MORE_OPEN_OF_PROVEN : 0)
    if (own.length >= mostOwn || isFull) return new OverloadedError(RETRY_AFTER_S)
    if (!verified.isByKey && !isProven) {
      const source = await guard.sources.of(payer)
      const ofSource = ofKind.filter((other) => guard.sources.known(other.payer) === source)
      if (ofSource.length >= MAX_OPEN_OF_SOURCE) return new OverloadedError(RETRY_AFTER_S)
    }
    const spend = { payer, value: deposit.amount, pending: () => pendingSpend(payment) }
    const checked = await guard.spendGuard.check(spend, verified, () => verifyAgain(payment))
    if (checked.kind === "payable") return null
    if (checked.kind === "failed") return toError(checked.cause)
    return INSUFFICIENT_BALANCE
  }

  async function pendingSpend({ voucher, config, deposit }: DepositPayment): Promise<PendingSpend> {
    const { payer, token } = config
    const id = depositOperationId(voucher.channelId, deposit.salt)
    const [open, { unsent, sent }] = await Promise.all([
      channels.openDeposits(),
      channels.unsettledPayments({ network: options.network, token, payer }, clock()),
    ])
    const own = open.filter((other) => other.id !== id && other.payer === payer && other.token === token)
    const sumOf = (isSent: boolean) =>
      own.filter(({ state }) => (state === "sent") === isSent).reduce((sum, { amount }) => sum + amount, 0n)
    return { unsent: unsent + sumOf(false), sent: sent + sumOf(true) }
  }

  async function verifyAgain(payment: DepositPayment): Promise<VerificationResult> {
    const result = await checkDepositOnChain(payment, options)
    if (result instanceof Error) return { kind: "failed", cause: result }
    if (typeof result === "string") return { kind: "refused", reason: INSUFFICIENT_BALANCE }
    return result
  }

  return queueDeposit
}

function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new ChainUnavailableError(cause)
}

/** The outcome of a request whose deposit is pending or failed; `null` when the deposit is in a block. */
export function depositProblem(operation: ChannelOperation, channel: Channel): InternalOutcome | null {
  const { payer } = channel.config
  const { state, transaction, reason } = operation
  if (state === "done") return null
  if (state !== "failed") return { kind: "pending", transaction, payer, cause: null }
  const known = reason !== null && isPaymentReason(reason) ? reason : DEPOSIT_FAILED
  return { kind: "refused", reason: known, payer, channel }
}

const BUSY = "invalid_batch_settlement_evm_channel_busy"
const INSUFFICIENT_BALANCE = "invalid_batch_settlement_evm_insufficient_balance"
export const SIMULATION_FAILED = "invalid_batch_settlement_evm_deposit_simulation_failed"
export const DEPOSIT_FAILED = "invalid_batch_settlement_evm_deposit_transaction_failed"
