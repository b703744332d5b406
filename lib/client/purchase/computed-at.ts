import type { Receipt } from "./receipt"

/** When the answer of a purchase was computed. */
export function computedAtMs({ answeredAtMs, deliveredAtMs }: Pick<Receipt, "deliveredAtMs" | "answeredAtMs">): number {
  return answeredAtMs ?? deliveredAtMs
}
