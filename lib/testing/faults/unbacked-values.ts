import { type Fault, PROVIDERS, type Provider } from "@/lib/sandbox/market/faults"
import { type Holding, holdingsOf, TOGETHER } from "./holdings"
import { openFeedsHarness, setTime } from "./feeds-harness"

/** What was said at one moment by whoever is well, by feed and provider. */
type Said = ReadonlyMap<string, ReadonlySet<string>>

const DOWN: Fault = { kind: "down" }
const remembered = new Map<string, Promise<Said>>()

export type OracleOptions = {
  /** When what is held may have been said. */
  readonly momentsMs: readonly number[]
  /** Whether what several tell together is compared as well: where one is of another time, it is asked other things. */
  readonly together: boolean
}

/**
 * What is held without ever having been said, at one of the moments, by a provider that was well then. Who stands in for
 * others is heard alone. The clock is as it was when this is done.
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
    invented.push(...open.map((part) => `${key}: ${part}`))
  }
  return invented
}

type Reference = Pick<OracleOptions, "momentsMs"> & { readonly key: string; readonly who: Provider | null }

/** What was not said by all together, or by the one. The newest words first: what was said before is mostly said again. */
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

/** The same pair with less known of it: what is `null` is not said at all. */
function isUnknownOf(part: string, words: ReadonlySet<string>): boolean {
  const pair = /"pairAddress":"[^"]+"/.exec(part)?.[0]
  const facts = part.match(/"\w+":(?:"[^"]*"|[\d.-]+|true|false)/g) ?? []
  return (
    pair !== undefined && [...words].some((word) => word.includes(pair) && facts.every((fact) => word.includes(fact)))
  )
}

/** What all providers say together, or what one says that nobody else drowns. */
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
  const world = await openFeedsHarness(new Map(down.map((each) => [each, DOWN])), { pools: "unread" })
  await world.refresh()
  const said = await holdingsOf(world)
  await world.store.destroy()
  setTime(nowMs)
  return new Map(said.map(({ key, parts }) => [key, new Set(parts)]))
}
