import { shortHex } from "@/lib/client/format/address"
import { balanceText, dollars } from "@/lib/client/format/money"
import type { Times } from "@/lib/client/format/time"
import type { Product } from "./product"
import type { AnswerFreshness, PanelAction, PanelStatus } from "./view"

export type StatusText = {
  readonly tone: "calm" | "busy" | "good" | "warn" | "bad"
  readonly text: string
  /** Goes into the live region. True for events, false for standing facts. */
  readonly announced: boolean
}

export type TextContext = {
  readonly product: Pick<Product, "title">
  readonly networkName: string
  readonly walletName: string
  readonly price: string
  /** Of the shown answer; `null` without one. */
  readonly freshness: AnswerFreshness | null
  /** Until when the shown answer is fresh; `null` when it is not. */
  readonly freshUntilMs: number | null
  /** The last wallet error. */
  readonly walletProblem: string | null
  /** The current wait is longer than usual. */
  readonly isLate: boolean
  /** Time zone of the texts. */
  readonly times: Pick<Times, "text">
}

/** Most answers arrive sooner; after this the panel says that it is still waiting. */
export const LATE_AFTER_MS = 5_000

const termNames = {
  network: "another network",
  asset: "another token",
  payee: "another payee",
  token: "a token under another name",
  resource: "another resource",
} as const

const say = (tone: StatusText["tone"], text: string): StatusText => ({ tone, text, announced: true })
const show = (tone: StatusText["tone"], text: string): StatusText => ({ tone, text, announced: false })

/** Status of a panel in one or two sentences. */
export function statusText(status: PanelStatus, context: TextContext): StatusText {
  const { networkName, walletName, price, freshness, times } = context
  const ended = (tone: StatusText["tone"], text: string) => say(tone, `${text}${stillTrue(freshness, context)}`)
  switch (status.kind) {
    case "idle-no-wallet":
      return show("calm", "Needs a wallet. One signature, no gas, charged only if the answer is delivered.")
    case "connecting":
      return show("calm", "Waiting for your wallet to answer…")
    case "quoting":
      return show("calm", "Checking the price…")
    case "ready":
      return show("calm", "One signature, no gas. Charged only if the answer is delivered.")
    case "wrong-network":
      return show(
        "warn",
        withProblem(`Your wallet is on another network. Payments are made on ${networkName}.`, context),
      )
    case "low-balance":
      return show(
        "warn",
        withProblem(
          `Your wallet holds ${balanceText(status.balance)} USDC; this costs ${dollars(status.price)}.`,
          context,
        ),
      )
    case "limit-reached":
      return show(
        "warn",
        `This costs ${dollars(status.price)}; your limit for today leaves ${dollars(status.left)}. Nothing is signed beyond it.`,
      )
    case "price-changed":
      return say("warn", `The price changed from ${dollars(status.from)} to ${dollars(status.to)}.`)
    case "terms-mismatch":
      return say(
        "bad",
        `The service asked for ${termNames[status.problem]} than this page expects. Nothing was signed.`,
      )
    case "unavailable":
      return "noDataSince" in status
        ? show("warn", `Not on sale: no fresh data since ${times.text(status.noDataSince)}. It comes back by itself.`)
        : say("bad", `${status.isWrong ? "This question has no answer." : "Not on sale right now."} ${status.message}`)
    case "offline":
      return show("warn", "You are offline. What you bought stays readable.")
    case "signing":
      return say("busy", `Confirm ${dollars(price)} in ${walletName}.`)
    case "rejected":
      return ended("calm", "You declined. Nothing was charged.")
    case "cancelled":
      return ended("calm", "You stopped waiting. Nothing was charged; a signature that comes late is thrown away.")
    case "wallet-failed":
      return ended("bad", `The wallet did not sign. Nothing was charged. ${status.message}`)
    case "settling":
      return say("busy", settlingText(status.resumed, context.isLate))
    case "finishing":
      return say("busy", "Finishing your payment… Nothing is signed or charged a second time.")
    case "refused":
      return ended("bad", `Payment refused, nothing was charged. ${status.message}`)
    case "failed":
      return say("bad", `No answer, nothing was charged. ${status.message}`)
    case "unknown":
      return say(
        "warn",
        `${status.message} You may have been charged. Resume fetches the answer with the same payment, never a second one.`,
      )
    case "spent":
      return ended("bad", `${status.message} Payment ${status.attemptId.slice(0, 10)}… bought this panel before.`)
    case "overtaken":
      return status.delivered
        ? ended("calm", "Another tab bought this meanwhile. Nothing was charged a second time.")
        : ended("calm", "Another tab is paying for this. Nothing was charged for it here.")
    case "unsent":
      return ended("bad", `Not sent, nothing was charged. ${status.message}`)
    case "evicted":
      return show("calm", "You own this answer; it is not kept in this browser.")
    case "expired": {
      const bought = `Bought ${times.text(status.boughtAtMs)} for ${dollars(status.paid)}`
      return show("calm", `${bought}; the answer is no longer kept. A new one costs ${dollars(price)}.`)
    }
    case "delivered-elsewhere":
      return say("good", `Delivered to wallet ${shortHex(status.payer)}. Connect it to read it here, or see Receipts.`)
    case "delivered":
    case "delivered-stale":
    case "unchanged":
    case "outdated":
      return deliveredText(status, context)
  }
}

function settlingText(resumed: boolean, isLate: boolean): string {
  if (isLate) return "Still waiting for the answer. The payment is kept: this page may be closed and opened again."
  return resumed ? "Same payment sent again, waiting…" : "Payment sent, waiting for the answer…"
}

function withProblem(text: string, { walletProblem }: TextContext): string {
  return walletProblem === null ? text : `${text} ${walletProblem}`
}

function deliveredText(status: Extract<PanelStatus, { readonly justNow: boolean }>, context: TextContext): StatusText {
  const { product, price, freshUntilMs } = context
  if (status.fetched) {
    return say("good", `${product.title} fetched again, nothing was charged.${stillTrue(status.kind, context)}`)
  }
  const justNow = say("good", `${product.title} delivered for ${dollars(price)}.`)
  switch (status.kind) {
    case "delivered":
      return status.justNow ? justNow : show("calm", "You own this answer, bought with this browser.")
    case "unchanged":
      return status.justNow ? justNow : show("good", "You own this version. Buying again brings nothing new.")
    case "delivered-stale":
      return show("warn", "This answer is old. The market has moved on.")
    case "outdated":
      return say(freshUntilMs === null ? "warn" : "calm", newerText(context))
  }
}

/** A newer version is no warning while the present answer is fresh. */
function newerText({ price, freshUntilMs, times }: TextContext): string {
  if (freshUntilMs === null) return `There is a newer version, for ${dollars(price)}.`
  return `A newer version can be bought for ${dollars(price)}; this one counts as fresh until ${times.text(freshUntilMs)}.`
}

/** After a purchase that ended uncharged, the freshness of the shown answer still holds. */
function stillTrue(freshness: AnswerFreshness | null, context: TextContext): string {
  if (freshness === "outdated") return ` ${newerText(context)}`
  return freshness === "delivered-stale" ? " This answer is old: the market has moved on." : ""
}

type ActionContext = Pick<TextContext, "freshness"> & {
  readonly status: PanelStatus
  readonly price: string
  readonly hasAnswer: boolean
}

/** Label of the main button. */
export function actionText(action: PanelAction, context: ActionContext): string {
  const { status, price } = context
  switch (action) {
    case "connect":
    case "pay":
      return payText(context)
    case "wait":
      return waitText(status) ?? payText(context)
    case "change-wallet":
      return "Change wallet"
    case "switch-network":
      return "Switch network"
    case "fund":
      return "Add USDC"
    case "raise-limit":
      return "Change the limit"
    case "accept-price":
      return `Accept ${price}`
    case "resume":
      return status.kind === "failed" ? "Try again, same payment" : "Resume, same payment"
    case "requote":
      return "Ask again"
    case "none":
      return ""
  }
}

function payText({ freshness, price, hasAnswer }: ActionContext): string {
  if (freshness === "outdated") return `New version for ${price}`
  return hasAnswer ? `Buy again for ${price}` : `View for ${price}`
}

function waitText(status: PanelStatus): string | null {
  if (status.kind === "signing") return "Waiting for the wallet…"
  return status.kind === "settling" || status.kind === "finishing" ? "Waiting for the answer…" : null
}
