import type { Decision } from "./resource-versions"

/** The part of a feed that decides on a version, and the time of its content. */
export type Input = { readonly value: unknown; readonly asOfMs: number }

/** Thousands of pools and tokens change with each read, so the time of the read stands for their content. */
export function timeOf(held: { readonly asOfMs: number } | null): Input | null {
  return held && { value: held.asOfMs, asOfMs: held.asOfMs }
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
