import { NO_DERIVATIVES } from "@/tools/testing/alerts/facts"
import { alertBody } from "@/lib/alerts/channels"
import { createSocket } from "node:dgram"
import { lookup } from "node:dns/promises"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type AlertJobPorts, evaluateWatches } from "@/lib/alerts/alert-job"
import { createAlertSender } from "@/lib/alerts/alert-sender"
import type { AlertFacts } from "@/lib/domain/alerts/condition"
import { agreedPrice } from "@/lib/domain/market/candle-feed"
import { createPublicPost } from "@/lib/outbound/public-post"
import { publicLookup } from "@/lib/outbound/public-resolver"
import { sendWebhook } from "@/lib/outbound/webhook"
import type { Watch } from "@/lib/store/alert-rows"
import { createAlertStore } from "@/lib/store/alert-store"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { type AttackReport, localResources } from "./report"

const NOW_MS = 1_795_176_000_000
const TICK_MS = 10_000
const DAY_MS = 86_400_000
/** An honest alert or lookup that takes longer than this was held up. */
const MAX_DELAY_MS = 3_000
const SILENT = 160
const NAMES = 64
const FLAPPING_CONDITIONS = 10
const MAX_MESSAGES = 48

type Outcome = { readonly attackerCost: number; readonly serviceCost: number; readonly faults: readonly string[] }

/** What a watch costs, and an hour of a processor in a usual cloud. */
const WATCH_MICRO_DOLLARS = 50_000
const CORE_HOUR_MICRO_DOLLARS = 50_000

/** Attacks on watches. The attacker pays for watches, and the service for processor time, which here includes the receivers'. */
export const alertAttacks: readonly { readonly name: string; readonly run: () => Promise<Outcome> }[] = [
  { name: `${NAMES} names whose name server is silent`, run: silentNames },
  { name: `${SILENT} receivers that never answer`, run: silentReceivers },
  { name: "a watch that fires every 10 seconds for a day", run: repeatedFiring },
  { name: "a price of 789,000 while another provider says 100,000", run: disputedPrice },
]

export async function runAlertAttack({ name, run }: (typeof alertAttacks)[number]): Promise<AttackReport> {
  const before = localResources()
  const { attackerCost, serviceCost, faults } = await run()
  const honest = { served: faults.length === 0 ? 1 : 0, total: 1 }
  return { name, unit: "micro-dollars", attackerCost, serviceCost, honest, before, after: localResources(), faults }
}

/** The processor time of this process, in micro-dollars. */
async function costOf(work: () => Promise<void>): Promise<number> {
  const started = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(started)
  return Math.round(((user + system) / 3_600_000_000) * CORE_HOUR_MICRO_DOLLARS)
}

function lateness(what: string, tookMs: number): readonly string[] {
  return tookMs <= MAX_DELAY_MS ? [] : [`${what} took ${Math.round(tookMs)} ms`]
}

async function silentNames(): Promise<Outcome> {
  const nameServer = createSocket("udp4").bind(0, "127.0.0.1")
  await once(nameServer, "listening")
  const find = publicLookup({ servers: [`127.0.0.1:${nameServer.address().port}`] })
  const faults: string[] = []
  const serviceCost = await costOf(async () => {
    const startedMs = performance.now()
    const silent = Array.from(
      { length: NAMES },
      (_, n) => new Promise((ended) => find(`h${n}.example.com`, { all: true }, ended)),
    )
    await lookup("localhost")
    faults.push(...lateness("the lookup of another name", performance.now() - startedMs))
    await Promise.all(silent)
    faults.push(...lateness("the end of all lookups", performance.now() - startedMs))
  })
  nameServer.close()
  return { attackerCost: 0, serviceCost, faults }
}

async function silentReceivers(): Promise<Outcome> {
  const honest = await receiver(true)
  const silent = await Promise.all(Array.from({ length: SILENT }, () => receiver(false)))
  const store = await openEmbeddedStore(":memory:")
  const alerts = createAlertStore(store)
  for (const [n, { port }] of silent.entries()) {
    await alerts.add(watchOf(`s${n}`, { target: `http://127.0.0.1:${port}/hook`, payer: `p${n}` }))
  }
  await alerts.add(watchOf("honest", { target: `http://127.0.0.1:${honest.port}/hook`, payer: "honest" }))
  const post = createPublicPost()
  const ports: AlertJobPorts = {
    store,
    facts: () => Promise.resolve(factsAt(101)),
    clock: () => NOW_MS,
    send({ alert, watch, timeoutMs }) {
      const webhook = { target: watch.target, id: alert.id, body: alertBody(alert, null), text: "" }
      return sendWebhook(
        { ...webhook, secret: watch.secret, nowMs: NOW_MS },
        { post, local: [watch.target], timeoutMs },
      )
    },
    onFault(cause) {
      throw cause
    },
  }
  const faults: string[] = []
  const serviceCost = await costOf(async () => {
    await evaluateWatches(ports)
    const sender = createAlertSender(ports)
    const startedMs = performance.now()
    await sender.sendDue()
    await Promise.race([honest.asked, new Promise((late) => setTimeout(late, 2 * MAX_DELAY_MS).unref())])
    faults.push(...lateness("the honest alert", performance.now() - startedMs))
    await sender.idle()
  })
  for (const { close } of [...silent, honest]) close()
  await store.destroy()
  return { attackerCost: SILENT * WATCH_MICRO_DOLLARS, serviceCost, faults }
}

async function repeatedFiring(): Promise<Outcome> {
  const store = await openEmbeddedStore(":memory:")
  const alerts = createAlertStore(store)
  const conditions = Array.from({ length: FLAPPING_CONDITIONS }, (_, n) => `above:BTC:${100 + n / 100}`)
  await alerts.add(watchOf("w", { conditions, states: conditions.map(() => "not met") }))
  let nowMs = NOW_MS
  const serviceCost = await costOf(async () => {
    for (; nowMs < NOW_MS + DAY_MS; nowMs += TICK_MS * 31) {
      for (const price of [101, 99]) {
        await evaluateWatches({ store, facts: () => Promise.resolve(factsAt(price)), clock: () => nowMs })
      }
    }
  })
  const log = await alerts.log("w", 100_000)
  const sent = log.filter(({ status }) => status === "queued").length
  await store.destroy()
  const faults = sent > MAX_MESSAGES ? [`${sent} messages in a day`] : []
  return { attackerCost: WATCH_MICRO_DOLLARS, serviceCost, faults }
}

async function disputedPrice(): Promise<Outcome> {
  const store = await openEmbeddedStore(":memory:")
  const alerts = createAlertStore(store)
  await alerts.add(watchOf("w", { conditions: ["above:BTC:500000"] }))
  const known = { asOfMs: NOW_MS, fetchedAtMs: NOW_MS, source: "first" }
  const facts = {
    ...factsAt(0),
    prices: { BTC: agreedPrice({ ...known, value: 789_000, isDisputed: true }), ETH: null, SOL: null },
  }
  const serviceCost = await costOf(() =>
    evaluateWatches({ store, facts: () => Promise.resolve(facts), clock: () => NOW_MS }),
  )
  const sent = (await alerts.log("w", 10)).length
  await store.destroy()
  return {
    attackerCost: WATCH_MICRO_DOLLARS,
    serviceCost,
    faults: sent > 0 ? ["an alert was sent on a disputed price"] : [],
  }
}

function factsAt(price: number): AlertFacts {
  const nothing = { BTC: null, ETH: null, SOL: null }
  return {
    prices: { ...nothing, BTC: price },
    directions: nothing,
    ranges: nothing,
    candles: nothing,
    derivatives: NO_DERIVATIVES,
    resources: {},
    regime: null,
    critical: null,
  }
}

function watchOf(id: string, changes: Partial<Watch>): Watch {
  return {
    id,
    owner: "0xa1",
    payer: "0xa1",
    target: "https://hooks.example.com/hook",
    secret: "secret",
    conditions: ["above:BTC:100"],
    states: ["not met"],
    status: "active",
    createdMs: NOW_MS,
    untilMs: NOW_MS + 7 * DAY_MS,
    endReason: null,
    ...changes,
  }
}

async function receiver(answers: boolean) {
  let noteAsked: (value: null) => void = () => undefined
  const asked = new Promise<null>((resolve) => (noteAsked = resolve))
  const server: Server = createServer((_, response) => {
    noteAsked(null)
    if (answers) response.writeHead(204).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, asked, close }
}
