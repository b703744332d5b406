import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import { parseUsdc } from "@/lib/domain/usdc"

/** The fear & greed index of the newest day. */
export const moodContract = defineContract({
  id: "mood",
  path: "/mood",
  price: parseUsdc("0.01"),
  title: "Market mood",
  description: "The fear & greed index of the newest day, with its source and time.",
  tags: ["sentiment"],
  freshness: { changesWith: "fearGreed", needs: ["fearGreed"] },
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({ index: z.number().min(0).max(100), source: z.string(), as_of: DateTime }),
  exampleParams: {},
  example: { index: 61, source: "alternative.me", as_of: "2026-11-20T00:00:00Z" },
})
