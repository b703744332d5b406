import { useEffect, useState } from "react"
import type { z } from "zod"
import { useBeat } from "@/lib/client/browser/use-beat"

export type FreeAnswer<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly answer: T }
  | { readonly kind: "failed"; readonly message: string; readonly last: T | null }

const REFRESH_MS = 60_000
const TIMEOUT_MS = 15_000

/** A free endpoint's answer, asked again each minute while somebody looks. The last good one stays when asking fails. */
export function useFreeAnswer<S extends z.ZodType>(path: string, schema: S): FreeAnswer<z.output<S>> {
  const [state, setState] = useState<FreeAnswer<z.output<S>>>({ kind: "loading" })
  const beat = useBeat(REFRESH_MS)
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const result = await ask(path, schema)
      if (!wanted) return
      setState((before) => (result.kind === "failed" ? { ...result, last: newestIn(before) } : result))
    }
    if (beat !== null) void load()
    return () => {
      wanted = false
    }
  }, [path, schema, beat])
  return state
}

/** The newest good answer, `null` while there is none. */
export function newestIn<T>(state: FreeAnswer<T>): T | null {
  if (state.kind === "ready") return state.answer
  return state.kind === "failed" ? state.last : null
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
