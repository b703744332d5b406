import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { median } from "./median"
import { balanceOf, fundedBuyers, gasSince, newestBlock } from "./payments/buyers"
import { openChannel, type OpenChannel } from "./payments/channels"
import { gasText, loadCells, type LoadResult, measureLoad, rounds, row } from "./payments/compare"
import { ask, inOrder } from "./payments/load"
import { type Peer, startOfficial, startProduct } from "./payments/peers"

/*
 * Time and gas of a call that is paid from a session, compared with the official middleware and the same scheme on the same
 * machine and chain. The two servers are measured alternately in one run. Vouchers are signed before the measurement starts.
 * This service stores each voucher on disk before it answers. The official server keeps its channels in memory. A second
 * run uses two processes on PostgreSQL, which receive the calls of each channel alternately.
 *
 * Gas includes every transaction from the first deposit to the last payout, without refunds. Both services claim every ten
 * seconds, and this service also claims above $5, so the calls of a run are claimed in few transactions. CPU time includes
 * the web processes and not the database.
 */

const CLIENTS = 50
const CALLS = 40
const ROUNDS = 3
const WARM_UP_ROUNDS = 5
const SEQUENTIAL = 100
const GAS_CHANNELS = 20
/** Includes the call that makes the deposit. */
const GAS_CALLS = 50
const PRICE = 50_000n
const PAYOUT_DEADLINE_MS = 60_000
/** The limits are those of an operator that sells for $100 a second. */
const CLAIMS = {
  SESSION_CLAIM_INTERVAL_S: "10",
  SESSION_MAX_UNCLAIMED_USD: "2000",
  SESSION_CHANNEL_MAX_UNCLAIMED_USD: "50",
}
/** Longer than the time between two claims. */
const IDLE_MS = 20_000

type Chain = { readonly rpcUrl: string; readonly dataDir: string }

async function main(): Promise<void> {
  console.log("\n1 process on a file")
  await withProduct({}, async (product, chain) => {
    const official = await startOfficial(chain.rpcUrl)
    try {
      await compare([product, official], chain)
    } finally {
      await official.stop()
    }
  })
  console.log("\n2 processes on PostgreSQL")
  await withProduct({ processes: 2, postgres: "embedded" }, (product, chain) => compare([product], chain))
}

async function withProduct(
  options: Parameters<typeof startProduct>[1],
  measure: (product: Peer, chain: Chain) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-bench-"))
  try {
    const product = await startProduct(dataDir, { ...options, variables: CLAIMS })
    try {
      await measure(product, { rpcUrl: product.rpcUrl, dataDir })
    } finally {
      await product.stop()
    }
  } finally {
    for (const folder of [dataDir, `${dataDir}-postgres`]) rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(peers: readonly Peer[], chain: Chain): Promise<void> {
  const payers = await fundedBuyers(CLIENTS, chain.rpcUrl, chain.dataDir)
  const channels = new Map<Peer, readonly OpenChannel[]>()
  for (const peer of peers) {
    channels.set(peer, await inOrder(payers, (payer) => openChannel(peer, payer, chain.rpcUrl)))
  }
  const channelsOf = (peer: Peer) => channels.get(peer) ?? []
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    for (const peer of peers) await callConcurrently(peer, channelsOf(peer))
  }

  const together = await rounds(peers, ROUNDS, (peer) => callConcurrently(peer, channelsOf(peer)))
  console.log(`\nCalls paid by voucher, ${CLIENTS} clients with a channel each, ${ROUNDS} times ${CLIENTS * CALLS}`)
  for (const [peer, results] of together) row(peer, ...loadCells(results, ROUNDS * CLIENTS * CALLS))

  const single = await rounds(peers, ROUNDS, (peer) => callInOrder(peer, channelsOf(peer).slice(0, 1)))
  console.log(`\nCalls paid by voucher one after another, ${ROUNDS * SEQUENTIAL} each`)
  for (const [peer, all] of single) {
    const sorted = all.flat().toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
    row(peer, `p50 ${median(sorted).toFixed(2)} ms`, `p95 ${p95.toFixed(2)} ms`)
  }

  for (const opening of ["one after another", "at once"] as const) {
    console.log(`\nGas of ${GAS_CHANNELS * GAS_CALLS} calls on ${GAS_CHANNELS} channels, opened ${opening}`)
    for (const peer of peers) {
      await untilIdle(chain.rpcUrl)
      const { deposits, claims } = await measureGas(peer, chain, opening)
      const cells = [`deposits ${gasText(deposits)}`, `claims ${gasText(claims)}`]
      row(peer, gasText(deposits + claims), ...cells)
    }
  }
}

/** Each client sends its next voucher after its last answer. */
function callConcurrently(peer: Peer, channels: readonly OpenChannel[], calls = CALLS): Promise<LoadResult> {
  const vouchers = channels.map((channel) => channel.vouchers(calls))
  const { sessionUrls: urls } = peer
  const urlOf = (index: number) => urls[index % urls.length] ?? urls[0]
  const client = (own: (typeof vouchers)[number]) =>
    inOrder([...own.entries()], ([index, headers]) => ask(urlOf(index), headers))
  return measureLoad(peer, async () => (await Promise.all(vouchers.map(client))).flat())
}

async function callInOrder(peer: Peer, channels: readonly OpenChannel[]): Promise<readonly number[]> {
  const vouchers = channels.flatMap((channel) => channel.vouchers(SEQUENTIAL))
  return inOrder(vouchers, async (headers) => {
    const { status, durationMs } = await ask(peer.sessionUrls[0], headers)
    if (status !== 200) throw new Error(`${peer.name} answered a voucher with ${status}.`)
    return durationMs
  })
}

type Gas = { readonly deposits: number; readonly claims: number }

/** A call's share of the gas of deposits, and of all claims and transfers. The chain has no other transactions. */
async function measureGas(
  peer: Peer,
  { rpcUrl, dataDir }: Chain,
  opening: "one after another" | "at once",
): Promise<Gas> {
  const payers = await fundedBuyers(GAS_CHANNELS, rpcUrl, dataDir)
  const [before, opened] = [await balanceOf(rpcUrl, peer.payTo), await newestBlock(rpcUrl)]
  const open = (payer: (typeof payers)[number]) => openChannel(peer, payer, rpcUrl)
  const channels = await (opening === "at once" ? Promise.all(payers.map(open)) : inOrder(payers, open))
  const deposits = await gasSince(rpcUrl, opened)
  const { delivered } = await callConcurrently(peer, channels, GAS_CALLS - 1)
  const calls = GAS_CHANNELS + delivered
  if (calls !== GAS_CHANNELS * GAS_CALLS) throw new Error(`Only ${calls} calls were delivered.`)
  const deadlineMs = performance.now() + PAYOUT_DEADLINE_MS
  while ((await balanceOf(rpcUrl, peer.payTo)) < before + BigInt(calls) * PRICE - BigInt(GAS_CHANNELS)) {
    if (performance.now() > deadlineMs) throw new Error(`${peer.name} has not paid out all calls.`)
    await sleep(500)
  }
  return { deposits: deposits / calls, claims: ((await gasSince(rpcUrl, opened)) - deposits) / calls }
}

/** Waits until the claims of all earlier calls are on the chain. */
async function untilIdle(rpcUrl: string): Promise<void> {
  for (let gas = Infinity; gas > 0;) {
    const block = await newestBlock(rpcUrl)
    await sleep(IDLE_MS)
    gas = await gasSince(rpcUrl, block)
  }
}

await main()
