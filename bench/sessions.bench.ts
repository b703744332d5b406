import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { median } from "./median"
import { balanceOf, fundedBuyers, gasSince, newestBlock } from "./payments/buyers"
import { openChannel, type OpenChannel } from "./payments/channels"
import { gasText, rounds, row } from "./payments/compare"
import { ask, inOrder } from "./payments/load"
import { type Rival, startOfficial, startProduct } from "./payments/rivals"

/*
 * What a call paid from a session costs, beside the official middleware with the same scheme: same machine, same chain, same
 * run, turns taken. Vouchers are signed before the clock starts. Ours are on disk before the answer leaves; the official
 * server keeps its channels in memory.
 */

const CLIENTS = 50
const CALLS = 40
const ROUNDS = 3
const WARMING_ROUNDS = 2
const SEQUENTIAL = 100
const GAS_CHANNELS = 20
const GAS_CALLS = 50
const PRICE = 50_000n

type Run = { readonly perSecond: number; readonly delivered: number }

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-bench-"))
  const stops: (() => Promise<void>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const product = await startProduct(dataDir)
    stops.push(product.stop)
    const { rpcUrl } = product
    const official = await startOfficial(rpcUrl)
    stops.push(official.stop)
    const rivals = [product, official]
    const buyers = await fundedBuyers(CLIENTS, rpcUrl, dataDir)
    const channels = new Map<Rival, readonly OpenChannel[]>()
    for (const rival of rivals) {
      channels.set(rival, await inOrder(buyers, (buyer) => openChannel(rival, buyer, rpcUrl)))
    }
    const channelsOf = (rival: Rival) => channels.get(rival) ?? []
    for (let round = 0; round < WARMING_ROUNDS; round += 1) {
      for (const rival of rivals) await callTogether(rival, channelsOf(rival))
    }

    const together = await rounds(rivals, ROUNDS, (rival) => callTogether(rival, channelsOf(rival)))
    console.log(`\nCalls paid by voucher, ${CLIENTS} clients with a channel each, ${ROUNDS} times ${CLIENTS * CALLS}`)
    for (const [rival, runs] of together) {
      const delivered = runs.reduce((sum, run) => sum + run.delivered, 0)
      const success = (delivered / (ROUNDS * CLIENTS * CALLS)) * 100
      row(
        rival,
        `delivered ${success.toFixed(1)}%`,
        `${median(runs.map(({ perSecond }) => perSecond)).toFixed(0)} calls/s`,
      )
    }

    const single = await rounds(rivals, ROUNDS, (rival) => callInOrder(rival, channelsOf(rival).slice(0, 1)))
    console.log(`\nCalls paid by voucher one after another, ${ROUNDS * SEQUENTIAL} each`)
    for (const [rival, all] of single) {
      const sorted = all.flat().toSorted((a, b) => a - b)
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
      row(rival, `p50 ${median(sorted).toFixed(2)} ms`, `p95 ${p95.toFixed(2)} ms`)
    }

    const { gasPerCall, claimed } = await measureGas(product, channelsOf(product).slice(0, GAS_CHANNELS), rpcUrl)
    console.log(`\nGas of claims and transfers, ${claimed} calls on ${GAS_CHANNELS} channels`)
    row(product, gasText(gasPerCall))
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Each client sends its next voucher when it has its answer. */
async function callTogether(rival: Rival, channels: readonly OpenChannel[], calls = CALLS): Promise<Run> {
  const vouchers = channels.map((channel) => channel.vouchers(calls))
  const startedMs = performance.now()
  const statuses = await Promise.all(
    vouchers.map((own) => inOrder(own, async (headers) => (await ask(rival.soldBySession, headers)).status)),
  )
  const seconds = (performance.now() - startedMs) / 1_000
  const delivered = statuses.flat().filter((status) => status === 200).length
  return { perSecond: delivered / seconds, delivered }
}

async function callInOrder(rival: Rival, channels: readonly OpenChannel[]): Promise<readonly number[]> {
  const vouchers = channels.flatMap((channel) => channel.vouchers(SEQUENTIAL))
  return inOrder(vouchers, async (headers) => {
    const { status, durationMs } = await ask(rival.soldBySession, headers)
    if (status !== 200) throw new Error(`${rival.name} answered a voucher with ${status}.`)
    return durationMs
  })
}

/** Nothing but the claims of these calls is on the chain meanwhile. What is below the threshold of a claim waits for later. */
async function measureGas(product: Rival, channels: readonly OpenChannel[], rpcUrl: string) {
  await untilPaidOut(product, rpcUrl)
  const [before, block] = [await balanceOf(rpcUrl, product.payTo), await newestBlock(rpcUrl)]
  const { delivered } = await callTogether(product, channels, GAS_CALLS)
  if (delivered !== GAS_CHANNELS * GAS_CALLS) throw new Error(`Only ${delivered} calls were delivered.`)
  const after = await untilPaidOut(product, rpcUrl)
  const claimed = Number((after - before) / PRICE)
  return { gasPerCall: (await gasSince(rpcUrl, block)) / claimed, claimed }
}

/** Claims are looked for every five seconds. */
async function untilPaidOut({ payTo }: Rival, rpcUrl: string): Promise<bigint> {
  let last = await balanceOf(rpcUrl, payTo)
  for (;;) {
    await sleep(12_000)
    const now = await balanceOf(rpcUrl, payTo)
    if (now === last) return now
    last = now
  }
}

await main()
