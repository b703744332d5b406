import { dirname } from "node:path"
import { parseUsdc } from "@/lib/domain/usdc"
import { timerSleep } from "@/lib/outbound/ports"
import { FAUCET_AMOUNT, type Payer, unfundedPayer } from "@/tools/testing/payments/x402-payer"
import { auditLedger, auditPayers, type Bought, ledgerTotal, meteredUsdc } from "./audit"
import { breaksOf } from "./breaks"
import { type Deployment, launchAtOtherTime, type ServiceProcess, startProcess } from "./deployment"
import { buy, createSendRequest, type Purchase, buyDuring } from "./payers"

const PATH = "/api/signal/BTC"
const PRICE = parseUsdc("0.05")
const STEADY_MS = 15_000
/** A newcomer comes this long after the one before, the first so long after the break began. */
const NEWCOMER_MS = 2_500
/** Between two breaks. */
const SETTLE_MS = 3_000
const CLOCK_OFF_MS = 20 * 60_000
/** Payers are under way when something happens to them. */
const LEAD_MS = 4_000
/** Leases end after five and six seconds. */
const STOPPED_MS = 12_000
/** As the manual says between the restarts of two processes. */
const BETWEEN_RESTARTS_MS = 10_000

/** The exit code of a server that ended in order after SIGTERM. */
const ENDED_BY_SIGTERM = 143

type Row = {
  readonly what: string
  readonly measured: string
  readonly attempts: number
  readonly "first try": number
  readonly "in the end": number
  readonly p50: string
  readonly slowest: string
  readonly "signed in vain": number
  readonly "charged wrongly": number
}

/** What a step measured, and purchases beside those of the regular payers. */
type Observed = { readonly measured: string; readonly others: readonly Purchase[] }

export type Rehearsal = { readonly rows: readonly Row[]; readonly faults: readonly string[] }

/** Runs the operations on the deployment one after another while payers buy. */
export async function rehearse(
  deployment: Deployment,
  { payers: count, outageMs }: { readonly payers: number; readonly outageMs: number },
): Promise<Rehearsal> {
  const payers = Array.from({ length: count }, unfundedPayer)
  /** They come while something is broken, and have no payment under way. */
  const newcomers = Array.from({ length: count / 2 }, unfundedPayer)
  const everybody = [...payers, ...newcomers]
  await deployment.mint(
    everybody.map(({ address }) => address),
    FAUCET_AMOUNT,
  )
  const bought = new Map<Payer, Purchase[]>(everybody.map((payer) => [payer, []]))
  const rows: Row[] = []
  const faults: string[] = []
  const ask = createSendRequest(deployment.proxy)

  const during = async (what: string, action: () => Promise<string | Observed>) => {
    let observed: Observed = { measured: "", others: [] }
    const regular = await buyDuring({ ask, path: PATH, payers, onPurchase: remember }, async () => {
      const result = await action()
      observed = typeof result === "string" ? { measured: result, others: [] } : result
    })
    const { measured, others } = observed
    const purchases = [...regular, ...others]
    const wrong = await auditPayers(deployment, boughtSoFar(), { granted: FAUCET_AMOUNT, price: PRICE })
    rows.push(rowOf(what, measured, purchases, wrong.length))
    console.log(JSON.stringify(rows.at(-1)))
  }
  const boughtSoFar = () => [...bought].map(([payer, purchases]): Bought => ({ payer, purchases }))
  const remember = (payer: Payer, purchase: Purchase) => void bought.get(payer)?.push(purchase)

  const processes = deployment.processPorts.map((): ServiceProcess | null => null)
  const begin = async (index: number) => {
    const ports = deployment.processPorts[index]
    if (ports === undefined) throw new Error(`There is no process ${index}.`)
    const started = await startProcess(deployment, ports, { path: PATH })
    processes[index] = started
    return inSeconds(started.firstQuoteMs)
  }
  const end = async (index: number) => {
    const ended = await processes[index]?.end()
    processes[index] = null
    if (ended === undefined) throw new Error(`Process ${index} does not run.`)
    if (ended.code !== ENDED_BY_SIGTERM) faults.push(`a process ended with ${ended.code} after ${inSeconds(ended.ms)}`)
    return inSeconds(ended.ms)
  }

  try {
    rows.push(rowOf("start, empty database", `first 402 after ${await begin(0)}`, []))
    await during("one process", async () => {
      await timerSleep(STEADY_MS)
      return "no faults"
    })
    await during("the only process ends and starts", async () => {
      await timerSleep(LEAD_MS)
      const ended = await end(0)
      return `ended in ${ended}, first 402 after ${await begin(0)}`
    })
    await begin(1)
    await during("rolling restart of two", async () => {
      await timerSleep(LEAD_MS)
      const first = await end(0)
      await begin(0)
      await timerSleep(BETWEEN_RESTARTS_MS)
      const second = await end(1)
      await begin(1)
      return `ended in ${first} and ${second}`
    })
    const before = { ledger: await ledgerTotal(deployment), metered: await meteredUsdc(deployment) }
    for (const { what, run } of breaksOf(deployment, outageMs)) {
      await during(what, async () => {
        await timerSleep(LEAD_MS)
        const late = newcomers.map(async (payer, index) => {
          await timerSleep(NEWCOMER_MS * (index + 1))
          const purchase = await buy(ask, PATH, payer)
          remember(payer, purchase)
          return purchase
        })
        const measured = await run()
        return { measured, others: await Promise.all(late) }
      })
      // Feeds and gas are read again before the next break.
      await timerSleep(SETTLE_MS)
    }
    const after = { ledger: await ledgerTotal(deployment), metered: await meteredUsdc(deployment) }
    const sold = parseUsdc(after.ledger.usdc) - parseUsdc(before.ledger.usdc)
    const metered = after.metered - before.metered
    if (sold !== metered) faults.push(`the ledger sold ${sold} in the outages, and the metrics say ${metered}`)
    await during("one of two processes is killed (SIGKILL) and starts again", async () => {
      await timerSleep(LEAD_MS)
      await processes[0]?.kill()
      return `first 402 after ${await begin(0)}`
    })
    await during("one of two processes is stopped (SIGSTOP) for longer than its leases, and goes on", async () => {
      await timerSleep(LEAD_MS)
      await processes[0]?.stopFor(STOPPED_MS)
      await timerSleep(LEAD_MS)
      return inSeconds(STOPPED_MS)
    })
    for (const [index] of processes.entries()) await end(index)
    for (const offsetMs of [-CLOCK_OFF_MS, CLOCK_OFF_MS]) {
      rows.push(await atWrongTime(deployment, payers, offsetMs))
      console.log(JSON.stringify(rows.at(-1)))
    }
    await begin(0)
    const { sales, usdc, gasEther, gasUsdc, marginUsdc } = after.ledger
    const gas = `${gasEther} ether, ${gasUsdc} USDC of gas, margin ${marginUsdc}`
    rows.push(rowOf("ledger", `${sales} sales, ${usdc} USDC, ${gas}`, []))
    faults.push(...(await auditPayers(deployment, boughtSoFar(), { granted: FAUCET_AMOUNT, price: PRICE })))
    faults.push(...(await auditLedger(deployment)))
    await end(0)
  } finally {
    for (const one of processes) await one?.kill()
  }
  return { rows, faults }
}

/** A process on a machine whose clock is wrong gives no quote, so nobody signs. */
async function atWrongTime(deployment: Deployment, payers: readonly Payer[], offsetMs: number): Promise<Row> {
  const [ports] = deployment.processPorts
  if (ports === undefined) throw new Error("The deployment has no process.")
  const launch = launchAtOtherTime(dirname(deployment.log), offsetMs)
  const process = await startProcess(deployment, ports, { path: PATH, launch, status: 503 })
  try {
    const url = `http://127.0.0.1:${ports.port}${PATH}`
    const replies = await Promise.all(payers.map(() => fetch(url)))
    await Promise.all(replies.map((reply) => reply.arrayBuffer()))
    const quoted = replies.filter(({ headers }) => headers.has("payment-required")).length
    const what = `clock ${Math.abs(offsetMs) / 60_000} min ${offsetMs < 0 ? "behind" : "ahead"}`
    return { ...rowOf(what, "503 before anybody signs", []), attempts: replies.length, "signed in vain": quoted }
  } finally {
    await process.end()
  }
}

function rowOf(what: string, measured: string, purchases: readonly Purchase[], wrong = 0): Row {
  const times = purchases
    .flatMap(({ startedMs, deliveredMs }) => (deliveredMs === null ? [] : [deliveredMs - startedMs]))
    .toSorted((a, b) => a - b)
  const at = (share: number) => {
    const time = times[Math.min(times.length - 1, Math.floor(times.length * share))]
    return time === undefined ? "–" : inSeconds(time)
  }
  return {
    what,
    measured,
    attempts: purchases.length,
    "first try": purchases.filter(({ deliveredMs, requests }) => deliveredMs !== null && requests === 2).length,
    "in the end": times.length,
    p50: at(0.5),
    slowest: at(1),
    "signed in vain": purchases.reduce((sum, { signedInVain }) => sum + signedInVain, 0),
    "charged wrongly": wrong,
  }
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
