import type { Generated } from "kysely"

/** Instants are UTC epoch milliseconds; USDC is a digit string of atomic units (`numeric(78, 0)` on PostgreSQL). */
export type Tables = {
  payments: PaymentsTable
  settlement_transactions: SettlementTransactionsTable
  candles: CandlesTable
  feed_values: FeedValuesTable
  leases: LeasesTable
  health_samples: HealthSamplesTable
  refunds: RefundsTable
  acknowledged_transfers: AcknowledgedTransfersTable
  payment_identifiers: PaymentIdentifiersTable
  sign_in_nonces: SignInNoncesTable
  sealed_signals: SealedSignalsTable
  sealed_settlements: SealedSettlementsTable
  question_outcomes: QuestionOutcomesTable
  sealed_inputs: SealedInputsTable
  record_acceptances: RecordAcceptancesTable
  channels: ChannelsTable
  channel_operations: ChannelOperationsTable
  deposit_sales: DepositSalesTable
  channel_transactions: ChannelTransactionsTable
  alert_watches: AlertWatchesTable
  alerts: AlertsTable
  telegram_chats: TelegramChatsTable
  listings: ListingsTable
}

/** Sales that a facilitator was asked to settle, so that its catalogue lists their resource. */
type ListingsTable = {
  seq: Generated<number>
  payment_id: string
  resource: string
  host: string
  valid_before_s: number
  asked_ms: number
  reply: string | null
  settled_by: "facilitator" | "own" | "nobody" | null
  transaction_hash: string | null
  ended_ms: number | null
}

/** Paid watches. `pending`: computed and not yet paid. */
type AlertWatchesTable = {
  id: string
  owner: string
  target: string
  /** Signs the messages to the target. */
  secret: string
  /** JSON list of conditions as text, and of their last states. */
  conditions: string
  state: string
  status: "pending" | "active" | "paused" | "ended"
  created_ms: number
  until_ms: number
  /** `null`: bought before this was stored. */
  payer: string | null
  /** Why the service has ended the watch. */
  end_reason: string | null
}

/** The chats that have sent `/start <code>` to the bot. `chat_id` is `null` after `/stop`. */
type TelegramChatsTable = {
  code: string
  chat_id: string | null
  updated_ms: number
}

/** Alerts of watches, in the order of `seq`. */
type AlertsTable = {
  seq: Generated<number>
  id: string
  watch_id: string
  condition: string
  status: "queued" | "delivered" | "failed"
  attempts: number
  created_ms: number
  next_ms: number
  ended_ms: number | null
  error: string | null
}

/** One row per payment proof in any state. `lib/x402/ledger/payment.ts` explains the states. */
type PaymentsTable = {
  id: string
  /** Order of arrival, for reports and for the settlement queue. */
  seq: Generated<number>
  state: "claimed" | "answered" | "sent" | "settled" | "released" | "refused"
  network: string
  asset: string
  payer: string
  pay_to: string
  amount: string
  nonce: string
  valid_after_s: number
  valid_before_s: number
  signature: string
  endpoint: string
  resource: string
  /** The process that computes or settles it now; a claim outlives its process by `claimed_until_ms` at most. */
  claim_owner: string
  claimed_until_ms: number
  /** Since when an answered payment waits for another process, which settles it. */
  queued_ms: number | null
  /** As `packText` gives it. */
  answer_body: string | null
  answer_etag: string | null
  transaction_hash: string | null
  block_number: number | null
  reason: string | null
  created_ms: number
  updated_ms: number
  answered_ms: number | null
  settled_ms: number | null
  /** The channel whose voucher paid; `null`: a transfer paid. */
  channel_id: string | null
  /** The part of the amount that the voucher can no longer claim; `null`: nothing. */
  lost: string | null
}

/**
 * Channels of sessions. Amounts are digits in both databases, compared for equality only. `balance`, `total_claimed`,
 * `refund_nonce` and `withdraw_requested_s` are the state on the chain at `synced_ms`.
 */
type ChannelsTable = {
  id: string
  network: string
  payer: string
  payer_authorizer: string
  receiver: string
  receiver_authorizer: string
  token: string
  withdraw_delay_s: number
  salt: string
  balance: string
  total_claimed: string
  refund_nonce: string
  withdraw_requested_s: number
  block_number: number
  synced_ms: number
  /** All charges so far, and the voucher that allows them; both are `null` before the first charge. */
  charged: string
  voucher_total: string | null
  voucher_signature: string | null
  /** Since when vouchers wait to be claimed. */
  unclaimed_since_ms: number | null
  /** The pending refund, during which no voucher is charged. */
  refund_operation: string | null
  /** The open deposit whose answer is not charged yet, during which nothing is refunded. */
  deposit_operation: string | null
  /** Charges that cannot be claimed, because the payer withdrew their money. */
  lost: Generated<string>
  /** The highest total of a voucher that a claim has made public. */
  published_total: string | null
  /** What was charged when the last refund began. */
  refund_charged: string | null
  /** Refunds that were begun or sent again. */
  refunds: Generated<number>
  created_ms: number
  updated_ms: number
}

/** Deposits, refunds and claims, on record before they are sent. */
type ChannelOperationsTable = {
  id: string
  seq: Generated<number>
  kind: "deposit" | "refund" | "claim"
  /** `null` for a claim, which covers several. */
  channel_id: string | null
  state: "queued" | "sent" | "done" | "failed"
  amount: string
  /** The call of the settlement contract, and the gas that it has. */
  call: string
  gas: number
  /** After this second the chain refuses it. */
  valid_until_s: number | null
  /** The payer's own code runs in it, so it shares no transaction. */
  is_isolated: number
  /** Channels of a claim, separated by spaces. */
  channel_ids: string
  transaction_hash: string | null
  reason: string | null
  /** Of a refund: the largest amount that was signed for its nonce. */
  signed_amount: string | null
  /** A deposit has the total of the voucher that pays for its answer. */
  sold_total: string | null
  created_ms: number
  updated_ms: number
}

/** The answers of open deposits. Each is charged when its deposit is in a block. */
type DepositSalesTable = {
  operation_id: string
  voucher_total: string
  voucher_signature: string
  price: string
  resource: string
  endpoint: string
  answer_body: string
  answer_etag: string | null
}

type ChannelTransactionsTable = {
  hash: string
  signer: string
  nonce: number
  raw: string
  state: "sent" | "mined" | "dropped"
  max_fee_per_gas: string
  gas_used: string | null
  /** The fee that the sender paid; `null` before it is mined, or when the node does not report it. */
  fee_wei: string | null
  created_ms: number
  mined_ms: number | null
  block_number: number | null
  block_hash: string | null
}

/** The idempotency keys that payers chose, each bound to one question and to the payment that answers for it. */
type PaymentIdentifiersTable = {
  payer: string
  identifier: string
  resource: string
  payment_id: string
  created_ms: number
}

/** Nonces that a wallet has signed in with; `until_ms` is when the message itself is too old. */
type SignInNoncesTable = {
  address: string
  nonce: string
  until_ms: number
}

/** A transaction is on record before it is broadcast, so that a crash in between differs from a loss. */
type SettlementTransactionsTable = {
  hash: string
  signer: string
  nonce: number
  raw: string
  state: "sent" | "mined" | "dropped"
  payment_count: number
  max_fee_per_gas: string
  gas_used: string | null
  /** The fee that the sender paid; `null` before it is mined, or when the node does not report it. */
  fee_wei: string | null
  created_ms: number
  mined_ms: number | null
  /** The block that has it; a chain may give another one its place. */
  block_number: number | null
  block_hash: string | null
  /** The anchor in its call data; `null` in most. Rows of before 2026-11-27 have a head without a link. */
  anchored_head: string | null
  anchored_link: string | null
  /** Time of the block, once this anchor was read from the chain. */
  anchored_ms: number | null
}

/** Each row repeats the provenance of its series: `as_of_ms` is the last close, `fetched_at_ms` the last refresh. */
type CandlesTable = {
  source: string
  coin: string
  interval: string
  as_of_ms: number
  fetched_at_ms: number
  open_time_ms: number
  open_usd: number
  high_usd: number
  low_usd: number
  close_usd: number
  volume_base: number
  taker_buy_volume_base: number | null
}

/** The last good value of each feed but candles, as JSON. */
type FeedValuesTable = {
  name: string
  source: string
  as_of_ms: number
  fetched_at_ms: number
  value: string
}

/** On record before the transaction is sent: one refund per payment, ever. */
type RefundsTable = {
  payment_id: string
  transaction_hash: string
  /** Others of the same nonce that it took the place of, with blanks between them. */
  former_hashes: string | null
  /** The signed transaction and its nonce, to send it again; rows of before they were kept have neither. */
  raw: string | null
  nonce: number | null
  /** When it was first seen in a block. */
  made_ms: number | null
  reason: string
  created_ms: number
}

/** Transfers to the payee that no sale explains, and that an operator has looked at. */
type AcknowledgedTransfersTable = {
  transaction_hash: string
  reason: string
  created_ms: number
}

/** What the operator has accepted as a difference between the record and its anchors on the chain. */
type RecordAcceptancesTable = {
  created_ms: number
  contradicted: string | null
  head: string
  reason: string
}

/** The chain of calls; rows are added and never touched again. `facts` is the canonical JSON that was committed to. */
type SealedSignalsTable = {
  seq: Generated<number>
  id: string
  coin: string
  decision_time_ms: number
  sealed_at_ms: number
  facts: string
  nonce: string
  commitment: string
  prev_hash: string
  hash: string
}

type SealedSettlementsTable = {
  id: string
  horizon: "24h" | "7d"
  entry_price_usd: number
  exit_price_usd: number
  exit_time_ms: number
  high_usd: number | null
  low_usd: number | null
  source: string
}

/** Results of the questions of prediction markets that were sealed. */
type QuestionOutcomesTable = {
  id: string
  ticker: string
  result: "yes" | "no"
  price_usd: number
  end_ms: number
  source: string
}

/** The inputs of sealed calls, in blocks; `body` is the output of `packText`. */
type SealedInputsTable = {
  hash: string
  body: string
}

/** The process that does a task for all processes of the database, and until when. */
type LeasesTable = {
  name: string
  holder: string
  until_ms: number
}

/** State of each part of the service, every few minutes, for a week. */
type HealthSamplesTable = {
  at_ms: number
  name: string
  status: "ok" | "degraded" | "down"
}
