import { shortHex } from "@/lib/client/format/address"
import { decodeHeader } from "@/lib/client/purchase/header"
import { FetchedPurchase } from "@/lib/client/sign-in/wire"
import { parseJson } from "@/lib/domain/parse-json"
import { headerOf, type HttpExchange } from "./payment-trace"
import type { SignInTrace } from "./sign-in-trace"
import type { Evidence, Step } from "./step"

/** A sign-in as five steps, built from its trace. Pure. */
export function signInStepsOf(trace: SignInTrace): readonly Step[] {
  return [askedStep(trace), offeredStep(trace), textStep(trace), signedStep(trace), answerStep(trace)]
}

function askedStep({ path, asked }: SignInTrace): Step {
  return {
    id: "request",
    title: "Terms requested",
    state: "done",
    note: `Request for ${path} without a payment and without a sign-in.`,
    durationMs: asked.answeredAtMs === null ? null : asked.answeredAtMs - asked.sentAtMs,
    evidence: [{ kind: "headers", label: "Answer", lines: asked.headers }],
  }
}

function offeredStep({ offered }: SignInTrace): Step {
  return {
    id: "offer",
    title: "Sign-in offered",
    state: "done",
    note: "sign-in-with-x in the body's extensions. Site, question and network were compared with this page first.",
    durationMs: null,
    evidence: [{ kind: "json", label: "sign-in-with-x", value: offered }],
  }
}

function textStep({ text }: SignInTrace): Step {
  return {
    id: "text",
    title: "Text",
    state: "done",
    note: "Sign-In with Ethereum (EIP-4361): what the wallet shows. It moves no money.",
    durationMs: null,
    evidence: [{ kind: "text", label: "Text", text }],
  }
}

function signedStep({ outcome, reason, header, startedAtMs, signedAtMs }: SignInTrace): Step {
  const base = { id: "signature", title: "Signature", durationMs: null, evidence: [] } as const
  switch (outcome) {
    case "signing":
      return { ...base, state: "waiting", note: "The wallet has not answered." }
    case "declined":
      return { ...base, state: "failed", note: "Declined. Nothing was sent." }
    case "cancelled":
      return { ...base, state: "failed", note: "Cancelled. Nothing was sent." }
    case "wallet-failed":
      return { ...base, state: "failed", note: `The wallet did not sign. ${reason ?? ""}`.trim() }
    case "asking":
    case "delivered":
    case "refused":
    case "failed":
      return {
        ...base,
        state: "done",
        note: "personal_sign of that text. It opens this one question, once, for five minutes.",
        durationMs: signedAtMs === null ? null : signedAtMs - startedAtMs,
        evidence: header === null ? [] : [{ kind: "json", label: "SIGN-IN-WITH-X", value: decodeHeader(header) }],
      }
  }
}

function answerStep({ outcome, reason, sent }: SignInTrace): Step {
  const durationMs = sent === null || sent.answeredAtMs === null ? null : sent.answeredAtMs - sent.sentAtMs
  const base = { id: "answer", title: "Answer", durationMs, evidence: evidenceOf(sent) } as const
  switch (outcome) {
    case "delivered": {
      const size = ((sent?.length ?? 0) / 1024).toFixed(1)
      return { ...base, state: "done", note: `200 OK. ${size} KB of JSON, nothing charged. ${purchaseText(sent)}` }
    }
    case "refused":
      return { ...base, state: "failed", note: `Refused, nothing was charged. ${reason ?? ""}`.trim() }
    case "failed":
      return { ...base, state: "failed", note: `No answer, nothing was charged. ${reason ?? ""}`.trim() }
    case "asking":
      return { ...base, state: "waiting", note: "Waiting for the service." }
    case "signing":
    case "declined":
    case "cancelled":
    case "wallet-failed":
      return { ...base, state: "open", note: "Not reached." }
  }
}

function purchaseText(sent: HttpExchange | null): string {
  const purchase = FetchedPurchase.safeParse(parseJson(headerOf(sent, "x-purchase") ?? "")).data
  if (!purchase) return "Which purchase it is was not said."
  return `It is payment ${shortHex(purchase.nonce)}, transaction ${purchase.transaction ?? "not named"}.`
}

function evidenceOf(sent: HttpExchange | null): readonly Evidence[] {
  if (sent === null || sent.status === null) return []
  const lines = [["status", String(sent.status)] as const, ...sent.headers]
  return [{ kind: "headers", label: "Answer", lines }]
}
