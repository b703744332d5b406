import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import { type HttpExchange, completedRequest } from "@/lib/client/stage/payment-trace"
import type { SignInTrace } from "@/lib/client/stage/sign-in-trace"
import type { Product } from "@/lib/client/panel/product"
import { hasTerms, requestTerms } from "@/lib/client/purchase/request-terms"
import { parseJson } from "@/lib/domain/parse-json"
import { initialPanel, isInProgress, isSigning, reducePanel } from "@/lib/client/panel/machine"
import { signingFailure } from "@/lib/client/panel/signing-failure"
import { isOfferGood, readOffer, type SignInOffer } from "./offer"
import { signInText, signInHeader } from "./proof"
import { createSignInSender, type SignInSenderDeps } from "./sender"
import type { RedeliveryState, SignInEvent } from "./view"

type Hex = `0x${string}`

/** Signs a text. `signText` must call the wallet before it awaits anything. */
export type TextSigner = {
  readonly address: Hex
  readonly signText: (text: string) => Promise<Hex>
}

/** The product whose answer is fetched again. */
export type Subject = Pick<Product, "id" | "title" | "path">

export type RedeliveryController = ExternalStore<RedeliveryState> & {
  /** Requests a text to sign, without signing. */
  readonly fetchOffer: () => Promise<void>
  /** Signs the text and fetches the answer. Calls the wallet in the same task as the click; never pays. */
  readonly signIn: (visitor: TextSigner) => Promise<void>
  /** Stops waiting for the wallet. A later signature is dropped. */
  readonly stopWaiting: () => void
}

export type RedeliveryDeps = SignInSenderDeps & {
  /** Origin of this page, from the address bar. */
  readonly origin: string
}

/**
 * Fetches a purchased answer again by a signed text (Sign-In with Ethereum). It cannot pay: it signs no typed data and
 * sends no `PAYMENT-SIGNATURE`.
 */
export function createRedelivery(subject: Subject, deps: RedeliveryDeps): RedeliveryController {
  const { now, log } = deps
  const store = createStore<RedeliveryState>(initialPanel("0"))
  const dispatch = (event: SignInEvent) => store.set(reducePanel(store.get(), event))
  const isAwaitingSignature = (id: string) => isSigning(store.get().purchase, id)
  const send = createSignInSender(subject, deps)
  let asked: HttpExchange | null = null

  async function fetchOffer(): Promise<void> {
    dispatch({ type: "quote-requested" })
    const sentAtMs = now()
    const fail = (message: string) => dispatch({ type: "quote-failed", message, atMs: now() })
    try {
      const response = await requestTerms(deps.fetch, subject.path)
      const body = await response.text()
      if (isInProgress(store.get().purchase)) return
      asked = completedRequest(response, { sentAtMs, answeredAtMs: now(), length: body.length })
      if (!hasTerms(response)) return fail(`The service answered ${response.status}.`)
      const { origin, config } = deps
      const result = readOffer(parseJson(body), { origin, path: subject.path, chainId: config.chainId }, now())
      if (result.kind === "unreadable") return fail("The service offers no sign-in for this.")
      dispatch({ type: "quote-read", result, atMs: now() })
    } catch {
      fail("The service did not answer.")
    }
  }

  async function signIn({ address, signText }: TextSigner): Promise<void> {
    const { quote: known, purchase } = store.get()
    if (known.kind !== "ready" || asked === null || isInProgress(purchase)) return
    const { quote: offer } = known
    const startedAtMs = now()
    if (!isOfferGood(offer, startedAtMs)) return fetchOffer()
    const text = textOf(offer, address)
    if (text === null) {
      return dispatch({ type: "quote-read", result: { kind: "terms-mismatch", problem: "site" }, atMs: now() })
    }
    const id = offer.extension.info.nonce
    // A sign-in that failed is not charged, so another may begin.
    dispatch({ type: "dismissed" })
    dispatch({ type: "signing-started", attemptId: id })
    log.begin(traceOf(subject, { id, asked, offer, address, text, startedAtMs }))
    try {
      const signature = await signText(text)
      if (!isAwaitingSignature(id)) return
      const attempt = { id, header: signInHeader(offer, address, signature), address }
      log.amend(id, (one) => ({ ...one, header: attempt.header, signedAtMs: now(), outcome: "asking" }))
      dispatch({ type: "payment-sent", attempt })
      dispatch({ type: "quote-used" })
      dispatch({ type: "answered", attempt, outcome: await send(attempt, asked) })
    } catch (error) {
      if (!isAwaitingSignature(id)) return
      const { event, ...trace } = signingFailure(error, id)
      log.amend(id, (one) => ({ ...one, ...trace }))
      dispatch(event)
    }
  }

  function stopWaiting(): void {
    const { purchase } = store.get()
    if (purchase.kind !== "signing") return
    log.amend(purchase.attemptId, (one) => ({ ...one, outcome: "cancelled" }))
    dispatch({ type: "signing-cancelled", attemptId: purchase.attemptId })
    // The wallet may still show this text, so the next try uses a new one.
    dispatch({ type: "quote-used" })
  }

  return { get: store.get, subscribe: store.subscribe, fetchOffer, signIn, stopWaiting }
}

function traceOf(
  { id: productId, title, path }: Subject,
  begun: Pick<SignInTrace, "id" | "asked" | "address" | "text" | "startedAtMs"> & { readonly offer: SignInOffer },
): SignInTrace {
  const { offer, ...rest } = begun
  return {
    ...rest,
    productId,
    title,
    path,
    offered: offer.extension,
    signedAtMs: null,
    header: null,
    sent: null,
    outcome: "signing",
    reason: null,
  }
}

/** `null` for a text that EIP-4361 does not allow. */
function textOf(offer: SignInOffer, address: Hex): string | null {
  try {
    return signInText(offer, address)
  } catch {
    return null
  }
}
