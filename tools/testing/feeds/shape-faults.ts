import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { testMarket } from "./test-market"

/** A request to a provider with a sample answer, trimmed from its documentation or from a recorded answer. */
export type ShapeCase = { readonly url: string; readonly body?: unknown; readonly sample: unknown }

export const SHAPES_NOW = Date.UTC(2026, 10, 20, 22, 34, 56)

const sandboxFetch = createSandboxFetch({ market: testMarket, clock: () => SHAPES_NOW })

/** Asks the sandbox and tells where its answer lacks a field of the sample or has it in another type. */
export async function shapeFaults({ url, body, sample }: ShapeCase): Promise<readonly string[]> {
  const post = { method: "POST", body: JSON.stringify(body) }
  const response = await sandboxFetch(`https://${url}`, body === undefined ? {} : post)
  return differences(await response.json(), sample)
}

/**
 * A sample with one element stands for rows, of which the first is compared; a sample with more elements is a tuple.
 */
function differences(value: unknown, sample: unknown, path = "$"): readonly string[] {
  if (kindOf(value) !== kindOf(sample)) return [`${path}: ${kindOf(value)} instead of ${kindOf(sample)}`]
  if (Array.isArray(sample) && Array.isArray(value)) {
    if (sample.length === 0) return value.length === 0 ? [] : [`${path}: not empty`]
    if (value.length === 0) return [`${path}: empty`]
    const isTuple = sample.length > 1
    if (isTuple && value.length !== sample.length) return [`${path}: ${value.length} columns`]
    return sample.flatMap((each, index) => differences(value[index], each, `${path}[${index}]`))
  }
  if (!isRecord(sample) || !isRecord(value)) return []
  return Object.entries(sample).flatMap(([key, each]) => differences(value[key], each, `${path}.${key}`))
}

function kindOf(value: unknown): string {
  if (value === null) return "null"
  if (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value)) return "numeric text"
  return Array.isArray(value) ? "array" : typeof value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
