import type { Receipt } from "./receipt"

/** The id of the payment, which the parts of a brief share. */
export function paymentIdOf({ id, brief }: Pick<Receipt, "id" | "brief">): string {
  return brief === undefined ? id : id.slice(0, id.indexOf("/"))
}
