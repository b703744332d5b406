import { UNKNOWN } from "@/components/ui/format"
import type { Stat } from "@/components/ui/stat-list"

export const stripNames = ["Win rate after 24 h", "Blind calls", "80% ranges held", "Calls sealed"] as const

/** The figures of a record while there are none. */
export function emptyStrip(note: string): readonly Stat[] {
  return stripNames.map((name) => ({ name, value: UNKNOWN, note }))
}
