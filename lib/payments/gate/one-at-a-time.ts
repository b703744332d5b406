/** Who asks under a key while the work for it is under way shares its outcome. */
export function oneAtATime<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key) => {
    const known = underWay.get(key)
    if (known !== undefined) return known
    const outcome = work(key).finally(() => underWay.delete(key))
    underWay.set(key, outcome)
    return outcome
  }
}
