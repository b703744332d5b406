import fc from "fast-check"

/** JSON with one value in it replaced by any other, removed, or left out of its list. */
export function mutatedJson(json: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(json)
  const replacement = fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc.constantFrom(0, -1, 1e300, "", " ", "NaN", "9999-99-99", "2026-02-31T25:61:00Z", null),
  )
  return fc
    .tuple(fc.constantFrom(...paths), replacement)
    .map(([path, value]) => JSON.parse(JSON.stringify(replaceAt(json, path, value)) ?? "null"))
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((each, index) => pathsOf(each, [...path, index]))]
  if (typeof value !== "object" || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? replaceAt(each, rest, replacement) : each))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? replaceAt(each, rest, replacement) : each]),
  )
}
