import { BuyerError } from "./errors.js"
import { countAt, fieldsAt, isFields } from "./json.js"
import { type RequestOptions, readJson } from "./request.js"

/** The version that is on sale now, from the free `GET /api/versions`; `null` for a resource without versions. */
export async function currentVersion(
  resource: string,
  origin: string,
  options: RequestOptions,
): Promise<number | null> {
  const answer = await readJson(new URL("/api/versions", origin), options)
  try {
    if (!isFields(answer)) throw new TypeError("an object is expected")
    const versions = fieldsAt(answer, "versions")
    const key = versionKeyOf(resource, Object.keys(versions))
    return key === null ? null : countAt(fieldsAt(versions, key), "version")
  } catch (cause) {
    throw new BuyerError(
      "invalid_response",
      `/api/versions: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    )
  }
}

/** The key of a resource: its path, with the parameter that has versions of its own. `null`: there is none. */
export function versionKeyOf(resource: string, keys: readonly string[]): string | null {
  const [path, query] = resource.split("?")
  const given = new URLSearchParams(query)
  const found = keys.filter((key) => {
    const [keyPath, keyQuery] = key.split("?")
    return keyPath === path && [...new URLSearchParams(keyQuery)].every(([name, value]) => given.get(name) === value)
  })
  return found.toSorted((left, right) => right.length - left.length)[0] ?? null
}

/** The version in the `ETag` of an answer: `W/"17-2c26b46b68ffc68f"`. */
export function versionOf(etag: string | null): number | null {
  const [, digits] = /^(?:W\/)?"(\d+)-/.exec(etag ?? "") ?? []
  return digits === undefined ? null : Number(digits)
}
