import { z } from "zod"
import { parseJson } from "@/lib/domain/parse-json"
import { type Fault, PROVIDERS, type Provider } from "@/lib/sandbox/market/faults"
import { createHoneypotSource } from "@/lib/sources/honeypot-is/client"
import { type Holding, holdingsOf, TOGETHER } from "./holdings"
import { openFeedsHarness, setTime } from "./feeds-harness"

/** The values that healthy providers returned at one moment, by feed and provider. */
type Said = ReadonlyMap<string, ReadonlySet<string>>

const DOWN: Fault = { kind: "down" }
const remembered = new Map<string, Promise<Said>>()

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
  holdings: readonly Holding[],
  { momentsMs, together }: OracleOptions,
): Promise<readonly string[]> {
  const invented: string[] = []
  for (const { key, parts } of holdings) {
    const provider = PROVIDERS.find((each) => key.split(" ").slice(1).includes(each)) ?? null
    const isCompared = together || !key.endsWith(TOGETHER)
    let open = isCompared ? await unsaid(parts, { key, who: null, momentsMs }) : []
    if (provider !== null) open = await unsaid(open, { key, who: provider, momentsMs })
    open = await notSimulated(open, momentsMs)
    invented.push(...open.map((part) => `${key}: ${part}`))
  }
  return invented
}

const Simulated = z.looseObject({
  chain: z.string(),
  address: z.string(),
  provider: z.literal("honeypot.is"),
  checkedAtMs: z.number(),
})

/** honeypot.is checks a token only while GoPlus does not answer, so it is called for that token alone. */
async function notSimulated(parts: readonly string[], momentsMs: readonly number[]): Promise<readonly string[]> {
  const open: string[] = []
  for (const part of parts) {
    const check = Simulated.safeParse(parseJson(part.slice(part.indexOf("{"))))
    if (!check.success || (await simulateAgain(check.data, momentsMs)) !== JSON.stringify(check.data)) open.push(part)
  }
  return open
}

async function simulateAgain(check: z.output<typeof Simulated>, momentsMs: readonly number[]): Promise<string | null> {
  if (!momentsMs.includes(check.checkedAtMs)) return null
  const nowMs = Date.now()
  setTime(check.checkedAtMs)
  const { http, store } = await openFeedsHarness(new Map(), { pools: "unread" })
  const answer = await createHoneypotSource({ http, clock: () => Date.now() }).security(check)
  await store.destroy()
  setTime(nowMs)
  return answer === null ? null : JSON.stringify(answer)
}

type Reference = Pick<OracleOptions, "momentsMs"> & { readonly key: string; readonly who: Provider | null }

/**
 * Values that were returned neither by all providers together nor by this provider. Newest first, because old values
 * mostly return.
 */
async function unsaid(parts: readonly string[], { key, who, momentsMs }: Reference): Promise<readonly string[]> {
  let open = parts
  for (const momentMs of momentsMs.toReversed()) {
    if (open.length === 0) break
    const words = (await wordsAt(momentMs, who)).get(key)
    if (words === undefined) break
    open = open.filter((part) => !words.has(part) && !isUnknownOf(part, words))
  }
  return open
}

/** Whether the pair is the same with fewer facts: a `null` fact is absent. */
function isUnknownOf(part: string, words: ReadonlySet<string>): boolean {
  const pair = /"pairAddress":"[^"]+"/.exec(part)?.[0]
  const facts = part.match(/"\w+":(?:"[^"]*"|[\d.-]+|true|false)/g) ?? []
  return (
    pair !== undefined && [...words].some((word) => word.includes(pair) && facts.every((fact) => word.includes(fact)))
  )
}

/** The values of all providers together, or of one provider while the others fail. */
function wordsAt(momentMs: number, provider: Provider | null): Promise<Said> {
  const key = `${momentMs} ${provider ?? "all"}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const words = listen(momentMs, provider)
  remembered.set(key, words)
  return words
}

async function listen(momentMs: number, provider: Provider | null): Promise<Said> {
  const nowMs = Date.now()
  setTime(momentMs)
  const down = provider === null ? [] : PROVIDERS.filter((each) => each !== provider)
  const harness = await openFeedsHarness(new Map(down.map((each) => [each, DOWN])), { pools: "unread" })
  await harness.refresh()
  const said = await holdingsOf(harness)
  await harness.store.destroy()
  setTime(nowMs)
  return new Map(said.map(({ key, parts }) => [key, new Set(parts)]))
}
