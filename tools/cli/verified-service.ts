import { FIRST_LINK, linkAfter } from "@/lib/domain/track-record/record-anchor"
import type { AnchorOnChain } from "@/lib/x402/chain/read-anchors"
import { type Verification, verifyService } from "./verify-record"
import type { Candle } from "@/lib/domain/market/candle"
import { type Coin } from "@/lib/domain/market/coin"
import { type InputName, type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { GENESIS_HASH, seal } from "@/lib/domain/track-record/chain"
import { archiveInputs } from "@/lib/domain/track-record/input-archive"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import type { RecordProof } from "@/lib/domain/track-record/proof"
import { isRevealed, type SealedFacts, type SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { fold } from "@/research/candles"
import { getRecord } from "@/lib/endpoints/record/answer"
import type { MaySell } from "@/lib/usecases/sealed-rights"
import { HISTORY_START_MS, sealedHistory } from "@/tools/testing/record/sealed-history"
import { createMemoryOutcomeStore, createMemorySealedStore, testSha256 } from "@/tools/testing/record/sealed-store"

/** A service with its database, as somebody who can write to it sees it, and the chain, which nobody can change. */
export type VerifiedService = {
  readonly records: readonly SealedSignal[]
  readonly outcomes: readonly MeasuredOutcome[]
  readonly hours: CandlesOfCall
  readonly fourHours: CandlesOfCall
  readonly onChain: readonly AnchorOnChain[]
  /** The anchors of the ledger. */
  readonly listed: readonly AnchorOnChain[]
  readonly acceptances: RecordProof["acceptances"]
  readonly endMs: number
  /** Absent: everything. */
  readonly maySell?: MaySell
}

type CandlesOfCall = (facts: Pick<SealedFacts, "coin" | "decisionTimeMs">) => readonly Candle[]

const DAYS = 9
const SENDER = "0x2b5ad5c4795c026514f8317c7a215e218dccd6cf"
const PAYEE = "0x209693bc6afc0c5328ba36faf03c514ef312287c"
const HOURS_READ = 5

let known: VerifiedService | null = null

/** Nine days of calls that were sealed in time, with their inputs, outcomes, and an anchor each day. Made once. */
export function honestService(): VerifiedService {
  known ??= makeService()
  return known
}

function makeService(): VerifiedService {
  const { hours: series } = sealedHistory({ days: DAYS, seed: 5 })
  const fourHourSeries = {
    BTC: fold(series.BTC.value, "4h"),
    ETH: fold(series.ETH.value, "4h"),
    SOL: fold(series.SOL.value, "4h"),
  }
  const hours: CandlesOfCall = ({ coin, decisionTimeMs }) =>
    lastOf(series[coin].value, decisionTimeMs, HOURS_READ * HOUR_MS)
  const fourHours: CandlesOfCall = ({ coin, decisionTimeMs }) =>
    lastOf(fourHourSeries[coin], decisionTimeMs, 2 * DAY_MS)
  const directions = new Map<Coin, SealedFacts["direction"]>()
  const change = (facts: SealedFacts): SealedFacts => {
    const previousDirection = directions.get(facts.coin) ?? null
    directions.set(facts.coin, facts.direction)
    return { ...facts, previousDirection, inputs: sealedInputsOf(facts, { hours, fourHours }) }
  }
  const { records, outcomes, endMs } = sealedHistory({ days: DAYS, seed: 5, change })
  const onChain = anchorsOf(records)
  return { records, outcomes, hours, fourHours, onChain, listed: onChain, acceptances: [], endMs }
}

function lastOf(candles: readonly Candle[], endMs: number, spanMs: number): readonly Candle[] {
  return candles.filter(({ openTimeMs }) => openTimeMs < endMs && openTimeMs >= endMs - spanMs)
}

type Candles = Pick<VerifiedService, "hours" | "fourHours">

function sealedInputsOf(facts: SealedFacts, { hours, fourHours }: Candles): SealedFacts["inputs"] {
  const [hourly, longer] = [hours(facts), fourHours(facts)]
  const input = (value: readonly Candle[]) => ({ source: "binance", asOfMs: facts.decisionTimeMs, value })
  const inputs: MarketInputs = { ...NO_INPUTS, fourHours: input(longer), hours: input(hourly) }
  const { hashes } = archiveInputs(inputs, testSha256)
  return (["fourHours", "hours"] as const).flatMap((name) =>
    inputs[name]?.value.length === 0
      ? []
      : [{ name, source: "binance", asOfMs: facts.decisionTimeMs, sha256: hashes[name] ?? null }],
  )
}

/** The service with other candles in the inputs of its calls, and other prices that follow from them, all sealed in time. */
export function resealed(
  service: VerifiedService,
  { hours = service.hours, fourHours = service.fourHours }: Partial<Candles>,
  change: (facts: SealedFacts) => SealedFacts = (facts) => facts,
): VerifiedService {
  const records = relinked(service.records, (facts) => {
    const changed = change(facts)
    return { ...changed, inputs: sealedInputsOf(changed, { hours, fourHours }) }
  })
  const onChain = anchorsOf(records)
  return { ...service, records, hours, fourHours, onChain, listed: onChain }
}

/** One anchor a day, half an hour after the last close of the day. */
export function anchorsOf(records: readonly SealedSignal[]): readonly AnchorOnChain[] {
  const anchors: AnchorOnChain[] = []
  for (let day = 1; day <= DAYS; day++) {
    const timeMs = HISTORY_START_MS + day * DAY_MS - 3.5 * HOUR_MS
    const head = records.findLast(({ facts }) => facts.decisionTimeMs < timeMs)?.hash ?? GENESIS_HASH
    const previous = anchors.at(-1) ?? null
    const link = previous === null ? FIRST_LINK : linkAfter(previous, [], testSha256)
    const transaction = `0x${day.toString(16).padStart(64, "0")}` as const
    anchors.push({ head, link, transaction, blockNumber: 100 * day, timeMs, sender: SENDER })
  }
  return anchors
}

/** The same calls with other content, sealed again from the beginning: what somebody does who owns the database. */
export function relinked(
  records: readonly SealedSignal[],
  change: (facts: SealedFacts) => SealedFacts | null,
): readonly SealedSignal[] {
  const chain: SealedSignal[] = []
  for (const { facts, nonce } of records) {
    const changed = change(facts)
    if (changed === null) continue
    chain.push(seal(changed, { nonce, prevHash: chain.at(-1)?.hash ?? GENESIS_HASH, sha256: testSha256 }))
  }
  return chain
}

/** The API of the service. */
export function serve(service: VerifiedService): typeof fetch {
  const { records, endMs } = service
  const proof: RecordProof = {
    network: "eip155:8453",
    isPublic: true,
    checkedMs: endMs,
    anchors: service.listed,
    acceptances: service.acceptances,
  }
  const ports = {
    sealed: createMemorySealedStore(records),
    outcomes: createMemoryOutcomeStore(service.outcomes),
    proof: async () => proof,
    maySell: service.maySell ?? (() => true),
    nowMs: endMs,
  }
  return async (input) => {
    const { pathname, searchParams } = new URL(new Request(input).url)
    if (pathname === "/api/record/anchors") return Response.json(anchorsAnswer(service))
    if (pathname === "/api/record/inputs") return Response.json(inputsAnswer(service, searchParams.get("id") ?? ""))
    if (pathname === "/api/record")
      return Response.json(await getRecord({ after: Number(searchParams.get("after")) }, ports))
    return new Response(null, { status: 404 })
  }
}

function anchorsAnswer({ listed, endMs }: VerifiedService) {
  return {
    network: "eip155:8453",
    asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    pay_to: PAYEE,
    senders: [SENDER],
    anchors: listed.map(({ head, link, transaction, blockNumber, timeMs }) => {
      return { head, link, transaction, block: blockNumber, seen_at: isoTime(timeMs) }
    }),
    has_more: false,
    timestamp: isoTime(endMs),
  }
}

function inputsAnswer({ records, hours, fourHours, endMs }: VerifiedService, id: string) {
  const record = records.find(({ facts }) => facts.id === id)
  const isOpen = record === undefined || !isRevealed(record.facts, endMs)
  const none = Object.fromEntries(Object.keys(NO_INPUTS).map((name) => [name, null]))
  const inputs = isOpen ? null : { ...none, ...pointsOf(record.facts, { hours, fourHours }) }
  return { id, inputs, reason: isOpen ? "sealed" : null, timestamp: isoTime(endMs) }
}

function pointsOf(facts: SealedFacts, candles: Candles) {
  const names = new Set(facts.inputs.map(({ name }) => name))
  const points = { fourHours: candles.fourHours(facts), hours: candles.hours(facts) }
  return Object.fromEntries(Object.entries(points).filter(([name]) => names.has(name as InputName)))
}

/** Verifies a service as the command does; the node shows the chain. */
export async function verifyTampered(
  service: VerifiedService,
  changes: Partial<Verification> = {},
): Promise<{ readonly valid: boolean; readonly text: string }> {
  const lines: string[] = []
  const { valid } = await verifyService({
    api: "https://signal402.example/api",
    get: serve(service),
    nowMs: service.endMs + HOUR_MS / 2,
    head: null,
    replay: null,
    senders: [],
    isAccepted: false,
    outside: null,
    readChain: async () => {
      return { anchors: service.onChain, received: new Map([[SENDER, 40_000_000n]]), fromBlock: 1n, toBlock: 1_000n }
    },
    onProgress: () => undefined,
    onFinding: ({ text }) => lines.push(text),
    ...changes,
  })
  return { valid, text: lines.join("\n") }
}
