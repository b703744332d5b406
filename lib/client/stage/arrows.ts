import { shortHex } from "@/lib/client/format/address"
import { dollars } from "@/lib/client/format/money"
import { typedDataOf } from "@/lib/client/purchase/authorization"
import { decodeHeader } from "@/lib/client/purchase/header"
import { isSessionPayment } from "@/lib/client/purchase/is-session-payment"
import { PaymentPayload, PaymentRequired, PaymentResponse, type SessionPayment } from "@/lib/client/purchase/wire"
import type { Arrow, Part } from "./arrow"
import { headerOf, type HttpExchange, type PaymentTrace } from "./payment-trace"

/**
 * A payment as the messages between browser, service and chain that have happened so far. Pure.
 *
 * @param chainId chain id of the typed data; headers carry it as `eip155:<id>`
 */
export function arrowsOf(trace: PaymentTrace, chainId: number): readonly Arrow[] {
  const payload = PaymentPayload.safeParse(decodeHeader(trace.signature ?? "")).data ?? null
  const last = trace.sends.at(-1) ?? null
  const isSent = trace.signature !== null && trace.outcome !== "unsent"
  return [
    ...termsArrows(trace),
    signArrow(trace, payload, chainId),
    ...(isSent ? [payArrow(trace), ...chainArrows(trace, payload, last), answerArrow(trace, last)] : []),
    ...(trace.outcome === "delivered" ? claimArrow(last) : []),
  ]
}

/** The unpaid request and the 402. */
export function termsArrows({
  path,
  quote,
  required,
}: Pick<PaymentTrace, "path" | "quote" | "required">): readonly Arrow[] {
  const price = priceOf(required)
  const method = quote === null || quote.status === 402 ? "GET" : "OPTIONS"
  const parts: Part[] = required === "" ? [] : [{ kind: "x402", name: "PAYMENT-REQUIRED", value: required }]
  return [
    {
      id: "ask",
      from: "browser",
      to: "service",
      label: `${method} ${shortPath(path)}`,
      note: `The request, without a payment.${method === "OPTIONS" ? OPTIONS_TEXT : ""}`,
      durationMs: null,
      state: "done",
      parts: [{ kind: "text", name: "Request", text: `${method} ${path}` }],
    },
    {
      id: "terms",
      from: "service",
      to: "browser",
      label: price === null ? "402 Payment Required" : `402 · ${price}`,
      note: "Payment required: the price, the token, the payee and the chain. Compared with the shown price before signing.",
      durationMs: quote === null ? null : elapsed(quote),
      state: "done",
      parts: quote ? [...parts, headersOf(quote)] : parts,
    },
  ]
}

const OPTIONS_TEXT =
  " This page asks with OPTIONS, which answers with the headers of the 402, because browsers log each 402 as an error."

function signArrow(trace: PaymentTrace, payload: PaymentPayload | null, chainId: number): Arrow {
  const { outcome, reason, signedAtMs, startedAtMs } = trace
  const base = { id: "sign", from: "browser", to: "browser", durationMs: null, parts: [] } as const
  const price = priceOf(trace.required) ?? "the payment"
  switch (outcome) {
    case "signing":
      return { ...base, state: "waiting", label: `Wallet asked for ${price}`, note: "The wallet has not answered." }
    case "declined":
      return { ...base, state: "failed", label: "Declined", note: "Declined. Nothing was sent." }
    case "cancelled":
      return { ...base, state: "failed", label: "Cancelled", note: "Cancelled. Nothing was sent." }
    case "wallet-failed":
      return { ...base, state: "failed", label: "Not signed", note: `The wallet did not sign. ${reason ?? ""}`.trim() }
    case "unsent":
      return { ...base, state: "failed", label: "Not sent", note: `Signed, and not sent. ${reason ?? ""}`.trim() }
    case "settling":
    case "delivered":
    case "refused":
    case "spent":
    case "failed":
    case "unknown":
      return {
        ...base,
        state: "done",
        durationMs: signedAtMs === null ? null : signedAtMs - startedAtMs,
        ...signedText(payload, price),
        parts: payload ? signedParts(payload, chainId) : [],
      }
  }
}

function signedText(payload: PaymentPayload | null, price: string): Pick<Arrow, "label" | "note"> {
  if (payload && isSessionPayment(payload)) return sessionText(payload)
  const id = payload?.extensions?.["payment-identifier"].info.id
  const key = id === undefined ? "" : ` Its payment identifier ${id} buys one answer, however often it is presented.`
  return {
    label: `Wallet signs ${price}`,
    note: `TransferWithAuthorization (EIP-3009): allows one transfer of exactly this amount. No gas.${key}`,
  }
}

function sessionText({ payload }: SessionPayment): Pick<Arrow, "label" | "note"> {
  const total = dollars(payload.voucher.maxClaimableAmount)
  if (payload.type === "deposit") {
    const amount = dollars(payload.deposit.amount)
    return {
      label: `Wallet signs a deposit of ${amount}`,
      note: `One signature for all answers up to ${amount}. The session's key signed the first voucher: ${total} in total.`,
    }
  }
  return {
    label: `Voucher up to ${total}`,
    note: `The session's key signed in this browser, without a prompt and without gas: the service may claim up to ${total} in total, earlier answers included.`,
  }
}

function signedParts(payload: PaymentPayload, chainId: number): readonly Part[] {
  if (isSessionPayment(payload)) {
    const { voucher, channelConfig } = payload.payload
    const { channelId, maxClaimableAmount } = voucher
    return [
      { kind: "json", name: "Voucher (EIP-712)", value: { channelId, maxClaimableAmount } },
      { kind: "json", name: "Channel", value: channelConfig },
    ]
  }
  const value = typedDataOf({ accepted: payload.accepted }, payload.payload.authorization, chainId)
  return [{ kind: "json", name: "Typed data (EIP-712), what the wallet shows", value }]
}

function payArrow({ path, signature, sends }: PaymentTrace): Arrow {
  const times = sends.length > 1 ? ` Presented ${sends.length} times, one payment.` : ""
  return {
    id: "pay",
    from: "browser",
    to: "service",
    label: "GET again, with the signature",
    note: `The same request with PAYMENT-SIGNATURE. Stored in this browser before it was sent.${times}`,
    durationMs: null,
    state: "done",
    parts: [
      { kind: "text", name: "Request", text: `GET ${path}` },
      ...(signature === null || signature === ""
        ? []
        : [{ kind: "x402", name: "PAYMENT-SIGNATURE", value: signature } as const]),
    ],
  }
}

/** A voucher needs no transaction; a transfer and a deposit do. */
function chainArrows(
  { outcome }: PaymentTrace,
  payload: PaymentPayload | null,
  last: HttpExchange | null,
): readonly Arrow[] {
  const isDeposit = payload !== null && isSessionPayment(payload) && payload.payload.type === "deposit"
  const response = responseOf(last)
  const isOnChain = payload === null || !isSessionPayment(payload) || isDeposit
  if (!isOnChain || (outcome !== "delivered" && outcome !== "settling")) return []
  const settle: Arrow = {
    id: "settle",
    from: "service",
    to: "chain",
    label: isDeposit ? "Deposits into the channel" : "Transfers the USDC",
    note: "The service checked amount, payee, time window, nonce, signature and balance, and sends the transaction. It pays the gas.",
    durationMs: null,
    state: outcome === "delivered" ? "done" : "waiting",
    parts: [],
  }
  if (outcome === "settling") return [settle]
  const transaction = response?.transaction || null
  return [
    settle,
    {
      id: "block",
      from: "chain",
      to: "service",
      label: transaction === null ? "Confirmed" : `In a block: ${shortHex(transaction)}`,
      note: transaction === null ? "The service did not name the transaction." : `Transaction ${transaction}.`,
      durationMs: null,
      state: "done",
      parts: [],
    },
  ]
}

function answerArrow({ outcome, reason }: PaymentTrace, last: HttpExchange | null): Arrow {
  const response = responseOf(last)
  const durationMs = last === null ? null : elapsed(last)
  const base = { id: "answer", from: "service", to: "browser", durationMs, parts: answerParts(last) } as const
  const why = `${reason ?? ""} ${response?.errorReason === undefined ? "" : `(${response.errorReason})`}`.trim()
  switch (outcome) {
    case "delivered":
      return { ...base, state: "done", label: `200 · the answer${sizeText(last)}`, note: deliveredText(response) }
    case "refused":
    case "spent":
      return {
        ...base,
        state: "failed",
        label: `${last?.status ?? 402} · refused`,
        note: `${why} Nothing was charged.`.trim(),
      }
    case "failed":
      return {
        ...base,
        state: "failed",
        label: `${last?.status ?? ""} · not settled`,
        note: `Nothing was charged. ${why}`.trim(),
      }
    case "unknown":
      return {
        ...base,
        state: "waiting",
        label: "No answer yet",
        note: `Unconfirmed. ${why} Getting the answer presents the same payment again, for one charge.`,
      }
    case "settling":
    case "signing":
    case "declined":
    case "cancelled":
    case "wallet-failed":
    case "unsent":
      return { ...base, state: "waiting", label: "Waiting for the answer", note: "Waiting for the service.", parts: [] }
  }
}

function deliveredText(response: PaymentResponse | null): string {
  const state = response?.extra?.channelState
  if (state?.chargedCumulativeAmount === undefined) return "The answer with its receipt, kept in this browser."
  const left = BigInt(state.balance) - BigInt(state.chargedCumulativeAmount)
  return `${dollars(response?.extra?.chargedAmount ?? "0")} charged to the channel: ${dollars(state.chargedCumulativeAmount)} in total, ${dollars(left)} left.`
}

function claimArrow(last: HttpExchange | null): readonly Arrow[] {
  const state = responseOf(last)?.extra?.channelState
  if (state?.chargedCumulativeAmount === undefined) return []
  return [
    {
      id: "claim",
      from: "service",
      to: "chain",
      label: "Claims many vouchers at once, later",
      note: `${dollars(state.totalClaimed)} of ${dollars(state.chargedCumulativeAmount)} claimed on chain so far. One transaction claims the newest voucher of many channels.`,
      durationMs: null,
      state: "later",
      parts: [{ kind: "json", name: "Channel, as the service reported it", value: state }],
    },
  ]
}

function answerParts(last: HttpExchange | null): readonly Part[] {
  if (last === null || last.status === null) return []
  const response = headerOf(last, "payment-response")
  return [
    ...(response === null ? [] : [{ kind: "x402", name: "PAYMENT-RESPONSE", value: response } as const]),
    headersOf(last),
  ]
}

/** The other headers; those of x402 are decoded. */
export function headersOf({ status, headers }: HttpExchange): Part {
  const others = headers.filter(([name]) => !/^(x-)?payment(-|$)/i.test(name))
  return { kind: "headers", lines: [["status", String(status)], ...others] }
}

function responseOf(last: HttpExchange | null): PaymentResponse | null {
  return PaymentResponse.safeParse(decodeHeader(headerOf(last, "payment-response") ?? "")).data ?? null
}

/** Price of the first way to pay. */
function priceOf(required: string): string | null {
  const first = PaymentRequired.safeParse(decodeHeader(required)).data?.accepts[0]
  const amount = typeof first === "object" && first !== null && "amount" in first ? first.amount : null
  return typeof amount === "string" && /^\d{1,78}$/.test(amount) ? dollars(amount) : null
}

/** The path without the parameters, which can be long or name a receiver of alerts. */
export function shortPath(path: string): string {
  const end = path.indexOf("?")
  return end === -1 ? path : `${path.slice(0, end)}?…`
}

function sizeText(last: HttpExchange | null): string {
  return last?.length == null ? "" : ` · ${(last.length / 1024).toFixed(1)} KB`
}

function elapsed({ sentAtMs, answeredAtMs }: HttpExchange): number | null {
  return answeredAtMs === null ? null : answeredAtMs - sentAtMs
}
