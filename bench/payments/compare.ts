import type { Rival } from "./rivals"

/** Each round lets every rival have its turn, so that a slow moment of the machine hits both. */
export async function rounds<T>(
  rivals: readonly Rival[],
  count: number,
  measure: (rival: Rival) => Promise<T>,
): Promise<ReadonlyMap<Rival, readonly T[]>> {
  const results = new Map<Rival, readonly T[]>()
  for (let round = 0; round < count; round += 1) {
    for (const rival of rivals) results.set(rival, [...(results.get(rival) ?? []), await measure(rival)])
  }
  return results
}

export function row(rival: Rival, ...cells: readonly string[]): void {
  console.log(`  ${rival.name.padEnd(12)}${cells.map((cell) => cell.padEnd(22)).join("")}`)
}

export function gasText(gasPerCall: number): string {
  return `${(gasPerCall / 1_000).toFixed(1)}k gas a call`
}
