import { depositCall } from "@/lib/chain/channels/channel-calls"
import type { ChannelChain } from "@/lib/chain/channels/channel-chain"
import type { ChannelDigests } from "@/lib/chain/channels/channel-digests"
import { unwrapSignature } from "@/lib/chain/authorization"
import { recoverSigner } from "@/lib/chain/crypto"
import type { Clock, Sleep } from "@/lib/domain/clock"
import { type Channel, type ChannelOperation, depositOperationId } from "@/lib/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/ledger/channels/channel-ledger"
import { ChainUnavailableError, OutOfGasError } from "@/lib/payments/errors"
import type { ChannelPayment } from "@/lib/payments/wire/channel-payloads"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import { awaitOperation } from "./await-operation"
import type { SessionOutcome } from "./session-outcome"

export type SendDepositOptions = {
  readonly channels: Pick<ChannelLedger, "enqueue" | "findOperation">
  readonly chain: Pick<ChannelChain, "depositPreflight">
  readonly digests: ChannelDigests
  /** No transaction can be sent now, because there is no gas or it costs too much. */
  readonly isPaused: () => boolean
  /** Starts the sender when it runs in this process. */
  readonly wake: () => void
  readonly clock: Clock
  readonly sleep: Sleep
}

export type DepositPayment = Extract<ChannelPayment, { type: "deposit" }>

/** Gas of a deposit, a wallet's own code included. */
const GAS_OF_DEPOSIT = 250_000n
const GAS_OF_CONTRACT_DEPOSIT = 600_000n

/**
 * Checks the deposit of a new operation against the chain: one round trip. `null`: it can be sent. `arrived`: its
 * authorization is used, which only the deposit itself can do, or the payer by cancelling it.
 */
export async function checkDepositOnChain(
  { voucher, config, deposit }: DepositPayment,
  options: SendDepositOptions,
): Promise<PaymentReason | OutOfGasError | "arrived" | null> {
  if (options.isPaused()) return new OutOfGasError()
  if (unwrapSignature(deposit.signature).deployment !== null) {
    return "invalid_batch_settlement_evm_eip6492_factory_not_allowed"
  }
  const preflight = await options.chain.depositPreflight(voucher.channelId, config, deposit).catch((cause: unknown) => {
    throw new ChainUnavailableError(cause)
  })
  if (preflight.executes) return null
  if (preflight.used) return "arrived"
  if (preflight.balance < deposit.amount) return "invalid_batch_settlement_evm_insufficient_balance"
  return isSignedByKey({ voucher, config, deposit }, options.digests)
    ? "invalid_batch_settlement_evm_deposit_simulation_failed"
    : "invalid_batch_settlement_evm_receive_authorization_signature"
}

/** Whether the payer's own key signed. Otherwise a contract wallet decides (ERC-1271). */
function isSignedByKey(
  { voucher, config, deposit }: Pick<DepositPayment, "voucher" | "config" | "deposit">,
  digests: ChannelDigests,
): boolean {
  const digest = digests.deposit(voucher.channelId, config.payer, deposit)
  return recoverSigner(digest, deposit.signature) === config.payer
}

/** Queues the deposit durably and waits for its block. */
export async function sendDeposit(payment: DepositPayment, options: SendDepositOptions): Promise<ChannelOperation> {
  const { voucher, config, deposit } = payment
  const isByKey = isSignedByKey(payment, options.digests)
  const operation = await options.channels.enqueue(
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
    options.clock(),
  )
  options.wake()
  return awaitOperation(operation, options)
}

/** The outcome of a request whose deposit is pending or failed; `null` when the deposit is in a block. */
export function depositProblem(operation: ChannelOperation, channel: Channel): SessionOutcome | null {
  const { payer } = channel.config
  if (operation.state === "done") return null
  if (operation.state !== "failed") return { kind: "pending", transaction: operation.transaction, payer, cause: null }
  return { kind: "refused", reason: "invalid_batch_settlement_evm_deposit_transaction_failed", payer, channel }
}
