import type { PublicConfig } from "@/lib/api/public-config"
import type { TextStorage } from "@/lib/client/browser/persistent-list"
import type { PaymentTrace } from "@/lib/client/stage/payment-trace"
import type { Product } from "@/lib/client/panel/product"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { authorizationFor, payloadOf } from "@/lib/client/purchase/authorization"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Quote } from "@/lib/client/purchase/quote"
import { encodeHeader } from "@/lib/client/purchase/header"
import type { TransferPayment } from "@/lib/client/purchase/wire"

export const NOW_MS = Date.UTC(2026, 10, 20, 12)

export const terms = {
  chainId: 8453,
  network: "eip155:8453",
  usdc: { address: "0x262Bf353678AD400921D1A7BB936090a579D1564", name: "USD Coin", version: "2" },
  payTo: "0x3D4eB37AEF9385B01caA10612b5467bB3972173B",
} as const

/** Public configuration of a sandbox. */
export const publicConfig: PublicConfig = {
  ...terms,
  mode: "sandbox",
  market: "simulated",
  origin: "https://signal402.example",
  networkName: "Base sandbox",
  redeliveryWindowMs: 900_000,
  rpcUrl: "/rpc",
  explorerUrl: null,
  walletConnectProjectId: null,
  faucet: true,
  sessions: true,
  browserWallets: true,
  notSold: {},
}

export const PAYER = "0x1111111111111111111111111111111111111111"
export const SIGNATURE = `0x${"ab".repeat(65)}` as const
export const NONCE = `0x${"07".repeat(32)}` as const

export const product: Product = {
  id: "signal:BTC",
  title: "BTC signal",
  path: "/api/signal/BTC",
  price: "50000",
  staleAfterMs: 900_000,
}

const accepted = {
  scheme: "exact",
  network: terms.network,
  amount: "50000",
  asset: terms.usdc.address,
  payTo: terms.payTo,
  maxTimeoutSeconds: 300,
  extra: { name: "USD Coin", version: "2" },
} as const

/** Announcement of payment identifiers. */
export const paymentIdentifierExtension = {
  "payment-identifier": { info: { required: false }, schema: { type: "object" } },
} as const

/** A `PAYMENT-REQUIRED` header with some terms replaced. */
export function requiredHeader(changes: Readonly<Record<string, unknown>> = {}, url = product.path): string {
  return encodeHeader({
    x402Version: 2,
    error: "payment_required",
    resource: { url: `https://signal402.example${url}`, mimeType: "application/json" },
    accepts: [{ ...accepted, ...changes }],
    extensions: paymentIdentifierExtension,
  })
}

export function quoteFor(amount = "50000"): Quote {
  return {
    resource: { url: `https://signal402.example${product.path}` },
    accepted: { ...accepted, amount },
    session: null,
    extensions: paymentIdentifierExtension,
    requiredHeader: requiredHeader({ amount }),
    atMs: NOW_MS,
    aheadMs: 0,
  }
}

export function attemptAt(nowMs = NOW_MS): Attempt & { readonly payload: TransferPayment } {
  const quote = quoteFor()
  const authorization = authorizationFor(quote, { payer: PAYER, nonce: NONCE, nowMs })
  return {
    id: NONCE,
    productId: product.id,
    title: product.title,
    path: product.path,
    payload: payloadOf(quote, authorization, SIGNATURE),
    requiredHeader: quote.requiredHeader,
    startedAtMs: nowMs,
    signedAtMs: nowMs,
    aheadMs: 0,
  }
}

/** An attempt whose authorization has expired. */
export function expiredAttempt(signedAtMs: number): Attempt {
  return { ...attemptAt(signedAtMs), payload: attemptAt(signedAtMs - 3_600_000).payload }
}

type MemoryStorage = TextStorage & {
  /** Capacity for all keys and values, in characters. */
  limit: number
  /** Characters in use. */
  readonly used: () => number
  /** Keys that cannot be written. */
  readonly refuses: Set<string>
}

/** `localStorage` in memory. */
export function memoryStorage(): MemoryStorage {
  const items = new Map<string, string>()
  const used = () => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    used,
    limit: Number.POSITIVE_INFINITY,
    refuses: new Set(),
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      const before = items.has(key) ? key.length + (items.get(key)?.length ?? 0) : 0
      const grows = key.length + value.length > before
      if (this.refuses.has(key) || (grows && used() - before + key.length + value.length > this.limit)) {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
      }
      items.set(key, value)
    },
  }
}

/** The trace of a delivered payment. */
export function exchangeAt(nowMs = NOW_MS, changes: Partial<PaymentTrace> = {}): PaymentTrace {
  const attempt = attemptAt(nowMs)
  const response = encodeHeader({ success: true, transaction: "0xfeed", network: terms.network, payer: PAYER })
  return {
    id: NONCE,
    productId: product.id,
    title: product.title,
    path: product.path,
    quote: {
      sentAtMs: nowMs - 100,
      answeredAtMs: nowMs - 60,
      status: 402,
      headers: [["payment-required", attempt.requiredHeader]],
      length: null,
    },
    required: attempt.requiredHeader,
    payer: PAYER,
    startedAtMs: nowMs,
    signedAtMs: nowMs + 20,
    signature: encodeHeader(attempt.payload),
    sends: [
      {
        sentAtMs: nowMs + 21,
        answeredAtMs: nowMs + 321,
        status: 200,
        headers: [["payment-response", response]],
        length: 2_048,
      },
    ],
    outcome: "delivered",
    reason: null,
    ...changes,
  }
}

export function receiptAt(nowMs = NOW_MS, changes: Partial<Receipt> = {}): Receipt {
  return {
    id: NONCE,
    productId: product.id,
    title: product.title,
    path: product.path,
    amount: "50000",
    asset: terms.usdc.address,
    network: terms.network,
    payer: PAYER,
    payTo: terms.payTo,
    transaction: "0xabc",
    startedAtMs: nowMs - 40,
    signedAtMs: nowMs - 30,
    deliveredAtMs: nowMs,
    headers: { required: requiredHeader(), signature: "", response: null },
    body: { price: 1 },
    ...changes,
  }
}
