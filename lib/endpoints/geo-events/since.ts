import { HOUR_MS } from "@/lib/domain/utc-day"

const MAX_MS = 168 * HOUR_MS

type Window = { readonly hours: number; readonly since?: string | undefined }

/** The begin of the asked window. `since` has priority over `hours`. */
export function sinceOf({ hours, since }: Window, nowMs: number): number {
  return since === undefined ? nowMs - hours * HOUR_MS : Math.max(Date.parse(since), nowMs - MAX_MS)
}
