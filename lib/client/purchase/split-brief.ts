import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { answeredAtMs } from "./answered-at"
import type { BriefPart } from "./attempt"
import { paymentIdOf } from "./payment-id"
import type { Receipt } from "./receipt"

/** The answer of `GET /api/brief`. Prices in atomic USDC. */
const BriefAnswer = z.object({
  answers: z.array(
    z.object({
      item: z.string(),
      price_usdc: z
        .string()
        .regex(/^\d{1,12}(\.\d{1,6})?$/)
        .transform(parseUsdc),
      version: z.number().int().positive().nullable(),
      commitment: z.string().nullable(),
      answer: z.record(z.string(), z.unknown()),
    }),
  ),
})

/** The item of a brief that answers like this path. */
export function itemOf(path: string): string {
  return path.replace(/^\/api\//, "")
}

/**
 * Splits the receipt of a brief into one for each part. Pure.
 *
 * @param date `Date` header of the answer
 * @returns the receipt as it is when the answer is not a brief of these parts, or its prices are not the sum that was paid
 */
export function splitBrief(brief: Receipt, parts: readonly BriefPart[], date: string | null): readonly Receipt[] {
  const answers = BriefAnswer.safeParse(brief.body).data?.answers ?? []
  const { version: _version, commitment: _commitment, ...shared } = brief
  const receipts = answers.flatMap(({ item, price_usdc, version, commitment, answer }): readonly Receipt[] => {
    const part = parts.find(({ path }) => itemOf(path) === item)
    if (part === undefined) return []
    return [
      {
        ...shared,
        id: `${brief.id}/${item}`,
        productId: part.id,
        title: part.title,
        path: part.path,
        amount: price_usdc.toString(),
        body: answer,
        answeredAtMs: answeredAtMs(answer, { deliveredAtMs: brief.deliveredAtMs, date }),
        brief: brief.path,
        ...(version !== null && { version }),
        ...(commitment !== null && { commitment }),
      },
    ]
  })
  const isWhole = new Set(receipts.map(({ id }) => id)).size === answers.length
  const sum = receipts.reduce((total, { amount }) => total + BigInt(amount), 0n)
  return isWhole && receipts.length > 0 && sum === BigInt(brief.amount) ? receipts : [brief]
}

/** The stored parts of a brief with the answers of its redelivery. Pure. */
export function restoreParts(receipts: readonly Receipt[], paymentId: string, body: unknown): readonly Receipt[] {
  const answers = BriefAnswer.safeParse(body).data?.answers ?? []
  return receipts
    .filter((receipt) => receipt.brief !== undefined && paymentIdOf(receipt) === paymentId)
    .flatMap((receipt) => {
      const found = answers.find(({ item }) => item === itemOf(receipt.path))
      return found === undefined ? [] : [{ ...receipt, body: found.answer }]
    })
}
