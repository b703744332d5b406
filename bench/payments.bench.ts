import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Payer, signFor } from "@/lib/testing/payments/x402-payer"
import { median } from "./median"
import { balanceOf, fundedBuyers, gasSince, newestBlock } from "./payments/buyers"
import { gasText, loadCells, type LoadResult, measureLoad, rounds, row } from "./payments/compare"
import { ask, inOrder, throughput } from "./payments/load"
import { type Rival, startOfficial, startProduct } from "./payments/rivals"

/*
 * Time of a paid call, compared with the official middleware on the same machine and chain. The two servers are measured
 * alternately in one run. Payments are signed before the measurement starts. The chain mines each transaction at once, so
 * the benchmark measures the server. On Base, both servers also wait for the block time of two seconds.
 */

const ROUNDS = 3
const THROUGHPUT_MS = 2_000
const SEQUENTIAL = 10
const BURST = 50
const BURSTS = 9
/** V8 compiles functions that run often. After this many bursts, the time of a call is stable. */
const WARMING_BURSTS = 10
const PRICE = 50_000n

type Burst = LoadResult & { readonly chargedInVain: number; readonly gas: number }

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-bench-"))
  const stops: (() => Promise<void>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const product = await startProduct(dataDir)
    stops.push(product.stop)
    const official = await startOfficial(product.rpcUrl)
    stops.push(official.stop)
    const buyers = await fundedBuyers(BURST, product.rpcUrl, dataDir)
    const rivals = [product, official]
    for (const rival of rivals) await warmUp(rival, buyers)
    await compareChallenges(rivals)
    await compareSequential(rivals, buyers)
    await compareBursts(rivals, buyers, product.rpcUrl)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Warms up the compilers and connection pools of both before the measurement. */
async function warmUp(rival: Rival, buyers: readonly Payer[]): Promise<void> {
  await throughput(rival.free, 200, 1_000)
  await throughput(rival.sold, 402, 1_000)
  await inOrder(await proofsFor(rival, buyers.slice(0, 5)), (headers) => buy(rival, headers))
  for (let burst = 0; burst < WARMING_BURSTS; burst += 1) {
    await Promise.all((await proofsFor(rival, buyers)).map((headers) => ask(rival.sold, headers)))
  }
}

async function compareChallenges(rivals: readonly Rival[]): Promise<void> {
  const rates = await rounds(rivals, ROUNDS, async (rival) => ({
    free: await throughput(rival.free, 200, THROUGHPUT_MS),
    challenge: await throughput(rival.sold, 402, THROUGHPUT_MS),
  }))
  console.log("\nUnpaid requests per second, 16 connections (402 challenge beside a free route of the same app)")
  for (const [rival, all] of rates) {
    const [free, challenge] = [median(all.map((r) => r.free)), median(all.map((r) => r.challenge))]
    const ratio = median(all.map((round) => round.challenge / round.free))
    row(rival, `free ${free.toFixed(0)}`, `402 ${challenge.toFixed(0)}`, `402 / free ${ratio.toFixed(2)}`)
  }
}

async function compareSequential(rivals: readonly Rival[], buyers: readonly Payer[]): Promise<void> {
  const times = await rounds(rivals, ROUNDS, async (rival) =>
    inOrder(await proofsFor(rival, buyers.slice(0, SEQUENTIAL)), (headers) => buy(rival, headers)),
  )
  console.log(`\nPaid calls one after another, ${ROUNDS * SEQUENTIAL} each`)
  for (const [rival, all] of times) {
    const sorted = all.flat().toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
    row(rival, `p50 ${median(sorted).toFixed(0)} ms`, `p95 ${p95.toFixed(0)} ms`)
  }
}

async function compareBursts(rivals: readonly Rival[], buyers: readonly Payer[], rpcUrl: string): Promise<void> {
  const bursts = await rounds(rivals, BURSTS, async (rival): Promise<Burst> => {
    const proofs = await proofsFor(rival, buyers)
    const [before, firstBlock] = [await balanceOf(rpcUrl, rival.payTo), await newestBlock(rpcUrl)]
    const load = await measureLoad(rival, () => Promise.all(proofs.map((headers) => ask(rival.sold, headers))))
    const charged = Number(((await balanceOf(rpcUrl, rival.payTo)) - before) / PRICE)
    const gas = await gasSince(rpcUrl, firstBlock)
    return { ...load, chargedInVain: charged - load.delivered, gas }
  })
  console.log(`\n${BURST} paid calls at once, ${BURSTS} times, each by another payer`)
  for (const [rival, all] of bursts) {
    const total = (pick: (burst: Burst) => number) => all.reduce((sum, burst) => sum + pick(burst), 0)
    const inVain = total((burst) => burst.chargedInVain)
    const gas = total((burst) => burst.gas) / total((burst) => burst.delivered)
    row(rival, ...loadCells(all, BURSTS * BURST), `charged in vain ${inVain}`, gasText(gas))
  }
}

function proofsFor(rival: Rival, buyers: readonly Payer[]) {
  return inOrder(buyers, (buyer) => signFor(rival.sold, buyer))
}

async function buy(rival: Rival, headers: Readonly<Record<string, string>>): Promise<number> {
  const { status, durationMs } = await ask(rival.sold, headers)
  if (status !== 200) throw new Error(`${rival.name} answered a payment with ${status}.`)
  return durationMs
}

await main()
