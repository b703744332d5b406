import type { z } from "zod"
import type { ResponseOf } from "@/lib/api/contract"
import { atLeast, atMost, only, type RowRules } from "@/lib/endpoints/narrowing"
import type { dexAlphaContract } from "./contract"

type Answer = ResponseOf<typeof dexAlphaContract>
type Row = Answer["tokens"][number]
type Query = z.output<typeof dexAlphaContract.queryParams>

const flagsIn = ({ exclude_flags: flags }: Query) => new Set(flags === "" ? [] : flags.split(","))

/** `age_h` of the answer has one decimal, and `liquidity_usd` none. */
const age = ({ age_h }: Row) => age_h

export const dexAlphaRows: RowRules<Row, Answer, Query> = {
  filters: [
    only(({ chain }) => chain, { all: "all", value: (row) => row.chain }),
    atLeast({
      bound: ({ min_liquidity_usd: least }) => (least > 0 ? least : undefined),
      value: (row) => row.liquidity_usd,
      unit: 1,
    }),
    atLeast({ bound: ({ min_age_h }) => min_age_h, value: age, unit: 0.1 }),
    atMost({ bound: ({ max_age_h }) => max_age_h, value: age, unit: 0.1 }),
    {
      includes: (from, to) => from.include_boosted === "true" || to.include_boosted === "false",
      keeps: (row, to) => to.include_boosted === "true" || !row.boosted,
    },
    {
      includes: (from, to) => [...flagsIn(from)].every((flag) => flagsIn(to).has(flag)),
      keeps: (row, to) => row.flags.every(({ code }) => !flagsIn(to).has(code)),
    },
    {
      includes: (from, to) => from.verdict === undefined || from.verdict === to.verdict,
      keeps: (row, to) => to.verdict === undefined || row.verdict === to.verdict,
    },
  ],
  lists({ tokens, counts }) {
    const qualify = counts.scored - Object.values(counts.excluded).reduce((sum, count) => sum + count, 0)
    return [{ rows: tokens, isWhole: tokens.length >= qualify }]
  },
  limit: ({ limit }) => limit,
  withRows(answer, [rows = []]) {
    const tokens = rows.map((row, index) => ({ ...row, rank: index + 1 }))
    return { ...answer, tokens, counts: { ...answer.counts, returned: tokens.length } }
  },
}
