import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { z } from "zod"
import { freeRead, pageQueries } from "@/lib/client/reads/queries"

export type FreeAnswer<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly answer: T }
  /** The path has changed: `last` answers the previous one. */
  | { readonly kind: "asking"; readonly last: T }
  | { readonly kind: "failed"; readonly message: string; readonly last: T | null }

const REFRESH_MS = 60_000
const SOON_MS = 15_000

/**
 * A free endpoint's answer, refreshed every minute while the page is visible, or every 15 seconds while it is not final.
 * The last good answer stays if a refresh fails; an answer for another path stays only until the new one arrives.
 */
export function useFreeAnswer<S extends z.ZodType>(
  path: string,
  schema: S,
  isFinal: (answer: z.output<S>) => boolean = () => true,
): FreeAnswer<z.output<S>> {
  const everyMs = (answer: z.output<S> | undefined) => (answer === undefined || isFinal(answer) ? REFRESH_MS : SOON_MS)
  const read = { ...freeRead(path, schema, { everyMs }), placeholderData: keepPreviousData }
  const { data, error, isPlaceholderData } = useQuery(read, pageQueries())
  if (error !== null) return { kind: "failed", message: error.message, last: data ?? null }
  if (data === undefined) return { kind: "loading" }
  return isPlaceholderData ? { kind: "asking", last: data } : { kind: "ready", answer: data }
}

/** The newest good answer, or `null`. */
export function newestIn<T>(state: FreeAnswer<T>): T | null {
  if (state.kind === "ready") return state.answer
  return state.kind === "loading" ? null : state.last
}
