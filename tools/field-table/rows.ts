import { catalogue, type EndpointId } from "@/lib/endpoints/catalogue"
import type { Contract } from "@/lib/api/contract"
import { type Field, fieldsOf } from "./fields-of"
import { freeEndpoints, paidEndpoints, routedEndpoints } from "@/lib/endpoints/answers"
import type { RoutedEndpoint } from "@/lib/endpoints/endpoint"
import type { Patterns } from "@/lib/endpoints/provenance"
import { sharedPatterns } from "./shared-patterns"
import { unitOf, windowOf } from "./units"

/** Source and window of each answer, and of the parts that differ. */
const endpoints: Readonly<Record<EndpointId, RoutedEndpoint>> = {
  ...paidEndpoints,
  ...freeEndpoints,
  ...routedEndpoints,
}

/** A line of the field table. `null`: nothing says it, which a test refuses. */
export type FieldRow = {
  readonly field: string
  readonly unit: string | null
  readonly source: string
  readonly window: string
}

/** The rows of every answer, in the order of the documents. */
export function fieldRows(): readonly { readonly contract: Contract; readonly rows: readonly FieldRow[] }[] {
  return catalogue.map((contract) => ({
    contract,
    rows: fieldsOf(contract).map((field) => rowOf(field, endpoints[contract.id].provenance)),
  }))
}

function rowOf(field: Field, { parts = {}, source, window }: RoutedEndpoint["provenance"]): FieldRow {
  const found = [...matching(parts, field.path), ...matching(sharedPatterns, field.path)].map(([, part]) => part)
  const first = <Key extends "unit" | "source" | "window">(key: Key) =>
    found.find((part) => part[key] !== undefined)?.[key]
  return {
    field: field.path,
    unit: first("unit") ?? unitOf(field),
    source: first("source") ?? source,
    window: first("window") ?? windowOf(field) ?? window,
  }
}

/** Patterns that match no field of any answer that reads them. */
export function unusedPatterns(): readonly string[] {
  const paths = new Map(catalogue.map((contract) => [contract.id, fieldsOf(contract).map(({ path }) => path)] as const))
  const all = [...paths.values()].flat()
  return [
    ...unused(sharedPatterns, all),
    ...[...paths].flatMap(([id, of]) =>
      unused(endpoints[id].provenance.parts ?? {}, of).map((pattern) => `${id}: ${pattern}`),
    ),
  ]
}

function unused(patterns: Patterns, of: readonly string[]): readonly string[] {
  return Object.keys(patterns).filter((pattern) => !of.some((path) => matches(pattern, path)))
}

function matching(patterns: Patterns, path: string) {
  return Object.entries(patterns).filter(([pattern]) => matches(pattern, path))
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.[\]{}()]/g, "\\$&"))
  return new RegExp(`^${parts.join(".*")}$`).test(path)
}
