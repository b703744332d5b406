import { once } from "node:events"
import { readFileSync, writeSync } from "node:fs"
import { createClient } from "viem"
import type { z } from "zod"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { createUsdcChain, type UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { seededRandom } from "@/lib/domain/statistics/random"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Answer } from "@/lib/x402/ledger/payment"
import { createSettlementCluster, type LeaseTerm } from "@/lib/x402/ledger/settlement-cluster"
import { startClaimLease } from "@/lib/x402/ledger/claim-lease"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createFacilitatorClient } from "@/lib/x402/remote/facilitator-client"
import type { ListingTerms } from "@/lib/x402/settlement/listing"
import type { GateOutcome } from "@/lib/x402/gate/payment-attempt"
import { createPaymentService } from "@/lib/x402/payment-service"
import { decodePayment } from "@/lib/x402/wire/decode"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { openPostgresChannel } from "@/lib/store/postgres-channel"
import { openPostgresStore } from "@/lib/store/postgres-store"
import { onFullDisk } from "@/tools/testing/databases/full-disk"
import { btc, CHAIN_ID, terms } from "@/tools/testing/payments/fixtures"
import type { SessionOutcome } from "@/lib/x402/sessions/session-outcome"
import { openSessions } from "./crashing-sessions"
import { ProcessArgs } from "./process-args"
import { type CrashPoint, type Step, withFaults, reportingFacilitator, reportingLedger } from "./fault-injection"

/*
 * One server process: it finishes the work of the process before it, serves the payers, and kills itself at the
 * requested step. Each answer that a payer receives is one line of JSON on standard output, written at once.
 */

/** A local chain has its own price of gas. */
const LIMITS = {
  furtherPrivateKeys: [],
  maxFeePerGas: 10n ** 12n,
  replaceAfterMs: 30_000,
  alarmBatches: 50,
} as const

/** Hands over one sale after another. */
function listingAt(url: string, at: Parameters<typeof reportingFacilitator>[1]): ListingTerms {
  const client = createFacilitatorClient({
    url,
    authorize: async () => ({}),
    terms,
    contractOf: () => undefined,
    fetch: globalThis.fetch,
    clock: Date.now,
    verifyTimeoutMs: 500,
    settleTimeoutMs: 500,
  })
  return { facilitator: reportingFacilitator(client, at), resources: ["/api/quote/BTC"], intervalMs: 0, retryMs: 0 }
}

async function main(): Promise<void> {
  const args = ProcessArgs.parse(JSON.parse(readFileSync(0, "utf8")))
  const at = killAt(args.kill)
  if (args.dieAfterMs !== null) setTimeout(crash, args.dieAfterMs)
  const client = createClient({ transport: rpcTransport({ url: args.rpcUrl, timeoutMs: 2_000 }) })
  const chain = createUsdcChain({ client, usdc: terms.asset, factories: args.factories })
  const random = seededRandom(args.seed)
  let isOpen = false
  // A server that finds the disk full at its start does not start, which would not test a payment.
  const isFull = () => isOpen && random() < args.faults.full
  const { store, cluster } = await openDatabase(args.database, at, isFull)
  const ledger = createSqlLedger(onFullDisk(store, isFull))
  const claims =
    cluster === null
      ? null
      : await startClaimLease({ store, ledger, clock: Date.now, sleep: timerSleep, onFault: () => undefined })
  const isListing = deferred()
  const service = await createPaymentService({
    ledger: reportingLedger(ledger, at),
    redeliveryStores: createRedeliveryStores(store),
    ...(cluster && { cluster }),
    chain: withFaults(chain, args.faults, random, at),
    settlerPrivateKey: args.settlerPrivateKey,
    settlement: { ...LIMITS, ...(args.listingUrl !== null && { listing: listingAt(args.listingUrl, at) }) },
    chainId: CHAIN_ID,
    terms,
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    clock: Date.now,
    sleep: timerSleep,
    warn(event) {
      writeSync(1, `${event}\n`)
      if (event === "listing_open") isListing.resolve()
    },
  })
  const sessions = openSessions(args, { store: onFullDisk(store, isFull), ledger, client, random, at })
  isOpen = true

  /** The header decides how it pays, as for the routes of the service. */
  function pay(header: string, produce: () => Promise<Answer>): Promise<GateOutcome | SessionOutcome> {
    const decoded = decodePayment(new Headers({ "X-PAYMENT": header }))
    if (decoded.kind === "payment") return service.gate.pay(decoded.payment, btc, produce)
    // A claim may have published the voucher of a repeated request, so the payers sign in too.
    if (decoded.kind === "channel")
      return sessions.payByChannel(decoded.payment, btc, produce, () => Promise.resolve(null))
    if (decoded.kind === "transfer") return service.gate.redeem(decoded.proof, btc, produce)
    throw new Error(`"${header}" is not a payment.`)
  }

  /** Whether the payment was refused. */
  async function serve(header: string, index: number): Promise<boolean> {
    const outcome = await pay(header, () => {
      at("produce", "before")
      const answer = { body: JSON.stringify({ index, madeBy: process.pid, at: performance.now() }), etag: null }
      at("produce", "after")
      return Promise.resolve(answer)
    })
    at("deliver", "before")
    writeSync(1, `${JSON.stringify({ index, ...observed(outcome) })}\n`)
    at("deliver", "after")
    return outcome.kind === "refused"
  }

  // A sale that comes before what was listed is known is not handed over.
  if (args.listingUrl !== null) await isListing.promise
  const refused = await Promise.all(args.payments.map(serve))
  // A voucher that came before its deposit is refused; its client sends it again, in order.
  for (const [index, header] of args.payments.entries()) {
    if (refused[index]) await serve(header, index)
  }
  if (args.keepsRunning) await once(process, "SIGTERM")
  // Also finish rows whose payers did not repeat their request, and transactions whose payments are settled already.
  const { account } = service.settler.status()
  while (!(await isAllPaid(ledger, chain)) || (await isAnyOpen(ledger, account))) await timerSleep(20)
  await sessions.finish()
  await service.settler.stop()
  await claims?.stop()
  process.exit(0)
}

function observed(outcome: GateOutcome | SessionOutcome) {
  if (outcome.kind === "delivered") {
    return { kind: "delivered", body: outcome.answer.body, transaction: outcome.transaction, reason: null }
  }
  if (outcome.kind === "charged")
    return { kind: "delivered", body: outcome.answer.body, transaction: null, reason: null }
  const reason = outcome.kind === "refused" ? outcome.reason : null
  return { kind: outcome.kind, body: null, transaction: null, reason }
}

/** No transaction is pending, and no payment was lost in a block that the chain removed. */
async function isAllPaid(ledger: Ledger, chain: UsdcChain): Promise<boolean> {
  if ((await ledger.unfinished(1)).length > 0) return false
  for (const { hash } of await ledger.minedSince(0, 1_000)) {
    if ((await chain.receipt(hash)) !== null) continue
    for (const { authorization } of await ledger.settledBy(hash)) {
      if (!(await chain.preflight(authorization)).used) return false
    }
  }
  return true
}

async function isAnyOpen(ledger: Ledger, account: `0x${string}` | null): Promise<boolean> {
  return account !== null && (await ledger.pendingTransactions(account)).length > 0
}

async function openDatabase(
  database: z.output<typeof ProcessArgs>["database"],
  at: Parameters<typeof reportingLedger>[1],
  isFull: () => boolean,
) {
  if (typeof database === "string") return { store: await openEmbeddedStore(database), cluster: null }
  const options = { ...database, onFault: () => undefined }
  const store = await openPostgresStore(options)
  const cluster = createSettlementCluster(onFullDisk(store, isFull), openPostgresChannel(store, options))
  const newLeaseTerm = (): LeaseTerm => {
    const { lease, ledger } = cluster.newLeaseTerm()
    return { lease, ledger: reportingLedger(ledger, at) }
  }
  return { store, cluster: { ...cluster, newLeaseTerm } }
}

function killAt(kill: CrashPoint | null) {
  let left = kill?.occurrence ?? 0
  return (step: Step, side: CrashPoint["side"]): void => {
    if (kill?.step !== step || kill.side !== side) return
    left -= 1
    if (left === 0) crash()
  }
}

function deferred() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve: () => resolve() }
}

/** As a power failure would: no handler runs, nothing is flushed. */
function crash(): void {
  process.kill(process.pid, "SIGKILL")
}

await main()
