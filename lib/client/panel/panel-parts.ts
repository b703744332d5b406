import type { PublicConfig } from "@/lib/api/public-config"
import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { TabLock } from "@/lib/client/browser/tab-lock"
import type { SpendLimiter } from "@/lib/client/budget/spend-limiter"
import type { HttpExchange, PaymentTrace } from "@/lib/client/stage/payment-trace"
import type { TraceLog } from "@/lib/client/stage/trace-log"
import type { PaymentTypedData, SessionMethod, Sessions } from "@/lib/client/sessions/sessions"
import type { AttemptResumer } from "./attempt-resumer"
import type { PanelEvent, PanelState } from "./machine"
import type { PaymentSender, PaymentSenderDeps } from "./payment-sender"
import type { Product } from "./product"

type Hex = `0x${string}`

/** The signing wallet. `sign` must call the wallet before it awaits anything: phones open it only inside a tap. */
export type Payer = {
  readonly address: Hex
  readonly sign: (data: PaymentTypedData) => Promise<Hex>
  /** Pays from a session, or opens one; absent: a transfer of exactly the price. */
  readonly method?: SessionMethod
}

export type PanelController = ExternalStore<PanelState> & {
  /** Requests the price, without paying. */
  readonly requote: () => Promise<void>
  readonly acceptPrice: () => void
  /** Signs and pays the shown price. Calls the wallet in the same task as the click. */
  readonly pay: (payer: Payer) => Promise<void>
  /** Stops waiting for the wallet. A later signature is dropped. `reason`: why, if it was not the reader. */
  readonly stopWaiting: (reason?: string) => void
  /** Presents the stored payment again. Never calls the wallet. */
  readonly resume: () => Promise<void>
  readonly dismiss: () => void
}

export type ControllerDeps = PaymentSenderDeps & {
  readonly config: Pick<PublicConfig, "chainId" | "network" | "usdc" | "payTo">
  readonly log: TraceLog<PaymentTrace>
  readonly spendLimiter: SpendLimiter
  readonly sessions: Pick<Sessions, "noteOffer" | "runExclusive" | "record" | "correct">
  /** `null` where tabs share no locks: nothing is sent automatically. */
  readonly tabLock: TabLock | null
  readonly online: ExternalStore<boolean>
  readonly nonce: () => Hex
  /** Waiting times before a payment with a lost answer is presented again on this page. */
  readonly retryDelaysMs: readonly number[]
}

/** What the steps of one panel share. */
export type PanelParts = {
  readonly product: Product
  readonly deps: ControllerDeps
  readonly state: () => PanelState
  readonly dispatch: (event: PanelEvent) => void
  readonly sender: PaymentSender
  readonly resumer: AttemptResumer
  /** The unpaid request that returned the present price. */
  readonly quoted: () => HttpExchange | null
  readonly requote: () => Promise<void>
}
