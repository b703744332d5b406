import type { PublicConfig } from "@/lib/api/public-config"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { headerOf, failedRequest, type HttpExchange, completedRequest } from "@/lib/client/inspector/payment-trace"
import type { TraceLog } from "@/lib/client/inspector/trace-log"
import type { SignInTrace } from "@/lib/client/inspector/sign-in-trace"
import type { Product } from "@/lib/client/panel/product"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { hasTerms, requestTerms } from "@/lib/client/purchase/request-terms"
import { isDecline, reasonOf } from "@/lib/client/wallet/wallet-error"
import { parseJson } from "@/lib/domain/parse-json"
import { storeRedelivered } from "./store-redelivered"
import {
  initialRedelivery,
  canStart,
  type OfferState,
  type RedeliveryState,
  toOfferState,
  type SignInState,
} from "./machine"
import { isOfferGood, readOffer, type SignInOffer } from "./offer"
import { readSignIn } from "./outcome"
import { signInHeader, signInText } from "./proof"

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

export type RedeliveryDeps = {
  readonly config: Pick<PublicConfig, "chainId" | "network" | "usdc" | "payTo">
  /** Origin of this page, from the address bar. */
  readonly origin: string
  readonly receipts: PersistentList<Receipt>
  readonly log: TraceLog<SignInTrace>
  /** Called with the id of the receipt whose answer arrived. */
  readonly onFetched: (receiptId: string) => void
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/**
 * Fetches a purchased answer again by a signed text (Sign-In with Ethereum). It cannot pay: it signs no typed data and
 * sends no `PAYMENT-SIGNATURE`.
 */
export function createRedelivery(subject: Subject, deps: RedeliveryDeps): RedeliveryController {
  const { now, log } = deps
  const store = createStore(initialRedelivery)
  const change = (part: Partial<RedeliveryState>) => store.set({ ...store.get(), ...part })
  const enter = (signIn: SignInState) => change({ signIn })
  let asked: HttpExchange | null = null

  async function fetchOffer(): Promise<void> {
    if (store.get().offer.kind !== "ready") change({ offer: { kind: "loading" } })
    const sentAtMs = now()
    try {
      const response = await requestTerms(deps.fetch, subject.path)
      const body = await response.text()
      if (!canStart(store.get().signIn)) return
      asked = completedRequest(response, { sentAtMs, answeredAtMs: now(), length: body.length })
      if (!hasTerms(response)) return change({ offer: silent(`The service answered ${response.status}.`, now()) })
      const { origin, config } = deps
      const result = readOffer(parseJson(body), { origin, path: subject.path, chainId: config.chainId }, now())
      change({ offer: toOfferState(result, now()) })
    } catch {
      change({ offer: silent("The service did not answer.", now()) })
    }
  }

  async function signIn({ address, signText }: TextSigner): Promise<void> {
    const { offer: known, signIn } = store.get()
    if (known.kind !== "ready" || asked === null || !canStart(signIn)) return
    const { offer } = known
    const startedAtMs = now()
    if (!isOfferGood(offer, startedAtMs)) return fetchOffer()
    const text = textOf(offer, address)
    if (text === null) return change({ offer: { kind: "mismatch", problem: "site" } })
    const id = offer.extension.info.nonce
    enter({ kind: "signing", id })
    log.begin(traceOf(subject, { id, asked, offer, address, text, startedAtMs }))
    try {
      const signature = await signText(text)
      if (!isAwaitingSignature(id)) return
      const header = signInHeader(offer, address, signature)
      log.amend(id, (one) => ({ ...one, header, signedAtMs: now(), outcome: "asking" }))
      // A text is single use, so the next try needs a new one.
      change({ signIn: { kind: "asking" }, offer: { kind: "none" } })
      await present(id, header, address)
    } catch (error) {
      if (!isAwaitingSignature(id)) return
      const declined = isDecline(error)
      const reason = declined ? null : reasonOf(error)
      log.amend(id, (one) => ({ ...one, outcome: declined ? "declined" : "wallet-failed", reason }))
      enter(declined ? { kind: "declined" } : { kind: "wallet-failed", message: reasonOf(error) })
    }
  }

  function isAwaitingSignature(id: string): boolean {
    const { signIn } = store.get()
    return signIn.kind === "signing" && signIn.id === id
  }

  function stopWaiting(): void {
    const { signIn } = store.get()
    if (signIn.kind !== "signing") return
    log.amend(signIn.id, (one) => ({ ...one, outcome: "cancelled" }))
    // The wallet may still show this text, so the next try uses a new one.
    change({ signIn: { kind: "cancelled" }, offer: { kind: "none" } })
  }

  async function present(id: string, header: string, address: Hex): Promise<void> {
    const sentAtMs = now()
    try {
      const response = await deps.fetch(subject.path, {
        cache: "no-store",
        headers: { "SIGN-IN-WITH-X": header },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      })
      const body = await response.text()
      const outcome = readSignIn({ status: response.status, purchase: response.headers.get("x-purchase"), body })
      const sent = completedRequest(response, { sentAtMs, answeredAtMs: now(), length: body.length })
      const reason = outcome.kind === "delivered" ? null : outcome.message
      log.amend(id, (one) => ({ ...one, sent, outcome: outcome.kind, reason }))
      if (outcome.kind !== "delivered") return enter(outcome)
      const required = headerOf(asked, "payment-required") ?? ""
      const fetched = { ...outcome, address, signInId: id, required, etag: response.headers.get("etag") }
      deps.onFetched(storeRedelivered(subject, fetched, deps))
      enter({ kind: "delivered" })
    } catch {
      const message = "The connection broke before the answer arrived."
      log.amend(id, (one) => ({ ...one, sent: failedRequest(sentAtMs), outcome: "failed", reason: message }))
      enter({ kind: "failed", message })
    }
  }

  return { get: store.get, subscribe: store.subscribe, fetchOffer, signIn, stopWaiting }
}

function silent(message: string, atMs: number): OfferState {
  return { kind: "unavailable", message, atMs }
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

/** Longer, because the service may have to call a smart wallet's contract. */
const ANSWER_TIMEOUT_MS = 30_000
