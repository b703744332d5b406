import { seedOf } from "@/lib/domain/statistics/random"

/**
 * Numbers drawn by name and index instead of one after the other: the draw for hour 70 000 is the same whether or not
 * hour 69 999 was ever asked for.
 */
type Stream = number

/** The stream of one name in one simulated market. */
export function streamOf(seed: number, name: string): Stream {
  return seedOf(`${seed}/${name}`)
}

/** 32 evenly mixed bits for `index`: two rounds of the splitmix32 finalizer. */
export function bitsAt(stream: Stream, index: number): number {
  return mix(mix(Math.imul(index, 0x9e3779b1) ^ stream) + stream)
}

/** @see https://github.com/skeeto/hash-prospector (public domain), the constants of "lowbias32" */
function mix(bits: number): number {
  let h = bits | 0
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return (h ^ (h >>> 15)) >>> 0
}

/** Uniform in [0, 1). */
export function uniformAt(stream: Stream, index: number): number {
  return bitsAt(stream, index) / 4_294_967_296
}

/** Standard normal (Box and Muller 1958), from two uniforms of its own. */
export function normalAt(stream: Stream, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformAt(stream, 2 * index)))
  return radius * Math.cos(2 * Math.PI * uniformAt(stream, 2 * index + 1))
}

/** Nearly normal, within 3.46 standard deviations: the sum of four bytes of one draw, for noise without tails. */
export function noiseAt(stream: Stream, index: number): number {
  const bits = bitsAt(stream, index)
  return ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / 147.8
}

/** A curve through independent noise at whole `x`: mean 0 and variance 1 everywhere, hence the quarter circle. */
export function smoothAt(stream: Stream, x: number): number {
  const whole = Math.floor(x)
  const angle = ((x - whole) * Math.PI) / 2
  return noiseAt(stream, whole) * Math.cos(angle) + noiseAt(stream, whole + 1) * Math.sin(angle)
}
