import type { Receipt } from "./receipt"

/** From when the answer of a purchase is. */
export function computedAtMs({ answeredAtMs, deliveredAtMs }: Pick<Receipt, "deliveredAtMs" | "answeredAtMs">): number {
  return answeredAtMs ?? deliveredAtMs
}
