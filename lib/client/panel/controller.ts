import { createStore } from "@/lib/client/browser/external-store"
import type { HttpExchange } from "@/lib/client/stage/payment-trace"
import { createAttemptResumer } from "./attempt-resumer"
import { fetchQuote } from "./fetch-quote"
import { initialPanel, type PanelEvent, type PanelState, reducePanel } from "./machine"
import type { ControllerDeps, PanelController } from "./panel-parts"
import { createPaymentSender } from "./payment-sender"
import type { Product } from "./product"
import { createResuming } from "./resuming"
import { createSending } from "./sending"
import { createSigning } from "./signing-payment"

/** Runs one panel: the state machine and its side effects. */
export function createPanelController(product: Product, deps: ControllerDeps): PanelController {
  const store = createStore<PanelState>(initialPanel(product.price))
  const dispatch = (event: PanelEvent) => store.set(reducePanel(store.get(), event))
  const stored = () => deps.attempts.get().find((attempt) => attempt.productId === product.id)
  const resumer = createAttemptResumer(deps)
  const sender = createPaymentSender(product, deps)
  /** The unpaid request that returned the present price. */
  let quoted: HttpExchange | null = null

  async function requote(): Promise<void> {
    dispatch({ type: "quote-requested" })
    const { message, event } = await fetchQuote(product, deps)
    quoted = message ?? quoted
    dispatch(event)
    const { quote } = store.get()
    if (quote.kind === "ready") deps.sessions.noteOffer(quote.quote.session)
  }

  const parts = { product, deps, state: store.get, dispatch, sender, resumer, quoted: () => quoted, requote }
  const sending = createSending(parts)
  const resuming = createResuming(parts, { stored, sending })
  const signing = createSigning(parts, { stored, sending, sync: resuming.sync })

  deps.attempts.subscribe(resuming.sync)
  deps.online.subscribe(resuming.sync)
  resuming.sync()

  return {
    get: store.get,
    subscribe: store.subscribe,
    requote,
    pay: signing.pay,
    stopWaiting: signing.stopWaiting,
    resume: resuming.resume,
    acceptPrice() {
      const { quote } = store.get()
      if (quote.kind === "ready") dispatch({ type: "price-accepted", price: quote.quote.accepted.amount })
    },
    dismiss: () => dispatch({ type: "dismissed" }),
  }
}
