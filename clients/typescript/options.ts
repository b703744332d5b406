import { type ClientEvmSigner, getDefaultAsset } from "@x402/evm"
import { BuyerError } from "./errors.js"
import type { BuyerStore } from "./state.js"

export type BuyerOptions = {
  /** `https://signal402.example` */
  readonly origin: string
  /** A viem account, or any signer of the official client. */
  readonly signer: ClientEvmSigner
  /** The maximum price of one answer, in atomic units of the token. */
  readonly maxAmountPerPayment: bigint
  /** The maximum price of all answers of 24 hours, in atomic units. */
  readonly maxPerDay: bigint
  /** Pays by one deposit and a voucher for each answer (scheme `batch-settlement`). Absent: one transfer for each answer. */
  readonly session?: SessionOptions
  /** CAIP-2 network. Default: Base. */
  readonly network?: `eip155:${number}`
  /** Address of the only token that is paid. Default: USDC of the network. */
  readonly asset?: `0x${string}`
  /** Keeps payments and open purchases across restarts. Default: memory. */
  readonly store?: BuyerStore
  /** Timeout of one request. Default: 30,000. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
  readonly now?: () => number
  readonly sleep?: (ms: number) => Promise<void>
}

export type SessionOptions = {
  /** Amount of each deposit, in atomic units. */
  readonly deposit: bigint
  /** The maximum of all deposits of 24 hours, in atomic units. */
  readonly maxPerDay: bigint
}

export type ParsedOptions = Required<Omit<BuyerOptions, "session" | "store">> & {
  readonly session: SessionOptions | null
  readonly store: BuyerStore | null
}

/** @throws {BuyerError} that names the invalid option */
export function parseOptions(options: BuyerOptions): ParsedOptions {
  const { session = null, network = "eip155:8453" } = options
  requirePositive("maxAmountPerPayment", options.maxAmountPerPayment)
  requirePositive("maxPerDay", options.maxPerDay)
  if (session !== null) {
    requirePositive("session.deposit", session.deposit)
    requirePositive("session.maxPerDay", session.maxPerDay)
    // Without reading the chain, a restarted program could not go on with its channel.
    if (options.signer.readContract === undefined) {
      throw invalid(
        "signer",
        "a session needs `readContract`: use toClientEvmSigner(account, publicClient) of @x402/evm",
      )
    }
  }
  return {
    origin: originOf(options.origin),
    signer: options.signer,
    maxAmountPerPayment: options.maxAmountPerPayment,
    maxPerDay: options.maxPerDay,
    session,
    network,
    asset: options.asset ?? usdcOf(network),
    store: options.store ?? null,
    timeoutMs: options.timeoutMs ?? 30_000,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    now: options.now ?? Date.now,
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  }
}

function requirePositive(name: string, amount: unknown): void {
  if (typeof amount !== "bigint" || amount <= 0n) throw invalid(name, "a bigint above 0 is expected, in atomic units")
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isLocal = url?.hostname === "localhost" || url?.hostname === "127.0.0.1"
  if (url === null || (url.protocol !== "https:" && !isLocal)) throw invalid("origin", "an https URL is expected")
  return url.origin
}

function usdcOf(network: `eip155:${number}`): `0x${string}` {
  try {
    return getDefaultAsset(network).asset as `0x${string}`
  } catch {
    throw invalid("asset", `the token address is required, because no USDC is known on ${network}`)
  }
}

function invalid(name: string, message: string): BuyerError {
  return new BuyerError("invalid_option", `${name}: ${message}.`)
}
