import { dirname } from "node:path"
import { parseUsdc } from "@/lib/domain/usdc"
import { timerSleep } from "@/lib/outbound/ports"
import { FAUCET_AMOUNT, type Payer, unfundedPayer } from "@/tools/testing/payments/x402-payer"
import { auditLedger, auditPayers, type Bought, ledgerTotal, meteredUsdc } from "./audit"
import { type Deployment, launchAtOtherTime, type ServiceProcess, startProcess } from "./deployment"
import { buy, buyDuring, createSendRequest, type Purchase } from "./payers"
import { inSeconds, type Row, rowOf } from "./rows"
import { type Processes, type Step, stepsOf } from "./steps"

const PATH = "/api/signal/BTC"
const PRICE = parseUsdc("0.05")
/** A newcomer comes this long after the one before, the first so long after the break began. */
const NEWCOMER_MS = 2_500
/** Between two breaks. */
const SETTLE_MS = 3_000
const CLOCK_OFFSETS_MS = [-20 * 60_000, 20 * 60_000]
/** Payers are under way when something happens to them. */
const LEAD_MS = 4_000

/** The exit code of a server that ended in order after SIGTERM. */
const ENDED_BY_SIGTERM = 143

export type Rehearsal = { readonly rows: readonly Row[]; readonly faults: readonly string[] }

type Plan = {
  readonly payers: number
  /** Each break lasts so long. */
  readonly outageMs: number
  readonly isChosen: (what: string) => boolean
}

/** Runs the chosen steps on the deployment one after another while payers buy. */
export async function rehearse(
  deployment: Deployment,
  { payers: count, outageMs, isChosen }: Plan,
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
  const show = (row: Row) => {
    rows.push(row)
    console.log(JSON.stringify(row))
  }
  const remember = (payer: Payer, purchase: Purchase) => void bought.get(payer)?.push(purchase)
  const audit = () => {
    const boughtSoFar = [...bought].map(([payer, purchases]): Bought => ({ payer, purchases }))
    return auditPayers(deployment, boughtSoFar, { granted: FAUCET_AMOUNT, price: PRICE })
  }

  const perform = async ({ what, isBreak, run }: Step) => {
    let measured = ""
    const visits: Promise<Purchase>[] = []
    const regular = await buyDuring({ ask, path: PATH, payers, onPurchase: remember }, async () => {
      await timerSleep(LEAD_MS)
      for (const [index, payer] of isBreak ? newcomers.entries() : []) {
        visits.push(
          (async () => {
            await timerSleep(NEWCOMER_MS * (index + 1))
            const purchase = await buy(ask, PATH, payer)
            remember(payer, purchase)
            return purchase
          })(),
        )
      }
      measured = await run()
      await Promise.all(visits)
    })
    const purchases = [...regular, ...(await Promise.all(visits))]
    show(rowOf(what, measured, purchases, (await audit()).length))
    // Feeds and gas are read again before the next break.
    if (isBreak) await timerSleep(SETTLE_MS)
  }

  const running = deployment.processPorts.map((): ServiceProcess | null => null)
  const processes = processesOf(deployment, running, faults)
  const runExactly = async (wanted: number) => {
    for (const [index, one] of running.entries()) {
      if (index < wanted && one === null) await processes.begin(index)
      if (index >= wanted && one !== null) await processes.end(index)
    }
  }
  const compareMetrics = async (steps: readonly Step[]) => {
    const before = { ledger: await ledgerTotal(deployment), metered: await meteredUsdc(deployment) }
    for (const step of steps) await perform(step)
    const after = { ledger: await ledgerTotal(deployment), metered: await meteredUsdc(deployment) }
    const sold = parseUsdc(after.ledger.usdc) - parseUsdc(before.ledger.usdc)
    const metered = after.metered - before.metered
    if (sold !== metered) faults.push(`the ledger sold ${sold} in the outages, and the metrics say ${metered}`)
  }

  const all = stepsOf(deployment, processes, outageMs)
  const clocks = CLOCK_OFFSETS_MS.filter((offsetMs) => isChosen(clockStep(offsetMs)))
  const steps = all.filter(({ what }) => isChosen(what))
  if (steps.length + clocks.length === 0) {
    const names = [...all.map(({ what }) => what), ...CLOCK_OFFSETS_MS.map(clockStep)]
    throw new Error(`No step has this name. The steps:\n  ${names.join("\n  ")}`)
  }
  try {
    rows.push(rowOf("start, empty database", `first 402 after ${await processes.begin(0)}`, []))
    const breaks = steps.filter(({ isBreak }) => isBreak)
    for (const step of steps) {
      await runExactly(step.processes)
      if (!step.isBreak) await perform(step)
      else if (step === breaks[0]) await compareMetrics(breaks)
    }
    await runExactly(0)
    for (const offsetMs of clocks) show(await atWrongTime(deployment, payers, offsetMs))
    await processes.begin(0)
    const { sales, usdc, gasEther, gasUsdc, marginUsdc } = await ledgerTotal(deployment)
    const gas = `${gasEther} ether, ${gasUsdc} USDC of gas, margin ${marginUsdc}`
    rows.push(rowOf("ledger", `${sales} sales, ${usdc} USDC, ${gas}`, []))
    faults.push(...(await audit()))
    faults.push(...(await auditLedger(deployment)))
    await processes.end(0)
  } finally {
    for (const one of running) await one?.kill()
  }
  return { rows, faults }
}

function processesOf(deployment: Deployment, running: (ServiceProcess | null)[], faults: string[]): Processes {
  const at = (index: number): ServiceProcess => {
    const one = running[index]
    if (!one) throw new Error(`Process ${index} does not run.`)
    return one
  }
  return {
    async begin(index) {
      const ports = deployment.processPorts[index]
      if (ports === undefined) throw new Error(`There is no process ${index}.`)
      const started = await startProcess(deployment, ports, { path: PATH })
      running[index] = started
      return inSeconds(started.firstQuoteMs)
    },
    async end(index) {
      const { code, ms } = await at(index).end()
      running[index] = null
      if (code !== ENDED_BY_SIGTERM) faults.push(`a process ended with ${code} after ${inSeconds(ms)}`)
      return inSeconds(ms)
    },
    kill: (index) => at(index).kill(),
    stopFor: (index, ms) => at(index).stopFor(ms),
  }
}

function clockStep(offsetMs: number): string {
  return `clock ${Math.abs(offsetMs) / 60_000} minutes ${offsetMs < 0 ? "behind" : "ahead"}`
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
    return {
      ...rowOf(clockStep(offsetMs), "503 before anybody signs", []),
      attempts: replies.length,
      "signed in vain": quoted,
    }
  } finally {
    await process.end()
  }
}
