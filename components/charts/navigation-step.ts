/**
 * The point that a key selects.
 *
 * @param at index of the current point; `null`: none
 * @returns an index below `count`; `null`: leave the points; `undefined`: the key has no function here
 */
export function nextPointIndex(key: string, at: number | null, count: number): number | null | undefined {
  const last = count - 1
  if (key === "Escape") return null
  if (count === 0) return undefined
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return at === null ? 0 : Math.min(at + 1, last)
    case "ArrowLeft":
    case "ArrowUp":
      return at === null ? last : Math.max(at - 1, 0)
    case "Home":
      return 0
    case "End":
      return last
    default:
      return undefined
  }
}
