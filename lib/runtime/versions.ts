import { createHash, randomBytes } from "node:crypto"
import { z } from "zod"
import { catalogue } from "@/lib/api/catalogue"
import { isPaid, type ResponseOf } from "@/lib/api/contract"
import type { versionsContract } from "@/lib/api/versions"
import { isOver } from "@/lib/domain/clock"
import { formatUsdc } from "@/lib/domain/usdc"
import { isoTime, MINUTE_MS } from "@/lib/domain/utc-day"
import { createSqlValueStore } from "@/lib/feeds/sql-value-store"
import { takeTurns } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import { advanceVersions, type ResourceVersion } from "@/lib/usecases/resource-versions"
import { questionOf, readDecisions, SOLD } from "./decisions"
import { feedRevision, managed } from "./feeds"
import { type Runtime, runtime } from "./runtime"
import { singleton } from "./singleton"

type Answer = ResponseOf<typeof versionsContract>

/** Every poller within this time gets the same answer, whatever comes in. */
const FOR_MS = 5_000

const Held = z.array(
  z.object({
    path: z.string(),
    version: z.number(),
    commitment: z.string(),
    nonce: z.string(),
    dataAsOfMs: z.number(),
    changedAtMs: z.number(),
    isCurrent: z.boolean().default(false),
  }),
)

/** A price quote may be as old: nobody is charged for what is not sold any more. */
const PREVIEW_FOR_MS = 30_000

type Known = {
  readonly atMs: number
  /** Of the feeds when it was begun. */
  readonly revision: number
  readonly answer: Promise<Answer>
}

const answers = singleton("versions", () => new WeakMap<Runtime, Known>())
/** When this process counted last, as it is stored. */
const counted = singleton("versions-counted", () => new WeakMap<Runtime, number>())
const preview = singleton("versions-preview", () => ({ askedMs: 0, versions: {} as Answer["versions"] }))

/** The newest version of everything that is sold, counted on from what the store holds. */
export async function versionsAnswer(): Promise<Answer> {
  const service = await runtime()
  const held = answers.get(service)
  const serves = held !== undefined && (isFresh(held) || isExact(held, service))
  return serves ? held.answer : answerAnew(service)
}

function isFresh({ atMs }: Known): boolean {
  return !isOver({ sinceMs: atMs, lengthMs: FOR_MS, nowMs: Date.now() })
}

/** Nothing has come in since, and it is the same minute: events come nearer and facts grow old with time alone. */
function isExact({ atMs, revision }: Known, service: Runtime): boolean {
  return minuteOf(atMs) === minuteOf(Date.now()) && revision === feedRevision(service)
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS)
}

/** One after the other: two at once would give one decision two commitments. */
async function answerAnew(service: Runtime): Promise<Answer> {
  const before = answers.get(service)?.answer ?? Promise.resolve(null)
  const nowMs = Date.now()
  const answer = before.catch(() => null).then(() => computeVersions(service, nowMs))
  answers.set(service, { atMs: nowMs, revision: feedRevision(service), answer })
  // A failure is not remembered.
  answer.catch(() => answers.get(service)?.answer === answer && answers.delete(service))
  preview.versions = (await answer).versions
  return answer
}

/**
 * The version of an answer that was made just now as an entity tag, by its URL (`/api/signal/BTC`); `null` where it has
 * none. What pollers get may be older than a feed's newest value, and so than the answer.
 */
export async function entityTagOf(url: string): Promise<string | null> {
  const service = await runtime()
  const held = answers.get(service)
  const { versions } = await (held && isExact(held, service) ? held.answer : answerAnew(service))
  const entry = versions[questionOf(url)]
  return entry === undefined ? null : `"${entry.version}-${entry.commitment.slice(0, 16)}"`
}

/**
 * The version of one resource as it was last known, by its URL; `null` before that. A question for a price waits for
 * nothing, so what is old is asked for behind its back.
 */
export function previewOf(url: string): Answer["versions"][string] | null {
  const nowMs = Date.now()
  if (isOver({ sinceMs: preview.askedMs, lengthMs: PREVIEW_FOR_MS, nowMs })) {
    preview.askedMs = nowMs
    // Whoever buys hears of the fault; a price is quoted without.
    void versionsAnswer().catch(() => undefined)
  }
  return preview.versions[questionOf(url)] ?? null
}

async function computeVersions(service: Runtime, nowMs: number): Promise<Answer> {
  const last = await heldIn(service.store).load()
  // Who counted last may know values that are not held here yet: from older ones each version would go there and back.
  if (last !== null && last.fetchedAtMs !== counted.get(service)) await catchUp(service)
  const decisions = await readDecisions(service, nowMs)
  const versions = await service.store.transaction().execute(async (tx) => {
    // Two processes at once would give one decision two commitments.
    await takeTurns(tx, "resource_versions")
    const held = await heldIn(tx).load()
    const value = advanceVersions(
      held?.value ?? [],
      decisions,
      {
        nowMs,
        nonce: () => randomBytes(16).toString("hex"),
        sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
      },
      SOLD,
    )
    // Later than what was counted before, whatever the clocks say: what is answered is what the next one counts on from.
    const fetchedAtMs = Math.max(nowMs, (held?.fetchedAtMs ?? 0) + 1)
    await heldIn(tx).save({ value: [...value], source: "signal402", asOfMs: nowMs, fetchedAtMs })
    counted.set(service, fetchedAtMs)
    return value
  })
  return { versions: Object.fromEntries(versions.flatMap(toEntry)), timestamp: isoTime(nowMs) }
}

function heldIn(store: Store) {
  return createSqlValueStore(store, "resource_versions", (json) => Held.parse(json))
}

async function catchUp({ candles, feeds }: Runtime): Promise<void> {
  await Promise.all([candles.reload(), ...managed(feeds).map(([, feed]) => feed.reload())])
}

function toEntry({ path, version, commitment, dataAsOfMs, changedAtMs, isCurrent }: ResourceVersion) {
  const product = catalogue.find((contract) => path.startsWith(contract.path.replace("{coin}", "")) && isPaid(contract))
  if (product?.price === null || product?.price === undefined) return []
  const times = { data_as_of: isoTime(dataAsOfMs), changed_at: isoTime(changedAtMs) }
  const status = isCurrent ? ("current" as const) : ("unavailable" as const)
  return [[path, { version, commitment, ...times, price_usdc: formatUsdc(product.price), status }] as const]
}
