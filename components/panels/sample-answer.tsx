"use client"

import { useQuery } from "@tanstack/react-query"
import { useTimes } from "@/lib/client/browser/use-times"
import { pageQueries } from "@/lib/client/reads/queries"
import { readFree } from "@/lib/client/reads/read-free"
import { paidContract } from "@/lib/endpoints/catalogue"
import { sampleContract } from "@/lib/endpoints/sample/contract"
import { AnswerDensity, PastAnswer } from "./answer-density"
import { AnswerView } from "./answer-view"
import { endpointOf, type PanelProduct } from "./product/panel-product"

/** After this the example is shown. */
const MAX_WAIT_MS = 1_000

type SampleAnswerProps = { readonly product: PanelProduct; readonly compact: boolean }

/** A whole answer of a day ago or earlier, as its buyer saw it; the example of the contract while there is none. */
export function SampleAnswer({ product, compact }: SampleAnswerProps) {
  const times = useTimes()
  const contract = paidContract(endpointOf(product.id))
  const { sold, isPending } = useSoldAnswer(product.path)
  if (!contract) return null
  if (isPending) return <p className="hint">Loading the sample…</p>
  // An answer of before a change of the contract may not fit its view.
  const body = sold !== null && contract.response.safeParse(sold.answer).success ? sold.answer : null
  const soldAt = body === null ? null : (sold?.sold_at ?? null)
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
          <AnswerView receipt={{ productId: product.id, body: body ?? contract.example }} />
        </AnswerDensity>
      </PastAnswer>
    </section>
  )
}

/** `null`: there is none, or the service does not answer in time. */
function useSoldAnswer(productPath: string) {
  const of = productPath.replace(/^\/api|\?.*$/g, "")
  const path = `/api/sample?of=${encodeURIComponent(of)}`
  const { data, isPending } = useQuery(
    {
      queryKey: [path],
      queryFn: ({ signal }) =>
        readFree(path, sampleContract.response, {
          signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]),
        }),
      // What a reader looks at is not replaced.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    pageQueries(),
  )
  return { sold: data?.kind === "sold" ? data : null, isPending }
}
