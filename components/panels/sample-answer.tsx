"use client"

import { useQuery } from "@tanstack/react-query"
import { useTimes } from "@/lib/client/browser/use-times"
import { pageQueries } from "@/lib/client/reads/queries"
import { readFree } from "@/lib/client/reads/read-free"
import { sampleContract } from "@/lib/endpoints/sample/contract"
import { AnswerDensity, PastAnswer } from "./answer-density"
import { AnswerView } from "./answer-view"
import type { PanelProduct } from "./product/panel-product"

type SampleAnswerProps = { readonly product: PanelProduct; readonly compact: boolean }

/** A whole answer of a day ago or earlier, as its buyer saw it; the example of the contract while there is none. */
export function SampleAnswer({ product, compact }: SampleAnswerProps) {
  const times = useTimes()
  const { data: sample, error } = useSample(product.path)
  if (error !== null) return <p className="hint">The sample is not available now. {error.message}</p>
  if (sample === undefined) return <p className="hint">Loading the sample…</p>
  const { sold_at: soldAt, answer } = sample
  return (
    <section className="answer sample" aria-label={`Sample of ${product.title}`}>
      <p className="sample-title">
        <span className="badge warn">{soldAt === null ? "Example" : "Old sample"}</span>{" "}
        {soldAt === null ? (
          <>Not an answer: made-up figures, until one is a day old</>
        ) : (
          <>
            Sold <time dateTime={soldAt}>{times.text(soldAt)}</time>, complete. Out of date: do not trade on it
          </>
        )}
      </p>
      <PastAnswer value={true}>
        <AnswerDensity value={compact}>
          <AnswerView receipt={{ productId: product.id, body: answer }} />
        </AnswerDensity>
      </PastAnswer>
    </section>
  )
}

/** The examples of the contracts are not part of the browser's code, so the service has them. */
function useSample(productPath: string) {
  const path = `/api/sample?of=${encodeURIComponent(productPath.replace(/^\/api|\?.*$/g, ""))}`
  return useQuery(
    {
      queryKey: [path],
      queryFn: ({ signal }) => readFree(path, sampleContract.response, { signal }),
      // What a reader looks at is not replaced.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    pageQueries(),
  )
}
