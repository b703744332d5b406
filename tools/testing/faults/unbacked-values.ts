import { z } from "zod"
import { parseJson } from "@/lib/domain/parse-json"
import type { Fault } from "@/lib/sandbox/market/faults"
import { PROVIDERS, type Provider } from "@/lib/sandbox/market/providers"
import { createRugCheckSource } from "@/lib/market/sources/rugcheck/client"
import { createHoneypotSource } from "@/lib/market/sources/honeypot-is/client"
import { type FeedContent, feedContents, COMBINED_SUFFIX } from "./feed-contents"
import { openFeedsHarness, setTime } from "./feeds-harness"

/** The values that healthy providers returned at one moment, by feed and provider. */
type ProviderValues = ReadonlyMap<string, ReadonlySet<string>>

const DOWN: Fault = { kind: "down" }
const valuesCache = new Map<string, Promise<ProviderValues>>()

export type OracleOptions = {
  /** Moments at which a provider may have returned the values. */
  readonly momentsMs: readonly number[]
  /** Whether values that several providers make together are compared too. */
  readonly together: boolean
}

/**
 * Values in the feeds that no healthy provider returned at one of the moments. A provider that replaces
 * others is read alone. The clock is restored at the end.
 */
export async function unbackedValues(
  holdings: readonly FeedContent[],
  { momentsMs, together }: OracleOptions,
): Promise<readonly string[]> {
  const invented: string[] = []
  for (const { key, parts } of holdings) {
    const provider = PROVIDERS.find((each) => key.split(" ").slice(1).includes(each)) ?? null
    const isCompared = together || !key.endsWith(COMBINED_SUFFIX)
    let open = isCompared ? await unmatchedParts(parts, { key, who: null, momentsMs }) : []
    if (provider !== null) open = await unmatchedParts(open, { key, who: provider, momentsMs })
    open = await withoutSimulatedChecks(open, momentsMs)
    invented.push(...open.map((part) => `${key}: ${part}`))
  }
  return invented
}

const Simulated = z.looseObject({
  chain: z.string(),
  address: z.string(),
  provider: z.enum(["honeypot.is", "RugCheck"]),
  checkedAtMs: z.number(),
})

/** honeypot.is and RugCheck check a token only while GoPlus does not answer, so they are called for that token alone. */
async function withoutSimulatedChecks(
  parts: readonly string[],
  momentsMs: readonly number[],
): Promise<readonly string[]> {
  const open: string[] = []
  for (const part of parts) {
    const check = Simulated.safeParse(parseJson(part.slice(part.indexOf("{"))))
    if (!check.success || (await repeatSimulation(check.data, momentsMs)) !== JSON.stringify(check.data))
      open.push(part)
  }
  return open
}

async function repeatSimulation(
  check: z.output<typeof Simulated>,
  momentsMs: readonly number[],
): Promise<string | null> {
  if (!momentsMs.includes(check.checkedAtMs)) return null
  const nowMs = Date.now()
  setTime(check.checkedAtMs)
  const { http, store } = await openFeedsHarness(new Map(), { pools: "unread" })
  const createSource = check.provider === "RugCheck" ? createRugCheckSource : createHoneypotSource
  const answer = await createSource({ http, clock: () => Date.now() }).security(check)
  await store.destroy()
  setTime(nowMs)
  return answer === null ? null : JSON.stringify(answer)
}

type Reference = Pick<OracleOptions, "momentsMs"> & { readonly key: string; readonly who: Provider | null }

/**
 * Values that were returned neither by all providers together nor by this provider. Newest first, because old values
 * mostly return.
 */
async function unmatchedParts(
  parts: readonly string[],
  { key, who, momentsMs }: Reference,
): Promise<readonly string[]> {
  let open = parts
  for (const momentMs of momentsMs.toReversed()) {
    if (open.length === 0) break
    const words = (await providerValuesAt(momentMs, who)).get(key)
    if (words === undefined) break
    open = open.filter((part) => !words.has(part) && !isSubsetOfValue(part, words))
  }
  return open
}

/** Whether the pair is the same with fewer facts: a `null` fact is absent. */
function isSubsetOfValue(part: string, words: ReadonlySet<string>): boolean {
  const pair = /"pairAddress":"[^"]+"/.exec(part)?.[0]
  const facts = part.match(/"\w+":(?:"[^"]*"|[\d.-]+|true|false)/g) ?? []
  return (
    pair !== undefined && [...words].some((word) => word.includes(pair) && facts.every((fact) => word.includes(fact)))
  )
}

/** The values of all providers together, or of one provider while the others fail. */
function providerValuesAt(momentMs: number, provider: Provider | null): Promise<ProviderValues> {
  const key = `${momentMs} ${provider ?? "all"}`
  const known = valuesCache.get(key)
  if (known !== undefined) return known
  const words = readProviderValues(momentMs, provider)
  valuesCache.set(key, words)
  return words
}

async function readProviderValues(momentMs: number, provider: Provider | null): Promise<ProviderValues> {
  const nowMs = Date.now()
  setTime(momentMs)
  const down = provider === null ? [] : PROVIDERS.filter((each) => each !== provider)
  const harness = await openFeedsHarness(new Map(down.map((each) => [each, DOWN])), { pools: "unread" })
  await harness.refresh()
  const contents = await feedContents(harness)
  await harness.store.destroy()
  setTime(nowMs)
  return new Map(contents.map(({ key, parts }) => [key, new Set(parts)]))
}
