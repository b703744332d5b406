import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import type { PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { audit, createPayers, hostileIn, waitingIn } from "./payers"
import { startMoodyFacilitator } from "./moody-facilitator"
import { openFileDatabase, type RunDatabase } from "./database"
import type { ProcessArgs } from "./process-args"
import { type ServerEnd, startServer } from "./start-server"
import { NO_FAULTS, type CrashPoint, type NodeFaults } from "./fault-injection"

export type CrashPlan = {
  readonly payers: number
  /** How each process except the last ends; a process that finishes its work first ends normally. */
  readonly kills: readonly (CrashPoint | { readonly afterMs: number })[]
  readonly faults: NodeFaults
  /** After each kill the chain drops the blocks of that process. */
  readonly dropsBlocks: boolean
  /** A facilitator of changing moods settles some sales. Our ledger does not watch the blocks of its transactions. */
  readonly listing?: boolean
  readonly seed: number
}

export type CrashReport = {
  readonly killed: number
  /** The differences found; an empty list is the goal. */
  readonly faults: readonly string[]
}

/** How often payers who lost their answer repeat their request. */
const MAX_REQUESTS = 8

/**
 * Payers buy while the server process is killed again and again. Then they repeat their requests with the same proofs
 * until each has the answer that it paid for. Afterwards chain, ledger and payers must agree to the cent.
 */
export async function crashRun(
  setup: PaymentSetup,
  plan: CrashPlan,
  openDatabase: () => Promise<RunDatabase> = openFileDatabase,
): Promise<CrashReport> {
  const database = await openDatabase()
  try {
    return await runOn(database, setup, plan)
  } finally {
    await database.close()
  }
}

async function runOn(database: RunDatabase, setup: PaymentSetup, plan: CrashPlan): Promise<CrashReport> {
  const payers = await createPayers(setup, plan.payers)
  const facilitator = plan.listing === true ? await startMoodyFacilitator(setup, plan.seed) : null
  let killed = 0

  const runProcess = async (end: CrashPlan["kills"][number] | null, processNumber: number) => {
    const line = [...waitingIn(payers), ...hostileIn(payers)]
    const acting = new AbortController()
    const actors = payers.proofs.flatMap(({ act }) => (act === undefined ? [] : [act(acting.signal)]))
    const snapshot = plan.dropsBlocks ? await setup.client.snapshot() : null
    const { seen, signal } = await openPaidRoute({
      rpcUrl: setup.chain.rpcUrl,
      database: database.location,
      settlerPrivateKey: setup.chain.settlerPrivateKey,
      sessionPrivateKey: setup.chain.sessionPrivateKey,
      payments: line.map((index) => payers.proofs[index]?.header ?? ""),
      factories: payers.proofs.flatMap(({ factories }) => factories),
      kill: end !== null && "step" in end ? end : null,
      dieAfterMs: end !== null && "afterMs" in end ? end.afterMs : null,
      faults: end === null ? NO_FAULTS : plan.faults,
      seed: plan.seed + processNumber,
      listingUrl: facilitator?.url ?? null,
    })
    // No transaction of an attacker is under way while the chain drops blocks.
    acting.abort()
    await Promise.all(actors)
    if (signal === "SIGKILL") {
      killed += 1
      await database.forgetTheDead()
      if (snapshot !== null) await dropBlocks(setup, snapshot)
    }
    payers.observations.push(...seen.map((sighting) => ({ ...sighting, index: line[sighting.index] ?? -1 })))
  }
  for (const [number, end] of plan.kills.entries()) await runProcess(end, number)
  // Runs again even when all are served, because the last process may have left unfinished work.
  for (let number = 0; number === 0 || (waitingIn(payers).length > 0 && number < MAX_REQUESTS); number++) {
    await runProcess(null, plan.kills.length + number)
  }
  await facilitator?.stop()
  return { killed, faults: await audit(setup, payers, createSqlLedger(database.store)) }
}

async function dropBlocks({ client }: PaymentSetup, since: `0x${string}`): Promise<void> {
  // anvil keeps a block that is being made while it rolls back, on top of blocks that it does not follow from. Such a
  // chain has mined a nonce before the one that precedes it, and accepts no further transaction of that account.
  await untilMined(client)
  await client.revert({ id: since })
  await client.mine({ blocks: 1 })
}

/** The transactions of the killed process are in a block or wait for one. */
async function untilMined(client: PaymentSetup["client"]): Promise<void> {
  for (let look = 0; look < 100 && (await client.getTxpoolStatus()).pending > 0; look++) await timerSleep(10)
}

/** Runs one server process to its end. */
function openPaidRoute(args: ProcessArgs): Promise<ServerEnd> {
  return startServer(args).ended
}
