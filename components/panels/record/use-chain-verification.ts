import { useEffect, useRef, useState } from "react"
import type {
  VerificationDeps,
  VerificationOutcome,
  VerificationProgress,
} from "@/lib/client/record/verify-record-pages"

export type ChainVerification =
  | { readonly kind: "idle" }
  | ({ readonly kind: "running" } & VerificationProgress)
  | { readonly kind: "ended"; readonly outcome: VerificationOutcome }

const NOTHING_YET = { done: 0, total: 0 }

/** Verifies the sealed record in this browser. Stops when the page is left. */
export function useChainVerification(): {
  readonly verification: ChainVerification
  readonly start: (noted: string | null) => void
  readonly stop: () => void
} {
  const [verification, setVerification] = useState<ChainVerification>({ kind: "idle" })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const start = (noted: string | null) => {
    const controller = new AbortController()
    abort.current = controller
    setVerification({ kind: "running", ...NOTHING_YET })
    const onProgress = (progress: VerificationProgress) => setVerification({ kind: "running", ...progress })
    void verifyPages({ noted, signal: controller.signal, onProgress }).then((outcome) =>
      setVerification({ kind: "ended", outcome }),
    )
  }
  return { verification, start, stop: () => abort.current?.abort() }
}

/** Loaded on first use. */
async function verifyPages(
  asked: Pick<VerificationDeps, "noted" | "signal" | "onProgress">,
): Promise<VerificationOutcome> {
  try {
    const [{ verifyRecordPages }, { sha256 }] = await Promise.all([
      import("@/lib/client/record/verify-record-pages"),
      import("@/lib/client/record/sha256"),
    ])
    return await verifyRecordPages({ fetch: (path, init) => fetch(path, init), sha256, ...asked })
  } catch {
    return { kind: "failed", status: null, ...NOTHING_YET }
  }
}
