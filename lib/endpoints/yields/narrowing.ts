import type { z } from "zod"
import type { ResponseOf } from "@/lib/api/contract"
import { readCursor } from "@/lib/domain/defi/yield-page"
import { atLeast, atMost, only, type RowRules } from "@/lib/endpoints/narrowing"
import type { yieldsContract } from "./contract"

type Answer = ResponseOf<typeof yieldsContract>
type Row = Answer["stablecoin"][number]
type Query = z.output<typeof yieldsContract.queryParams>

export const yieldsRows: RowRules<Row, Answer, Query> = {
  filters: [
    // Another order or another page has other rows at its beginning.
    {
      includes: (from, to) => from.sort === to.sort && from.cursor === undefined && to.cursor === undefined,
      keeps: () => true,
    },
    { includes: ({ asset_class: from }, { asset_class: to }) => from === "all" || from === to, keeps: () => true },
    only<Row, Query, string>(({ chain }) => chain, { all: "all", value: (row) => row.chain }),
    only<Row, Query, string>(({ exposure }) => exposure, { all: "any", value: (row) => row.exposure }),
    {
      includes: (from, to) => from.il === "any" || to.il === "none",
      keeps: (row, to) => to.il === "any" || row.il_risk === "no",
    },
    {
      includes: (from, to) => from.project === undefined || from.project === to.project,
      keeps: (row, to) => to.project === undefined || row.project === to.project,
    },
    // The answer rounds TVL to dollars and APY to four decimals.
    atLeast({ bound: ({ min_tvl }) => min_tvl, value: (row) => row.tvl_usd, unit: 1 }),
    atLeast({ bound: ({ min_apy }) => min_apy, value: (row) => row.apy, unit: 1e-4 }),
    atMost({ bound: ({ max_apy }) => max_apy, value: (row) => row.apy, unit: 1e-4 }),
  ],
  lists({ stablecoin, bluechip, next_cursor }) {
    const next = next_cursor === null ? null : readCursor(next_cursor)
    return [
      { rows: stablecoin, isWhole: next === null || next.stablecoin === "end" },
      { rows: bluechip, isWhole: next === null || next.bluechip === "end" },
    ]
  },
  limit: ({ limit }) => limit,
  withRows(answer, [stable = [], blue = []], to) {
    const { min_apy = null, max_apy = null, project = null } = to
    const stablecoin = to.asset_class === "bluechip" ? [] : ranked(stable)
    const bluechip = to.asset_class === "stablecoin" ? [] : ranked(blue)
    return {
      ...answer,
      stablecoin,
      bluechip,
      // The cursor belongs to the wider request.
      next_cursor: null,
      counts: { ...answer.counts, returned: stablecoin.length + bluechip.length },
      filters_applied: { ...to, min_apy, max_apy, project, cursor: null },
    }
  },
}

function ranked(rows: readonly Row[]): Row[] {
  return rows.map((row, index) => ({ ...row, rank: index + 1 }))
}
