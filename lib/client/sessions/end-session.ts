import { Problem } from "@/lib/api/problem"
import type { PublicConfig } from "@/lib/api/public-config"
import { encodeHeader, decodeHeader } from "@/lib/client/purchase/header"
import { readQuote } from "@/lib/client/purchase/quote"
import { hasTerms, requestTerms } from "@/lib/client/purchase/request-terms"
import { PaymentRequired, PaymentResponse, PaymentErrorBody, SessionRequirements } from "@/lib/client/purchase/wire"
import { parseJson } from "@/lib/domain/parse-json"
import { afterCorrection, afterRefund, type Session } from "./session"
import type { Sessions } from "./sessions"
import { askedProof, provenTotal, signRefund } from "./signing"

/** `pending`: the refund may be on its way. Ending again asks for the same one. */
export type EndResult =
  | { readonly kind: "ended" }
  | { readonly kind: "pending"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string }

export type EndDeps = {
  readonly config: Pick<PublicConfig, "network" | "usdc" | "payTo">
  readonly sessions: Pick<Sessions, "list" | "runExclusive" | "change">
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
  /** Waiting times before a refund that is on its way is asked for again. */
  readonly retryDelaysMs: readonly number[]
}

const ANSWER_TIMEOUT_MS = 60_000
/** A proof of the key, and the total that the service proves then. */
const MAX_CORRECTIONS = 2
const NO_BALANCE = "invalid_batch_settlement_evm_refund_no_balance"

/** Asks the service to return the remaining balance. Waits until the session has no pending payment. Never rejects. */
export async function endSession(id: Session["id"], deps: EndDeps): Promise<EndResult> {
  let result: EndResult = { kind: "failed", message: "Another payment of your session is still under way." }
  await deps.sessions.runExclusive(async (isAcquired) => {
    if (isAcquired) result = await refund(id, deps).catch(lost)
  })
  return result
}

const lost = (): EndResult => ({ kind: "pending", message: "The connection broke. Your refund may be on its way." })

async function refund(id: Session["id"], deps: EndDeps): Promise<EndResult> {
  const { sessions, fetch, now } = deps
  sessions.list.reload()
  const session = sessions.list.get().find((one) => one.id === id)
  if (!session) return { kind: "failed", message: "This session is not stored here." }
  const response = await requestTerms(fetch, session.path)
  await response.text()
  const [required, date] = [response.headers.get("payment-required"), response.headers.get("date")]
  const read = hasTerms(response)
    ? readQuote({ required, date, atMs: now() }, { ...deps.config, path: session.path })
    : null
  if (read?.kind !== "quote" || read.quote.session === null) {
    return { kind: "failed", message: "The service offers no sessions right now. Your wallet can withdraw without it." }
  }
  return present(session, { resource: read.quote.resource, session: read.quote.session }, deps, MAX_CORRECTIONS)
}

type Terms = Parameters<typeof signRefund>[0]

async function present(
  session: Session,
  terms: Terms,
  deps: EndDeps,
  corrections: number,
  proof?: bigint,
): Promise<EndResult> {
  const { sessions, now } = deps
  const answer = await send(encodeHeader(await signRefund(terms, session, proof)), session.path, deps)
  const payment = PaymentResponse.safeParse(decodeHeader(answer.paymentResponse ?? "")).data
  if (answer.status === 200 && payment?.success) {
    const returned = { amount: payment.amount || "0", transaction: payment.transaction || null, atMs: now() }
    sessions.change(session.id, (one) => afterRefund(one, returned))
    return { kind: "ended" }
  }
  const body = parseJson(answer.body)
  if (answer.status !== 402) {
    const message = Problem.safeParse(body).data?.detail ?? `The service answered ${answer.status}.`
    return { kind: "pending", message }
  }
  const reason = payment?.errorReason ?? PaymentErrorBody.safeParse(body).data?.error
  if (reason === NO_BALANCE) {
    sessions.change(session.id, (one) => afterRefund(one, { amount: "0", transaction: null, atMs: now() }))
    return { kind: "ended" }
  }
  const requirements = corrections > 0 ? requirementsIn(answer.required) : null
  const proven = requirements && (await provenTotal(session, requirements))
  const corrected = proven && afterCorrection(session, proven)
  if (corrected) {
    sessions.change(session.id, () => corrected)
    return present(corrected, terms, deps, corrections - 1)
  }
  const asked = requirements && askedProof(session, requirements)
  if (asked !== null) return present(session, terms, deps, corrections - 1, asked)
  return { kind: "failed", message: PaymentErrorBody.safeParse(body).data?.message ?? "The refund was refused." }
}

function requirementsIn(required: string | null): SessionRequirements | null {
  const terms = PaymentRequired.safeParse(decodeHeader(required ?? "")).data
  return terms?.accepts.flatMap((entry) => SessionRequirements.safeParse(entry).data ?? [])[0] ?? null
}

/** Sends the refund, and the same one again while its transaction is on its way. */
async function send(header: string, path: string, { fetch, retryDelaysMs }: EndDeps) {
  for (const delayMs of [...retryDelaysMs, null]) {
    const response = await fetch(path, {
      cache: "no-store",
      headers: { "PAYMENT-SIGNATURE": header },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const body = await response.text()
    const isPending = response.status === 503 && Problem.safeParse(parseJson(body)).data?.code === "settlement_pending"
    if (!isPending || delayMs === null) {
      const [paymentResponse, required] = [
        response.headers.get("payment-response"),
        response.headers.get("payment-required"),
      ]
      return { status: response.status, body, paymentResponse, required }
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }
  throw new Error("unreachable")
}
