import type { ParamsSchema } from "@/lib/api/contract"
import { dexAlphaContract } from "./dex-alpha/contract"
import { dexAlphaRows } from "./dex-alpha/narrowing"
import { geoAlertContract } from "./geo-alert/contract"
import { geoAlertRows } from "./geo-alert/narrowing"
import { geoEventsContract } from "./geo-events/contract"
import { geoEventsRows } from "./geo-events/narrowing"
import { narrow, type Narrowed, type RowRules } from "./narrowing"
import { yieldsContract } from "./yields/contract"
import { yieldsRows } from "./yields/narrowing"
import type { z } from "zod"

/** Query parameters as text. */
export type QueryTexts = Readonly<Record<string, string>>

/** The answer to `to` from an owned answer to `from`; `null`: it needs rows that may not be owned. */
type Narrowing = (
  body: unknown,
  query: { readonly from: QueryTexts; readonly to: QueryTexts },
) => Narrowed<unknown> | null

/** One row per endpoint that sells a list with filters. */
export const narrowings: Readonly<Record<string, Narrowing>> = {
  [dexAlphaContract.id]: narrowingOf(dexAlphaContract, dexAlphaRows),
  [yieldsContract.id]: narrowingOf(yieldsContract, yieldsRows),
  [geoEventsContract.id]: narrowingOf(geoEventsContract, geoEventsRows),
  [geoAlertContract.id]: narrowingOf(geoAlertContract, geoAlertRows),
}

type Listed<Params extends ParamsSchema, Answer> = {
  readonly queryParams: Params
  readonly response: z.ZodType<Answer>
}

function narrowingOf<Row, Answer extends { readonly timestamp: string }, Params extends ParamsSchema>(
  { queryParams, response }: Listed<Params, Answer>,
  rules: RowRules<Row, Answer, z.output<Params>>,
): Narrowing {
  return (body, query) => {
    const owned = response.safeParse(body)
    const from = queryParams.safeParse(query.from)
    const to = queryParams.safeParse(query.to)
    if (!owned.success || !from.success || !to.success) return null
    return narrow(rules, owned.data, { from: from.data, to: to.data })
  }
}
