import type { Attempt } from "@/lib/client/purchase/attempt"
import { authorizationFor, payloadOf, typedDataOf } from "@/lib/client/purchase/authorization"
import type { Quote } from "@/lib/client/purchase/quote"
import type { PaymentPayload } from "@/lib/client/purchase/wire"
import type { SessionMethod } from "@/lib/client/sessions/sessions"
import type { PanelParts, Payer } from "./panel-parts"
import { isOpen } from "./machine"
import { newPaymentTrace } from "./new-payment-trace"
import { signingFailure } from "./signing-failure"
import { CANNOT_STORE, type Sending } from "./sending"

type Hex = `0x${string}`

type SigningOrder = {
  readonly payer: Payer
  readonly quote: Quote
  readonly id: Hex
  readonly startedAtMs: number
  readonly send: (payload: PaymentPayload) => Promise<void>
}

const SESSION_EMPTY = "Your session does not cover it. Top it up, or pay with your wallet."
const SESSION_BUSY = "Another payment of your session is still under way."
const SIGNED_TOO_LATE = "The signature came after the price had expired. View again for a new one."

type Links = {
  readonly stored: () => Attempt | undefined
  readonly sending: Sending
  /** Shows a stored payment of this product. */
  readonly sync: () => void
}

/** Signs a payment of one panel, with the wallet or from a session, and sends it. */
export function createSigning(parts: PanelParts, { stored, sending, sync }: Links) {
  const { product, deps, state, dispatch, sender, resumer, quoted, requote } = parts
  const { isAwaitingSignature } = sending

  async function pay(payer: Payer): Promise<void> {
    const { quote: known, purchase, shownPrice } = state()
    if (known.kind !== "ready" || known.quote.accepted.amount !== shownPrice) return
    if (!isOpen(purchase)) return
    // A stored payment must be resolved first.
    if (stored()) return sync()
    const { quote } = known
    const startedAtMs = deps.now()
    const id = deps.nonce()
    if (!deps.spendLimiter.reserve(id, BigInt(quote.accepted.amount), startedAtMs)) return
    const { method } = payer
    dispatch({ type: "signing-started", attemptId: id, ...(method && { method: method.kind }) })
    try {
      if (!sender.canStore()) return sending.abort(id, CANNOT_STORE)
      deps.log.begin(newPaymentTrace(product, { id, quote, quoted: quoted(), payer: payer.address, startedAtMs }))
      const send = (payload: PaymentPayload) => sendFirst(quote, { payload, startedAtMs, signedAtMs: deps.now(), id })
      if (method) await payFromSession(method, { payer, quote, id, startedAtMs, send })
      else await payByTransfer({ payer, quote, id, startedAtMs, send })
    } catch (error) {
      if (!isAwaitingSignature(id)) return
      const { event, ...trace } = signingFailure(error, id)
      deps.log.amend(id, (one) => ({ ...one, ...trace }))
      dispatch(event)
    } finally {
      deps.spendLimiter.release(id)
      sync()
    }
  }

  async function payByTransfer({ payer, quote, id: nonce, startedAtMs, send }: SigningOrder): Promise<void> {
    const authorization = authorizationFor(quote, { payer: payer.address, nonce, nowMs: startedAtMs })
    const signature = await payer.sign(typedDataOf(quote, authorization, deps.config.chainId))
    if (isAwaitingSignature(nonce)) await send(payloadOf(quote, authorization, signature))
  }

  async function payFromSession(method: SessionMethod, order: SigningOrder): Promise<void> {
    const { payer, quote, id, startedAtMs, send } = order
    const { address, sign } = payer
    const complete = await method.authorize({ attemptId: id, payer: address, quote, nowMs: startedAtMs, sign })
    if (!isAwaitingSignature(id)) return
    await deps.sessions.runExclusive(async (isAcquired) => {
      if (!isAwaitingSignature(id)) return
      const payload = isAcquired ? await complete() : null
      if (!isAwaitingSignature(id)) return
      if (payload === null) return sending.abort(id, isAcquired ? SESSION_EMPTY : SESSION_BUSY)
      await send(payload)
    })
  }

  function stopWaiting(reason?: string): void {
    const { purchase } = state()
    // A session signs here, without the wallet.
    if (purchase.kind !== "signing" || (reason !== undefined && purchase.method === "voucher")) return
    const { attemptId } = purchase
    deps.spendLimiter.release(attemptId)
    if (reason === undefined) {
      deps.log.amend(attemptId, (one) => ({ ...one, outcome: "cancelled" }))
      dispatch({ type: "signing-cancelled", attemptId })
    } else {
      sending.abort(attemptId, reason)
    }
    sync()
  }

  async function sendFirst(
    quote: Quote,
    signed: Pick<Attempt, "id" | "payload" | "startedAtMs" | "signedAtMs">,
  ): Promise<void> {
    const attempt: Attempt = {
      ...signed,
      productId: product.id,
      title: product.title,
      path: product.path,
      ...(product.parts && { parts: product.parts }),
      requiredHeader: quote.requiredHeader,
      aheadMs: quote.aheadMs,
    }
    if (!resumer.isValid(attempt)) {
      sending.abort(attempt.id, SIGNED_TOO_LATE)
      return requote()
    }
    await sending.sendUncharged(attempt, () => isAwaitingSignature(attempt.id), sync)
  }

  return { pay, stopWaiting }
}
