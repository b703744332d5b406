import { z } from "zod"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import { toSeries, type Series } from "@/lib/market/sources/wire/series"
import { validRows } from "@/lib/market/sources/wire/valid-rows"

const HOST = "api.example.com"

const Row = z.looseObject({ day: z.iso.date(), score: z.number().min(0).max(100) })
const Answer = z.looseObject({ days: validRows(Row, 1_000) })

export type MoodDay = { readonly atMs: number; readonly index: number }

/** Daily scores of an invented provider. */
export function createExampleSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "example",
    license: "attribution" as LicenseClass,
    async moods(): Promise<Series<MoodDay>> {
      const { days } = await http.getJson(`https://${HOST}/moods`, { schema: Answer })
      const points = days.rows.map(({ day, score }) => ({ atMs: Date.parse(`${day}T00:00:00Z`), index: score }))
      return toSeries(HOST, points, days.droppedRows)
    },
  }
}
