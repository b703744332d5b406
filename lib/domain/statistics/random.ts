import { fnv1a } from "@/lib/domain/fnv1a"

/** A source of uniform numbers in [0, 1). Passed in, so that every figure can be computed again. */
export type Random = () => number

/**
 * Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, the same sequence on every machine.
 *
 * Good enough for resampling, never for secrets.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Fills `values` with standard normal numbers, two from each pair of uniforms (Box and Muller 1958). */
export function fillNormal(values: Float64Array, random: Random): void {
  for (let i = 0; i < values.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log1p(-random()))
    const angle = 2 * Math.PI * random()
    values[i] = radius * Math.cos(angle)
    if (i + 1 < values.length) values[i + 1] = radius * Math.sin(angle)
  }
}

/** A seed from a text: the draw for one record does not depend on which others exist. */
export function seedOf(text: string): number {
  return fnv1a(text)
}
