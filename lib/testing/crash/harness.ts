import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Payment, paymentId } from "@/lib/ledger/payment"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { base64, newPayer, payloadV2, PRICE, terms } from "@/lib/testing/payment-fixtures"
import { authorizeNow, type PaymentWorld } from "@/lib/testing/payment-world"
import type { z } from "zod"
import { Sighting, type ShopOrder } from "./order"
import { CALM, type Death, type Weather } from "./weather"

export type CrashPlan = {
  readonly payers: number
  /** How each process but the last ones ends; one that outlives its work ends in peace. */
  readonly deaths: readonly (Death | { readonly afterMs: number })[]
  readonly weather: Weather
  readonly seed: number
}

export type CrashReport = {
  readonly killed: number
  /** What does not add up, in words; none is the point. */
  readonly faults: readonly string[]
}

type Seen = z.output<typeof Sighting>

/** Payers who lost their answer come back this often at most. */
const MOST_VISITS = 8

/**
 * Payers buy while the shop is killed, again and again; then they come back with the same proofs until each has what it
 * paid for. Afterwards chain, ledger and payers must agree to the cent.
 */
export async function crashRun(world: PaymentWorld, plan: CrashPlan): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), "signal402-crash-"))
  try {
    return await inFolder(world, plan, join(folder, "shop.db"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inFolder(world: PaymentWorld, plan: CrashPlan, database: string): Promise<CrashReport> {
  const payers = Array.from({ length: plan.payers }, () => newPayer())
  await world.mint(...payers.map(({ address }) => address))
  const authorizations = await Promise.all(payers.map((payer) => authorizeNow(payer)))
  const headers = authorizations.map((authorization) => base64(payloadV2(authorization)))
  const before = await world.balanceOf(terms.payTo)
  const sightings: Seen[] = []
  let killed = 0

  const waiting = () => headers.map((_, index) => index).filter((index) => !isServed(sightings, index))
  const visit = async (end: CrashPlan["deaths"][number] | null, visitNumber: number) => {
    const line = waiting()
    const { seen, signal } = await openShop({
      rpcUrl: world.chain.rpcUrl,
      database,
      settlerPrivateKey: world.chain.settlerPrivateKey,
      payments: line.map((index) => headers[index] ?? ""),
      death: end !== null && "step" in end ? end : null,
      dieAfterMs: end !== null && "afterMs" in end ? end.afterMs : null,
      weather: end === null ? CALM : plan.weather,
      seed: plan.seed + visitNumber,
    })
    if (signal === "SIGKILL") killed += 1
    sightings.push(...seen.map((sighting) => ({ ...sighting, index: line[sighting.index] ?? -1 })))
  }
  for (const [number, end] of plan.deaths.entries()) await visit(end, number)
  // Once more even when all are served: what the last process left must be finished too.
  for (let number = 0; number === 0 || (waiting().length > 0 && number < MOST_VISITS); number++) {
    await visit(null, plan.deaths.length + number)
  }

  const ledger = createSqlLedger(await openEmbeddedStore(database))
  const rows = await Promise.all(
    authorizations.map((authorization) => ledger.find(paymentId({ ...terms, authorization }))),
  )
  const used = await Promise.all(authorizations.map(async (one) => (await world.usdcChain.preflight(one)).used))
  const open = await ledger.pendingTransactions(world.account.address)
  const income = (await world.balanceOf(terms.payTo)) - before
  return {
    killed,
    faults: [
      ...authorizations.flatMap((_, index) => faultsOf(index, sightings, rows[index] ?? null, used[index] ?? false)),
      ...(income === PRICE * BigInt(plan.payers) ? [] : [`${income} units came in from ${plan.payers} payers.`]),
      ...(open.length === 0 ? [] : [`${open.length} transactions are still open.`]),
    ],
  }
}

function isServed(sightings: readonly Seen[], index: number): boolean {
  return sightings.some((one) => one.index === index && one.kind === "delivered")
}

/** Paid is delivered, once, in the same words, by the transaction that the ledger names. */
function faultsOf(index: number, sightings: readonly Seen[], row: Payment | null, used: boolean): string[] {
  const own = sightings.filter((one) => one.index === index)
  const delivered = own.filter(({ kind }) => kind === "delivered")
  const bodies = new Set(delivered.map(({ body }) => body))
  const refused = own.filter(({ kind }) => kind === "refused")
  return [
    ...(delivered.length === 0 ? [`Payer ${index} was never served: ${own.map(({ kind }) => kind).join(", ")}.`] : []),
    ...(used ? [] : [`Payer ${index} did not pay.`]),
    ...(bodies.size > 1 ? [`Payer ${index} got different answers.`] : []),
    ...(refused.length > 0 ? [`Payer ${index}, whose proof is good, was refused.`] : []),
    ...(row?.state === "settled" ? [] : [`The row of payer ${index} is ${row?.state ?? "gone"}.`]),
    ...(delivered.every(({ body, transaction }) => body === row?.answer?.body && transaction === row?.transaction)
      ? []
      : [`The row of payer ${index} is not what was delivered.`]),
  ]
}

/** Runs one process of the shop to its end. */
function openShop(order: ShopOrder): Promise<{ readonly seen: readonly Seen[]; readonly signal: string | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", "lib/testing/crash/shop.ts"], {
      stdio: ["pipe", "pipe", "inherit"],
    })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part
    })
    child.on("error", reject)
    child.on("close", (code, signal) => {
      if (code !== 0 && signal !== "SIGKILL") return reject(new Error(`The shop ended with ${code ?? signal}.`))
      const lines = output.split("\n").filter((line) => line.endsWith("}"))
      resolve({ seen: lines.map((line) => Sighting.parse(JSON.parse(line))), signal })
    })
    child.stdin.end(JSON.stringify(order))
  })
}
