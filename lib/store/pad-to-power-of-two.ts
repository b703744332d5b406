/**
 * The list with its last entry repeated up to the next power of two, so that lists of any length make few statements,
 * each of which is prepared once.
 */
export function padToPowerOfTwo<T>(list: readonly T[]): readonly T[] {
  const last = list.at(-1)
  if (last === undefined) return list
  const length = 2 ** Math.ceil(Math.log2(list.length))
  return [...list, ...Array.from({ length: length - list.length }, () => last)]
}
