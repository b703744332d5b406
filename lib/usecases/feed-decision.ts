import { fnv1aHex } from "@/lib/domain/fnv1a"
import type { Decision } from "./resource-versions"

/** The part of a feed that decides on a version, and the time of its content. */
export type Input = { readonly value: unknown; readonly asOfMs: number }

const digests = new WeakMap<object, string>()

/** A digest stands for thousands of values, without the times of reads: a later read of the same values is no other decision. */
export function digestOf(held: Input | null): Input | null {
  if (held === null || typeof held.value !== "object" || held.value === null) return held
  const digest = digests.get(held.value) ?? fnv1aHex(JSON.stringify(held.value, withoutTimes))
  digests.set(held.value, digest)
  return { value: digest, asOfMs: held.asOfMs }
}

function withoutTimes(name: string, value: unknown): unknown {
  return name.endsWith("AsOfMs") ? undefined : value
}

/**
 * A decision that is the content of feeds. A read is `null` where an optional input is missing, and rejects where a required one
 * is. `method`: a new method version is a new version of the resource.
 */
export async function feedDecision(method: string, reads: readonly Promise<Input | null>[]): Promise<Decision> {
  const known = (await Promise.all(reads)).filter((held) => held !== null)
  const decision = [method, ...known.map(({ value }) => JSON.stringify(value))]
  return { decision, dataAsOfMs: Math.max(...known.map(({ asOfMs }) => asOfMs)) }
}
