import { z } from "zod"
import { parseJson } from "@/lib/domain/parse-json"
import type { Settlement } from "@/lib/x402/settlement/settler"
import { isPaymentReason } from "@/lib/x402/wire/reason"

/** An outcome that one process sends to the others. */
export type OutcomeMessage = { readonly id: string; readonly settlement: Settlement }

const Item = z.object({
  id: z.string(),
  kind: z.enum(["settled", "refused", "unsent"]),
  transaction: z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)]).optional(),
  reason: z.string().optional(),
})

/** Texts of at most `maxBytes` each; pending payments are left out. Ids and reasons are ASCII. */
export function encodeOutcomes(outcomes: readonly OutcomeMessage[], maxBytes: number): readonly string[] {
  const texts: string[] = []
  let items: string[] = []
  for (const { id, settlement } of outcomes) {
    if (settlement.kind === "pending") continue
    const { kind } = settlement
    const transaction = kind === "settled" ? settlement.transaction : undefined
    const reason = kind === "refused" ? settlement.reason : undefined
    const item = JSON.stringify({ id, kind, transaction, reason })
    if (items.join(",").length + item.length + 3 > maxBytes) texts.push(`[${items.splice(0).join(",")}]`)
    items.push(item)
  }
  if (items.length > 0) texts.push(`[${items.join(",")}]`)
  return texts
}

/** Unreadable messages, perhaps from another version, are ignored: the ledger has the outcome, too. */
export function decodeOutcomes(text: string): readonly OutcomeMessage[] {
  const parsed = z.array(z.unknown()).safeParse(parseJson(text))
  return (parsed.data ?? []).flatMap((unknownItem) => {
    const item = Item.safeParse(unknownItem)
    const settlement = item.success ? toSettlement(item.data) : null
    return item.success && settlement !== null ? [{ id: item.data.id, settlement }] : []
  })
}

function toSettlement({ kind, transaction, reason }: z.output<typeof Item>): Settlement | null {
  if (kind === "unsent") return { kind, cause: new Error("The process that settles could not send it.") }
  if (kind === "settled") return transaction === undefined ? null : { kind, transaction }
  return reason !== undefined && isPaymentReason(reason) ? { kind, reason } : null
}
