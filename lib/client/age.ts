/**
 * How old something is, in milliseconds. What is of the future is as old as it is ahead: the clock was set back since, so
 * nothing is taken for fresh for as long as it had been wrong. By little it is ahead of the page's beat at any time, and
 * as good as new.
 */
export function ageMs(atMs: number, nowMs: number): number {
  return Math.abs(nowMs - atMs)
}
