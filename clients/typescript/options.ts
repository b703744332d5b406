import { BuyerError } from "./errors.js"
import type { PaymentScheme } from "./scheme.js"
import type { BuyerSigner } from "./signer.js"
import { type BuyerStore, memoryStore } from "./store.js"

/**
 * What the hook `onBeforePayment` is asked about. Amounts are atomic units.
 *
 * @example
 * const isCheap = ({ amount }: PaymentRequest) => amount <= 50_000n
 * const buyer = createBuyer({ ...options, onBeforePayment: isCheap })
 */
export type PaymentRequest = {
  readonly resource: string
  readonly amount: bigint
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly payTo: string
}

/**
 * A signed EIP-3009 authorization, as `authorizationState(from, nonce)` of the token knows it. `validBefore`: seconds since 1970.
 *
 * @example
 * const seconds = ({ validBefore }: SignedAuthorization) => validBefore - Date.now() / 1_000
 */
export type SignedAuthorization = {
  readonly from: `0x${string}`
  readonly nonce: `0x${string}`
  readonly validBefore: number
}

/**
 * Options of a buyer. Amounts are atomic units of the token: `100_000n` is $0.10 in USDC.
 *
 * @example
 * const options: BuyerOptions = {
 *   origin: "https://signal402.example",
 *   signer: privateKeyToAccount(key),
 *   maxAmountPerPayment: 100_000n,
 *   maxPerDay: 2_000_000n,
 * }
 */
export type BuyerOptions = {
  /** `https://signal402.example` */
  readonly origin: string
  readonly signer: BuyerSigner
  /** The maximum price of one answer. */
  readonly maxAmountPerPayment: bigint
  /** The maximum price of all answers of 24 hours. */
  readonly maxPerDay: bigint
  /** `session(…)` of `signal402-client/session`. Absent: one transfer for each answer. */
  readonly session?: PaymentScheme
  /** CAIP-2 network. Default: Base. */
  readonly network?: `eip155:${number}`
  /** Address of the only token that is paid. Default: USDC on Base. */
  readonly asset?: `0x${string}`
  /** `fileStore(path)` of `signal402-client/file-store` keeps budget and open payments across restarts. Default: memory. */
  readonly store?: BuyerStore
  /** Runs before each payment is signed. `false` prevents the payment (`declined`). */
  readonly onBeforePayment?: (payment: PaymentRequest) => boolean | void | Promise<boolean | void>
  /**
   * Asked at the limit of the day about payments that the service has refused, a minute after their signature has ended. `true`: your
   * node says that the authorization is unused, so its amount counts no longer. Absent: refused payments count for a day.
   */
  readonly isUnused?: (authorization: SignedAuthorization) => boolean | Promise<boolean>
  /** Timeout of one request. Default: 30,000. */
  readonly timeoutMs?: number
  /** Requests after the first one, after 429, 503 or a broken connection. Default: 5. */
  readonly maxRetries?: number
  readonly fetch?: typeof fetch
  readonly now?: () => number
  readonly sleep?: (ms: number) => Promise<void>
}

export type ParsedOptions = Required<Omit<BuyerOptions, "session" | "onBeforePayment">> & {
  readonly session: PaymentScheme | null
  readonly onBeforePayment: NonNullable<BuyerOptions["onBeforePayment"]>
}

/** USDC, by network. */
const USDC: Readonly<Record<string, `0x${string}`>> = {
  "eip155:8453": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  "eip155:84532": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
}

/** @throws {BuyerError} that names the invalid option */
export function parseOptions(options: BuyerOptions): ParsedOptions {
  const { session = null, network = "eip155:8453", signer, timeoutMs = 30_000, maxRetries = 5 } = options
  const asset = options.asset ?? USDC[network]
  requirePositive("maxAmountPerPayment", options.maxAmountPerPayment)
  requirePositive("maxPerDay", options.maxPerDay)
  if (!/^0x[0-9a-fA-F]{40}$/.test(signer?.address))
    throw invalidOption("signer", "an account with `address` is expected")
  if (asset === undefined) throw invalidOption("asset", `the token address is required on ${network}`)
  if (!/^0x[0-9a-fA-F]{40}$/.test(asset)) throw invalidOption("asset", "an address is expected")
  requireCall(timeoutMs, maxRetries)
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  return {
    origin: originOf(options.origin),
    signer,
    maxAmountPerPayment: options.maxAmountPerPayment,
    maxPerDay: options.maxPerDay,
    session,
    network,
    asset,
    store: options.store ?? memoryStore(),
    onBeforePayment: options.onBeforePayment ?? (() => undefined),
    isUnused: options.isUnused ?? (() => false),
    timeoutMs,
    maxRetries,
    // A redirect would carry the signed payment to another host.
    fetch: (input, init) => send(input, { ...init, redirect: "error" }),
    now: options.now ?? Date.now,
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  }
}

export function requirePositive(name: string, amount: unknown): void {
  if (typeof amount !== "bigint" || amount <= 0n) {
    throw invalidOption(name, "a bigint above 0 is expected, in atomic units")
  }
}

export function requireCall(timeoutMs: number, maxRetries: number): void {
  if (!(timeoutMs > 0)) throw invalidOption("timeoutMs", "milliseconds above 0 are expected")
  if (!Number.isSafeInteger(maxRetries) || maxRetries < 0) throw invalidOption("maxRetries", "0 or more is expected")
}

export function invalidOption(name: string, message: string): BuyerError {
  return new BuyerError("invalid_option", `${name}: ${message}.`)
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isLocal = url?.hostname === "localhost" || url?.hostname === "127.0.0.1"
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal))) {
    throw invalidOption("origin", "an https URL is expected")
  }
  return url.origin
}
