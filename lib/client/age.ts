/**
 * Whether something has outlived its time. What is of the future has too: the clock was set back since, and nobody knows
 * how old it is.
 */
export function isOlder({ atMs }: { readonly atMs: number }, thanMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) > thanMs
}
