/** Negative when `a` comes first. By code units, and so the same in every locale: orders are parts of answers. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
