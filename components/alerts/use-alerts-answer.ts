import { useQuery } from "@tanstack/react-query"
import { type AlertsAnswer, requestAlerts } from "@/lib/client/alerts/alerts-request"
import { pageQueries } from "@/lib/client/reads/queries"

type AlertsRequestState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly answer: AlertsAnswer; readonly atMs: number }
  | { readonly kind: "failed"; readonly message: string }

/** The unsigned answer of a path: the offer, and the text to sign, which is used once. `ask` requests it again. */
export function useAlertsAnswer(path: string): { readonly asked: AlertsRequestState; readonly ask: () => void } {
  const read = { queryKey: [path], queryFn: () => requestAlerts(path), gcTime: 0, refetchOnWindowFocus: false }
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(read, pageQueries())
  const ask = () => void refetch()
  if (isFetching) return { asked: { kind: "loading" }, ask }
  if (error !== null) return { asked: { kind: "failed", message: error.message }, ask }
  return { asked: data ? { kind: "ready", answer: data, atMs: dataUpdatedAt } : { kind: "loading" }, ask }
}
