import { z } from "zod"
import { BuyerError } from "./errors.js"
import type { ParsedOptions } from "./options.js"

const Versions = z.looseObject({
  versions: z.record(z.string(), z.looseObject({ version: z.number().int().positive() })),
})

/** The version that is on sale now, from the free `GET /api/versions`; `null` for a resource without versions. */
export async function currentVersion(
  resource: string,
  { origin, fetch, timeoutMs }: Pick<ParsedOptions, "origin" | "fetch" | "timeoutMs">,
): Promise<number | null> {
  try {
    const response = await fetch(`${origin}/api/versions`, { signal: AbortSignal.timeout(timeoutMs) })
    const { versions } = Versions.parse(await response.json())
    const [path = resource] = resource.split("?")
    return (versions[resource] ?? versions[path])?.version ?? null
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new BuyerError("invalid_response", `/api/versions: ${problem}`, { cause })
  }
}

/** The version in the `ETag` of an answer: `"17-2c26b46b68ffc68f"`. */
export function versionOf(etag: string | null): number | null {
  const [, digits] = /^(?:W\/)?"(\d+)-/.exec(etag ?? "") ?? []
  return digits === undefined ? null : Number(digits)
}
