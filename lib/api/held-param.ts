import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"

const MAX_HELD = 5
const POSITION = new RegExp(`^(${COINS.join("|")}):(long|short):(\\d{1,2}(?:\\.\\d{1,4})?)$`)
const [MIN_PCT, MAX_PCT] = [0.05, 10]

/** Open positions in a URL: `BTC:long:0.5,SOL:short:1`. The number is the percent of the capital that is lost at the stop. */
export const heldParam = z
  .string()
  .max(120)
  .transform((text, context) => {
    // The risk of a set of positions has no order: another order is the same query.
    const items = text.split(",").toSorted()
    if (items.length > MAX_HELD) context.addIssue(`names more than ${MAX_HELD} positions`)
    return items.flatMap((item) => {
      const [, coin, side, pct] = POSITION.exec(item) ?? []
      const position = Held.safeParse({ coin, side, riskPct: Number(pct) })
      if (position.success) return [position.data]
      context.addIssue(
        `"${item.slice(0, 40)}" is not a position such as BTC:long:0.5 (${COINS.join(", ")}; long or short; ${MIN_PCT} to ${MAX_PCT} percent)`,
      )
      return []
    })
  })
  .meta({ type: "string" })

const Held = z.object({
  coin: z.enum(COINS),
  side: z.enum(["long", "short"]),
  riskPct: z.number().min(MIN_PCT).max(MAX_PCT),
})

export type HeldPosition = z.output<typeof Held>
