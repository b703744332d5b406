import { readdirSync } from "node:fs"

/** The cost of one attack for both sides, and the requests that were served during it. */
export type AttackReport = {
  readonly name: string
  /** Unit of both costs. */
  readonly unit: "gas" | "ms of processor" | "micro-dollars"
  readonly attackerCost: number
  readonly serviceCost: number
  readonly honest: { readonly served: number; readonly total: number; readonly slowestMs?: number }
  readonly before: Resources
  readonly after: Resources
  /** Goals that were missed. Empty: the service held. */
  readonly faults: readonly string[]
}

/** Of one process. `files` is `null` where the system does not tell. */
export type Resources = { readonly files: number | null; readonly memoryMb: number }

const MEGABYTE = 1_048_576

/** Open files and memory of this process. */
export function localResources(): Resources {
  return { files: openFiles(), memoryMb: Math.round(process.memoryUsage().rss / MEGABYTE) }
}

function openFiles(): number | null {
  try {
    return readdirSync("/proc/self/fd").length
  } catch {
    return null
  }
}

function slowest({ slowestMs }: AttackReport["honest"]): string {
  return slowestMs === undefined ? "" : `, the slowest after ${(slowestMs / 1_000).toFixed(1)} s`
}

/** The report as lines of text. */
export function describeReport({ name, unit, honest, before, after, faults, ...costs }: AttackReport): string {
  const { attackerCost, serviceCost } = costs
  const ratio = attackerCost === 0 ? "-" : (serviceCost / attackerCost).toFixed(2)
  return [
    name,
    `  cost (${unit})     attacker ${attackerCost}, service ${serviceCost}, ratio ${ratio}`,
    `  honest payers  ${honest.served} of ${honest.total} served${slowest(honest)}`,
    `  open files     ${before.files ?? "unknown"} before, ${after.files ?? "unknown"} after`,
    `  memory (MB)    ${before.memoryMb} before, ${after.memoryMb} after`,
    ...(faults.length === 0 ? ["  held"] : faults.map((fault) => `  FAULT ${fault}`)),
  ].join("\n")
}
