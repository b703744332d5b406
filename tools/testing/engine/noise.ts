import { fillNormal, seededRandom } from "@/lib/domain/statistics/random"

/** Independent standard normal numbers, the same for the same seed. */
export function noise(length: number, seed: number): readonly number[] {
  const values = new Float64Array(length)
  fillNormal(values, seededRandom(seed))
  return Array.from(values)
}
