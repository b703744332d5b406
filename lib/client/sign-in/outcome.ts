import { Problem } from "@/lib/api/problem"
import { PaymentErrorBody } from "@/lib/client/purchase/wire"
import { parseJson } from "@/lib/domain/parse-json"
import { FetchedPurchase } from "./wire"

/** A response to a sign-in, read to the end. */
type Answer = { readonly status: number; readonly purchase: string | null; readonly body: string }

/** Outcome of a sign-in. It is never charged. */
export type SignInOutcome =
  | { readonly kind: "delivered"; readonly body: unknown; readonly purchase: FetchedPurchase }
  | { readonly kind: "refused"; readonly reason: string; readonly message: string }
  | { readonly kind: "failed"; readonly message: string }

/** Total function: every response of a server or proxy has an outcome. */
export function readSignIn({ status, purchase, body }: Answer): SignInOutcome {
  const value = parseJson(body)
  if (status === 200) {
    const fetched = FetchedPurchase.safeParse(parseJson(purchase ?? "")).data
    if (value === undefined) return { kind: "failed", message: "The answer was cut off on its way." }
    if (!fetched) return { kind: "failed", message: "The service did not say which purchase it sent." }
    return { kind: "delivered", body: value, purchase: fetched }
  }
  if (status === 402) {
    const { error = "sign_in_rejected", message = "The sign-in was not accepted." } =
      PaymentErrorBody.safeParse(value).data ?? {}
    return { kind: "refused", reason: error, message }
  }
  const detail = Problem.safeParse(value).data?.detail
  return { kind: "failed", message: detail ?? `The service answered ${status} without saying more.` }
}
