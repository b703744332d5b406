import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Payer, signFor } from "@/tools/testing/payments/x402-payer"
import { median } from "./median"
import { balanceOf, fundedBuyers, gasSince, newestBlock } from "./payments/buyers"
import { gasText, loadCells, type LoadResult, measureLoad, rounds, row } from "./payments/compare"
import { ask, inOrder, throughput } from "./payments/load"
import { type Peer, startOfficial, startProduct } from "./payments/peers"

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
const WARM_UP_BURSTS = 10
const PRICE = 50_000n

type Burst = LoadResult & { readonly chargedWithoutAnswer: number; readonly gas: number }

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-bench-"))
  const stops: (() => Promise<void>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const product = await startProduct(dataDir)
    stops.push(product.stop)
    const official = await startOfficial(product.rpcUrl)
    stops.push(official.stop)
    const buyers = await fundedBuyers(BURST, product.rpcUrl, dataDir)
    const peers = [product, official]
    for (const peer of peers) await warmUp(peer, buyers)
    await compareChallenges(peers)
    await compareSequential(peers, buyers)
    await compareBursts(peers, buyers, product.rpcUrl)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Warms up the compilers and connection pools of both before the measurement. */
async function warmUp(peer: Peer, buyers: readonly Payer[]): Promise<void> {
  await throughput(peer.freeUrl, 200, 1_000)
  await throughput(peer.paidUrl, 402, 1_000)
  await inOrder(await proofsFor(peer, buyers.slice(0, 5)), (headers) => buy(peer, headers))
  for (let burst = 0; burst < WARM_UP_BURSTS; burst += 1) {
    await Promise.all((await proofsFor(peer, buyers)).map((headers) => ask(peer.paidUrl, headers)))
  }
}

async function compareChallenges(peers: readonly Peer[]): Promise<void> {
  const rates = await rounds(peers, ROUNDS, async (peer) => ({
    free: await throughput(peer.freeUrl, 200, THROUGHPUT_MS),
    challenge: await throughput(peer.paidUrl, 402, THROUGHPUT_MS),
  }))
  console.log("\nUnpaid requests per second, 16 connections (402 challenge beside a free route of the same app)")
  for (const [peer, all] of rates) {
    const [free, challenge] = [median(all.map((r) => r.free)), median(all.map((r) => r.challenge))]
    const ratio = median(all.map((round) => round.challenge / round.free))
    row(peer, `free ${free.toFixed(0)}`, `402 ${challenge.toFixed(0)}`, `402 / free ${ratio.toFixed(2)}`)
  }
}

async function compareSequential(peers: readonly Peer[], buyers: readonly Payer[]): Promise<void> {
  const times = await rounds(peers, ROUNDS, async (peer) =>
    inOrder(await proofsFor(peer, buyers.slice(0, SEQUENTIAL)), (headers) => buy(peer, headers)),
  )
  console.log(`\nPaid calls one after another, ${ROUNDS * SEQUENTIAL} each`)
  for (const [peer, all] of times) {
    const sorted = all.flat().toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
    row(peer, `p50 ${median(sorted).toFixed(0)} ms`, `p95 ${p95.toFixed(0)} ms`)
  }
}

async function compareBursts(peers: readonly Peer[], buyers: readonly Payer[], rpcUrl: string): Promise<void> {
  const bursts = await rounds(peers, BURSTS, async (peer): Promise<Burst> => {
    const proofs = await proofsFor(peer, buyers)
    const [before, firstBlock] = [await balanceOf(rpcUrl, peer.payTo), await newestBlock(rpcUrl)]
    const load = await measureLoad(peer, () => Promise.all(proofs.map((headers) => ask(peer.paidUrl, headers))))
    const charged = Number(((await balanceOf(rpcUrl, peer.payTo)) - before) / PRICE)
    const gas = await gasSince(rpcUrl, firstBlock)
    return { ...load, chargedWithoutAnswer: charged - load.delivered, gas }
  })
  console.log(`\n${BURST} paid calls at once, ${BURSTS} times, each by another payer`)
  for (const [peer, all] of bursts) {
    const total = (pick: (burst: Burst) => number) => all.reduce((sum, burst) => sum + pick(burst), 0)
    const withoutAnswer = total((burst) => burst.chargedWithoutAnswer)
    const gas = total((burst) => burst.gas) / total((burst) => burst.delivered)
    row(peer, ...loadCells(all, BURSTS * BURST), `charged in vain ${withoutAnswer}`, gasText(gas))
  }
}

function proofsFor(peer: Peer, buyers: readonly Payer[]) {
  return inOrder(buyers, (buyer) => signFor(peer.paidUrl, buyer))
}

async function buy(peer: Peer, headers: Readonly<Record<string, string>>): Promise<number> {
  const { status, durationMs } = await ask(peer.paidUrl, headers)
  if (status !== 200) throw new Error(`${peer.name} answered a payment with ${status}.`)
  return durationMs
}

await main()
