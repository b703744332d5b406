import { shortHex } from "@/lib/client/format/address"
import { decodeHeader } from "@/lib/client/purchase/header"
import { FetchedPurchase } from "@/lib/client/sign-in/wire"
import { parseJson } from "@/lib/domain/parse-json"
import type { Arrow } from "./arrow"
import { headersOf, shortPath } from "./arrows"
import { headerOf, type HttpExchange } from "./payment-trace"
import type { SignInTrace } from "./sign-in-trace"

/** A sign-in as the messages that have happened so far. Pure. */
export function signInArrowsOf(trace: SignInTrace): readonly Arrow[] {
  const { path, asked, offered, header, outcome } = trace
  return [
    {
      id: "ask",
      from: "browser",
      to: "service",
      label: `GET ${shortPath(path)}`,
      note: "The request, without a payment and without a sign-in.",
      durationMs: null,
      state: "done",
      parts: [],
    },
    {
      id: "terms",
      from: "service",
      to: "browser",
      label: "402 · or sign in",
      note: "sign-in-with-x in the body's extensions. Site, question and network were compared with this page first.",
      durationMs: asked.answeredAtMs === null ? null : asked.answeredAtMs - asked.sentAtMs,
      state: "done",
      parts: [{ kind: "json", name: "sign-in-with-x", value: offered }, headersOf(asked)],
    },
    signArrow(trace),
    ...(header === null || outcome === "signing" ? [] : [payArrow(trace), answerArrow(trace)]),
  ]
}

function signArrow({ outcome, reason, text, startedAtMs, signedAtMs }: SignInTrace): Arrow {
  const parts = [{ kind: "text", name: "Text, what the wallet shows", text }] as const
  const base = { id: "sign", from: "browser", to: "browser", durationMs: null, parts } as const
  switch (outcome) {
    case "signing":
      return { ...base, state: "waiting", label: "Wallet asked", note: "The wallet has not answered." }
    case "declined":
      return { ...base, state: "failed", label: "Declined", note: "Declined. Nothing was sent." }
    case "cancelled":
      return { ...base, state: "failed", label: "Cancelled", note: "Cancelled. Nothing was sent." }
    case "wallet-failed":
      return { ...base, state: "failed", label: "Not signed", note: `The wallet did not sign. ${reason ?? ""}`.trim() }
    case "asking":
    case "delivered":
    case "refused":
    case "failed":
      return {
        ...base,
        state: "done",
        label: "Wallet signs a text",
        note: "Sign-In with Ethereum (EIP-4361). It moves no money, and opens this one question, once, for five minutes.",
        durationMs: signedAtMs === null ? null : signedAtMs - startedAtMs,
      }
  }
}

function payArrow({ header }: SignInTrace): Arrow {
  return {
    id: "pay",
    from: "browser",
    to: "service",
    label: "GET again, signed in",
    note: "The same request with SIGN-IN-WITH-X, and without a payment.",
    durationMs: null,
    state: "done",
    parts: [{ kind: "json", name: "SIGN-IN-WITH-X", value: decodeHeader(header ?? "") }],
  }
}

function answerArrow({ outcome, reason, sent }: SignInTrace): Arrow {
  const durationMs = sent === null || sent.answeredAtMs === null ? null : sent.answeredAtMs - sent.sentAtMs
  const parts = sent === null || sent.status === null ? [] : [headersOf(sent)]
  const base = { id: "answer", from: "service", to: "browser", durationMs, parts } as const
  switch (outcome) {
    case "delivered": {
      const size = ((sent?.length ?? 0) / 1024).toFixed(1)
      return {
        ...base,
        state: "done",
        label: `200 · free · ${size} KB`,
        note: `Nothing charged. ${purchaseText(sent)}`,
      }
    }
    case "refused":
      return {
        ...base,
        state: "failed",
        label: "Refused",
        note: `Refused, nothing was charged. ${reason ?? ""}`.trim(),
      }
    case "failed":
      return {
        ...base,
        state: "failed",
        label: "No answer",
        note: `No answer, nothing was charged. ${reason ?? ""}`.trim(),
      }
    case "asking":
    case "signing":
    case "declined":
    case "cancelled":
    case "wallet-failed":
      return { ...base, state: "waiting", label: "Waiting for the answer", note: "Waiting for the service." }
  }
}

function purchaseText(sent: HttpExchange | null): string {
  const purchase = FetchedPurchase.safeParse(parseJson(headerOf(sent, "x-purchase") ?? "")).data
  if (!purchase) return "Which purchase it is was not said."
  return `It is payment ${shortHex(purchase.nonce)}, transaction ${purchase.transaction ?? "not named"}.`
}
