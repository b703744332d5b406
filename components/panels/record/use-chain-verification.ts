import { useEffect, useRef, useState } from "react"
import type { WalkDeps, WalkOutcome, WalkProgress } from "@/lib/client/record/walk-record"

export type ChainVerification =
  | { readonly kind: "idle" }
  | ({ readonly kind: "walking" } & WalkProgress)
  | { readonly kind: "ended"; readonly outcome: WalkOutcome }

const NOTHING_YET = { done: 0, total: 0 }

/** Verifies the sealed record in this browser. Stops when the page is left. */
export function useChainVerification(): {
  readonly walk: ChainVerification
  readonly start: (noted: string | null) => void
  readonly stop: () => void
} {
  const [walk, setWalk] = useState<ChainVerification>({ kind: "idle" })
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const start = (noted: string | null) => {
    const controller = new AbortController()
    under.current = controller
    setWalk({ kind: "walking", ...NOTHING_YET })
    const onProgress = (progress: WalkProgress) => setWalk({ kind: "walking", ...progress })
    void walked({ noted, signal: controller.signal, onProgress }).then((outcome) => setWalk({ kind: "ended", outcome }))
  }
  return { walk, start, stop: () => under.current?.abort() }
}

/** Loaded on first use. */
async function walked(asked: Pick<WalkDeps, "noted" | "signal" | "onProgress">): Promise<WalkOutcome> {
  try {
    const [{ walkRecord }, { sha256 }] = await Promise.all([
      import("@/lib/client/record/walk-record"),
      import("@/lib/client/record/sha256"),
    ])
    return await walkRecord({ fetch: (path, init) => fetch(path, init), sha256, ...asked })
  } catch {
    return { kind: "failed", status: null, ...NOTHING_YET }
  }
}
