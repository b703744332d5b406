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
  /** Parts of the shown answer that changed since it was bought. Empty: unknown. */
  readonly changed?: readonly string[]
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

const announce = (tone: StatusText["tone"], text: string): StatusText => ({ tone, text, announced: true })
const show = (tone: StatusText["tone"], text: string): StatusText => ({ tone, text, announced: false })

/** Status of a panel in one or two sentences. */
export function statusText(status: PanelStatus, context: TextContext): StatusText {
  const { networkName, price, freshness, times } = context
  const ended = (tone: StatusText["tone"], text: string) =>
    announce(tone, `${text}${freshnessNote(freshness, context)}`)
  switch (status.kind) {
    case "idle-no-wallet":
      return show("calm", "Connect a wallet to pay. One signature, no gas. You pay only for what arrives.")
    case "connecting":
      return show("calm", "Waiting for your wallet…")
    case "quoting":
      return show("calm", "Checking the price…")
    case "ready":
      return show("calm", readyText(status))
    case "wrong-network":
      return show("warn", withProblem(`Your wallet is on another network. Switch to ${networkName} to pay.`, context))
    case "low-balance":
      return show(
        "warn",
        withProblem(`Balance ${balanceText(status.balance)} USDC, price ${dollars(status.price)}.`, context),
      )
    case "limit-reached":
      return show(
        "warn",
        `Costs ${dollars(status.price)}; today's limit leaves ${dollars(status.left)}. Purchases stop at this limit.`,
      )
    case "price-changed":
      return announce("warn", `Price changed from ${dollars(status.from)} to ${dollars(status.to)}.`)
    case "terms-mismatch":
      return announce(
        "bad",
        `The service asked for ${termNames[status.problem]} than this page expects. Nothing was signed.`,
      )
    case "unavailable":
      if ("pausedWhy" in status)
        return show("warn", `Payments are not taken now: ${status.pausedWhy}. Resumes automatically.`)
      if ("notSoldWhy" in status) return show("warn", `Not sold now: ${status.notSoldWhy}.`)
      return "noDataSince" in status
        ? show("warn", `Paused: no data since ${times.text(status.noDataSince)}. Resumes automatically.`)
        : announce("bad", `${status.isWrong ? "Invalid request." : "Not on sale right now."} ${status.message}`)
    case "offline":
      return show("warn", "You are offline. Your purchases stay readable.")
    case "signing":
      return announce(
        "busy",
        status.method === "voucher"
          ? "Paying from your session…"
          : confirmText(status.method, { ...context, price: status.amount ?? price }),
      )
    case "rejected":
      return ended("calm", "You declined. Nothing was charged.")
    case "cancelled":
      return ended("calm", "You stopped waiting. Nothing was charged, and a late signature is discarded.")
    case "wallet-failed":
      return ended("bad", `Not paid, nothing was charged. ${status.message}`)
    case "settling":
      return announce("busy", settlingText(status.resumed, context.isLate))
    case "finishing":
      return announce("busy", "Completing your payment. No second signature, no second charge.")
    case "refused":
      return ended("bad", `Payment refused, nothing was charged. ${status.message}`)
    case "failed":
      return announce("bad", `No answer, nothing was charged. ${status.message}`)
    case "unknown":
      return announce(
        "warn",
        `${status.message} You may have been charged. Get the answer with the same payment, without a second charge.${sendCountText(status.sendCount)}`,
      )
    case "spent":
      return ended("bad", `${status.message} Payment ${status.attemptId.slice(0, 10)}… was used for this panel before.`)
    case "overtaken":
      return status.delivered
        ? ended("calm", "Another tab bought this. You were not charged twice.")
        : ended("calm", "Another tab is paying for this. Nothing was charged here.")
    case "unsent":
      return ended("bad", `Not sent, nothing was charged. ${status.message}`)
    case "evicted":
      return show("calm", "You own this answer, but it is no longer stored in this browser.")
    case "expired": {
      const bought = `Bought ${times.text(status.boughtAtMs)} for ${dollars(status.paid)}`
      return show("calm", `${bought}. No longer stored; a new answer costs ${dollars(price)}.`)
    }
    case "delivered-elsewhere":
      return announce(
        "good",
        `Delivered to wallet ${shortHex(status.payer)}. Connect it to read the answer, or open Receipts.`,
      )
    case "delivered":
    case "delivered-stale":
    case "unchanged":
    case "outdated":
      return deliveredText(status, context)
  }
}

function readyText({ isFromSession, sessionLeft }: Extract<PanelStatus, { kind: "ready" }>): string {
  if (isFromSession) return "Paid from your session, no prompt. You pay only for what arrives."
  if (sessionLeft === undefined) return "One signature, no gas. You pay only for what arrives."
  return `Your session has ${dollars(sessionLeft)} left: this view asks your wallet. Top up to go on without prompts.`
}

function confirmText(method: "deposit" | undefined, { price, walletName }: TextContext): string {
  return method === "deposit" ? `Confirm the deposit in ${walletName}.` : `Confirm ${dollars(price)} in ${walletName}.`
}

/** Without the number, a repeated failure would look as if nothing had happened. */
function sendCountText(sendCount = 0): string {
  return sendCount > 1 ? ` Tried ${sendCount} times.` : ""
}

function settlingText(resumed: boolean, isLate: boolean): string {
  if (isLate) return "Still waiting for the answer. The payment is saved: you can close this page and come back."
  return resumed ? "Same payment sent again. Waiting for the answer…" : "Payment sent. Waiting for the answer…"
}

function withProblem(text: string, { walletProblem }: TextContext): string {
  return walletProblem === null ? text : `${text} ${walletProblem}`
}

function deliveredText(status: Extract<PanelStatus, { readonly justNow: boolean }>, context: TextContext): StatusText {
  const { product, price, freshUntilMs } = context
  if (status.fetched) {
    return announce("good", `${product.title} restored. Nothing was charged.${freshnessNote(status.kind, context)}`)
  }
  const justNow = announce("good", `${product.title} delivered for ${dollars(price)}.`)
  switch (status.kind) {
    case "delivered":
      return status.justNow ? justNow : show("calm", "You own this answer.")
    case "unchanged":
      return status.justNow ? justNow : show("good", "You have the latest.")
    case "delivered-stale":
      return show("warn", "This answer is old. The market has moved.")
    case "outdated":
      return announce(freshUntilMs === null ? "warn" : "calm", newerText(context))
  }
}

/** A newer version is not a warning while the present answer is fresh. */
function newerText({ price, freshUntilMs, times, changed = [] }: TextContext): string {
  const what = changed.length === 0 ? "" : `: ${listText(changed)} changed`
  const update = `Update available${what} · ${dollars(price)}`
  if (freshUntilMs === null) return `${update}.`
  return `${update}. Yours stays fresh until ${times.text(freshUntilMs)}.`
}

const MAX_NAMED_PARTS = 3

/** `direction, votes and levels`, and how many more. */
function listText(parts: readonly string[]): string {
  const named = parts.slice(0, MAX_NAMED_PARTS)
  const more = parts.length - named.length
  const items = more > 0 ? [...named, `${more} more`] : named
  const last = items.at(-1) ?? ""
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`
}

/** After a purchase that ended uncharged, the freshness of the shown answer still holds. */
function freshnessNote(freshness: AnswerFreshness | null, context: TextContext): string {
  if (freshness === "outdated") return ` ${newerText(context)}`
  return freshness === "delivered-stale" ? " This answer is old: the market has moved." : ""
}

type ActionContext = Pick<TextContext, "freshness"> & {
  readonly status: PanelStatus
  readonly price: string
  readonly hasAnswer: boolean
  /** The open session pays. */
  readonly isFromSession?: boolean
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
      // The text about an owned answer says nothing about the balance.
      return context.hasAnswer ? "Low balance: add USDC" : "Add USDC"
    case "raise-limit":
      return "Raise the limit"
    case "accept-price":
      return `Accept ${price}`
    case "resume":
      return status.kind === "failed" ? "Try again (same payment)" : "Get my answer (no second charge)"
    case "requote":
      return "Check again"
    case "none":
      return ""
  }
}

function payText({ freshness, price, hasAnswer, isFromSession }: ActionContext): string {
  if (isFromSession) return `${freshness === "outdated" ? "Update" : hasAnswer ? "Refresh" : "View"} · ${price}`
  if (freshness === "outdated") return `Update for ${price}`
  return hasAnswer ? `Refresh for ${price}` : `View for ${price}`
}

function waitText(status: PanelStatus): string | null {
  if (status.kind === "signing") return status.method === "voucher" ? "Paying…" : "Waiting for the wallet…"
  return status.kind === "settling" || status.kind === "finishing" ? "Waiting for the answer…" : null
}
