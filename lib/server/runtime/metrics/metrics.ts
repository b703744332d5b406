import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"
import { singleton } from "@/lib/server/nextjs/singleton"
import { catalogue } from "@/lib/endpoints/catalogue"
import { underApi } from "@/lib/api/contract"
import type { GateOutcome } from "@/lib/x402/gate/payment-attempt"
import type { PaymentGate } from "@/lib/x402/payment-service"

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30]

/** All metrics of this process. Next.js loads this module several times, and a registry takes each name once. */
export function metrics(): Metrics {
  return singleton("metrics", createMetrics)
}

export type Metrics = ReturnType<typeof createMetrics>

/** Exported for tests, which must not share one registry. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name: `signal402_${name}`, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `signal402_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) =>
    new Histogram({ name: `signal402_${name}`, help, labelNames, buckets, registers })
  collectDefaultMetrics({ register: registry })

  return {
    registry,
    httpRequests: counter("http_requests_total", "Requests by operation and status.", ["operation", "status"]),
    httpDuration: histogram("http_request_duration_seconds", "Time to the response.", SECONDS, ["operation", "paid"]),
    payments: counter("payments_total", "Payments by outcome, reason and method.", ["outcome", "reason", "method"]),
    paymentsUsdc: counter("payments_usdc_total", "Revenue in dollars: delivered answers, each payment counted once.", [
      "operation",
    ]),
    settlementSeconds: histogram(
      "settlement_seconds",
      "Time from the stored answer to the outcome of the payment.",
      SECONDS,
    ),
    batchSize: histogram("settlement_batch_size", "Payments in a mined transaction.", [1, 2, 5, 10, 20, 30]),
    gasPerPayment: histogram(
      "settlement_gas_per_payment",
      "Gas of a mined transaction, divided by its payments.",
      [40_000, 48_000, 55_000, 70_000, 100_000, 200_000, 600_000],
    ),
    feeGwei: gauge("settlement_fee_gwei", "Base fee of the next block, as last read."),
    waiting: gauge("settlement_waiting", "Payments that wait for a transaction."),
    inFlight: gauge("settlement_in_flight", "Transactions without an outcome in the ledger.", ["account"]),
    replaced: counter("settlement_replaced_total", "Transactions that were replaced with higher fees."),
    settlerEther: gauge("settler_ether", "Ether of the account.", ["account"]),
    gasBatches: gauge("settler_gas_batches", "Full batches that the ether of the account can pay for.", ["account"]),
    feedAge: gauge("feed_age_seconds", "Age of the newest content of a feed.", ["feed"]),
    feedLimit: gauge("feed_limit_seconds", "Age above which the feed is not sold.", ["feed"]),
    providerRequests: counter("provider_requests_total", "Requests to data providers.", ["host", "outcome"]),
    providerBreaker: gauge("provider_breaker", "0 closed, 1 half open, 2 open, 3 blocked.", ["host"]),
    headAge: gauge("chain_head_age_seconds", "Age of the node's newest block."),
    rpcRequests: counter("rpc_requests_total", "Calls to nodes.", ["method", "outcome"]),
    rpcSeconds: histogram("rpc_seconds", "Time of a call to a node.", SECONDS),
    leaseHeld: gauge("lease_held", "1 while this process holds the lease.", ["name"]),
    pgPool: gauge("pg_pool", "Connections to PostgreSQL.", ["state"]),
    oldestUnsettled: gauge(
      "ledger_oldest_unsettled_seconds",
      "Age of the oldest stored answer whose payment is not settled; 0 for none.",
    ),
    channelUnclaimed: gauge("channel_unclaimed_usdc", "Dollars charged to sessions and not yet claimed on the chain."),
    sessionEther: gauge("session_ether", "Ether of the session account.", ["account"]),
    sessionClaims: gauge("session_gas_claims", "Claims that the ether of the session account can pay for.", [
      "account",
    ]),
    sessionsOffered: gauge("session_offered", "1 while sessions are offered; 0 while vouchers could not be claimed."),
    sessionPending: gauge("session_operations_pending", "Deposits, refunds and claims without an outcome.", ["kind"]),
    sessionWithdrawalSeconds: gauge(
      "session_withdrawal_seconds",
      "Seconds until the first withdrawal of a session with unclaimed vouchers can be completed; -1 for none.",
    ),
    sessionBlocked: gauge(
      "session_blocked_usdc",
      "Dollars that were claimed from sessions and cannot be transferred to PAY_TO; 0 for none.",
    ),
    sessionLost: gauge("session_lost_usdc", "Dollars of delivered answers that cannot be claimed from their sessions."),
    channelClaimSeconds: gauge("channel_claim_seconds", "Age of the oldest charge that is not claimed; 0 for none."),
    paymentsTaken: gauge("payments_taken", "1 while payments are taken; 0 while none of any price is."),
    diskFree: gauge("disk_free_bytes", "Space that is left on the disk of DATA_DIR."),
    recordMissed: counter("record_missed_total", "4-hour closes without a sealed call."),
    partState: gauge("part_state", "Status of a part of /api/health: 0 ok, 1 degraded, 2 down.", ["part"]),
    logEvents: counter("log_events_total", "Log lines by event, including those that the log limit left out.", [
      "event",
      "level",
    ]),
  }
}

const operations = catalogue.map(({ id, path }) => ({ id, pattern: patternOf(path) }))

/** The endpoint's id for a path, and a fixed word for everything else, so that callers cannot make up labels. */
export function operationOf(path: string): string {
  if (path === "/mcp") return "mcp"
  if (path === "/api/live" || path === "/api/ready") return "probe"
  return operations.find(({ pattern }) => pattern.test(path))?.id ?? "other"
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${underApi(path).replaceAll(/\{\w+\}/g, "[^/]+")}/?$`)
}

const USDC = 1_000_000
/** Payments whose payer heard `pending`, the newest. Their delivery is a sale, although it is a redelivery. */
const MAX_PENDING = 10_000

/** Counts what payers hear. A payment counts as a sale once, with the first delivery of its answer. */
export function countPayments<G extends Pick<PaymentGate, "pay" | "redeem" | "payByChannel">>(
  gate: G,
  { payments, paymentsUsdc }: Pick<Metrics, "payments" | "paymentsUsdc">,
): G {
  const pending = new Set<string>()

  function record(outcome: GateOutcome, id: string, operation: string, method: "exact" | "transfer"): GateOutcome {
    const reason = outcome.kind === "refused" ? outcome.reason : outcome.kind === "failed" ? nameOf(outcome.cause) : ""
    const isRepeated = outcome.kind === "delivered" && outcome.redelivered && !pending.has(id)
    payments.inc({ outcome: isRepeated ? "redelivered" : outcome.kind, reason, method })
    if (outcome.kind === "pending") remember(id)
    if (outcome.kind === "delivered" && !isRepeated) {
      pending.delete(id)
      paymentsUsdc.inc({ operation }, Number(outcome.amount) / USDC)
    }
    return outcome
  }

  function remember(id: string): void {
    pending.add(id)
    const [oldest] = pending
    if (pending.size > MAX_PENDING && oldest !== undefined) pending.delete(oldest)
  }

  const { payByChannel } = gate
  const counted: PaymentGate["payByChannel"] =
    payByChannel &&
    (async (payment, offer, produce, signIn) => {
      const outcome = await payByChannel(payment, offer, produce, signIn)
      // A repeated charge looks like the first charge, so the dollars of sessions come from the ledger alone.
      const reason = outcome.kind === "refused" ? outcome.reason : ""
      payments.inc({ outcome: outcome.kind, reason, method: "session" })
      return outcome
    })

  return {
    ...gate,
    ...(counted && { payByChannel: counted }),
    async pay(payment, offer, produce) {
      const { from, nonce } = payment.authorization
      return record(await gate.pay(payment, offer, produce), `${from}/${nonce}`, offer.contract.id, "exact")
    },
    async redeem(proof, offer, produce) {
      return record(await gate.redeem(proof, offer, produce), proof.transaction, offer.contract.id, "transfer")
    },
  }
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : "unknown"
}
