import { useEffect, useState } from "react"
import type { z } from "zod"
import { usePollTick } from "@/lib/client/browser/use-poll-tick"

export type FreeAnswer<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly answer: T }
  /** The path has changed: `last` answers the previous one. */
  | { readonly kind: "asking"; readonly last: T }
  | { readonly kind: "failed"; readonly message: string; readonly last: T | null }

const REFRESH_MS = 60_000
const SOON_MS = 15_000
const TIMEOUT_MS = 15_000

/**
 * A free endpoint's answer, refreshed every minute while the page is visible, or every 15 seconds while it is not final.
 * The last good answer stays if a refresh fails; an answer for another path stays only until the new one arrives.
 */
export function useFreeAnswer<S extends z.ZodType>(
  path: string,
  schema: S,
  isFinal: (answer: z.output<S>) => boolean = () => true,
): FreeAnswer<z.output<S>> {
  const [known, setKnown] = useState<Known<z.output<S>>>({ path, state: { kind: "loading" } })
  const last = newestIn(stateFor(path, known))
  const tick = usePollTick(last === null || isFinal(last) ? REFRESH_MS : SOON_MS)
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const result = await ask(path, schema)
      if (!wanted) return
      setKnown((before) => {
        const last = before.path === path ? newestIn(before.state) : null
        return { path, state: result.kind === "failed" ? { ...result, last } : result }
      })
    }
    if (tick !== null) void load()
    return () => {
      wanted = false
    }
  }, [path, schema, tick])
  return stateFor(path, known)
}

type Known<T> = { readonly path: string; readonly state: FreeAnswer<T> }

function stateFor<T>(path: string, known: Known<T>): FreeAnswer<T> {
  if (known.path === path) return known.state
  const last = newestIn(known.state)
  return last === null ? { kind: "loading" } : { kind: "asking", last }
}

/** The newest good answer, or `null`. */
export function newestIn<T>(state: FreeAnswer<T>): T | null {
  if (state.kind === "ready") return state.answer
  return state.kind === "loading" ? null : state.last
}

async function ask<S extends z.ZodType>(
  path: string,
  schema: S,
): Promise<
  Extract<FreeAnswer<z.output<S>>, { kind: "ready" }> | { readonly kind: "failed"; readonly message: string }
> {
  try {
    const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) })
    const parsed = schema.safeParse(await response.json())
    if (response.ok && parsed.success) return { kind: "ready", answer: parsed.data }
    return { kind: "failed", message: `The service answered ${response.status}.` }
  } catch {
    return { kind: "failed", message: "The service does not answer." }
  }
}
