import { round } from "@/lib/domain/round"

/** A dollar price in cents, or in hundredths of a cent below ten dollars. */
export function roundPrice(value: number): number {
  return round(value, value < 10 ? 4 : 2)
}
