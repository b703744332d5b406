import { z } from "zod"
import { AppError } from "@/lib/domain/errors"
import {
  facilitatorFields,
  facilitatorProblems,
  type OwnFacilitator,
  type RemoteFacilitator,
  toOwnFacilitator,
  toRemoteFacilitator,
} from "./facilitator-env"
import { Address, optional, PrivateKey, withDefault } from "./fields"
import { payerFields, type PayerTerms, toPayerTerms } from "./payer-env"
import { settlementFields, type SettlementSettings, toSettlementSettings } from "./settlement-env"

/** Real USDC, which the sandbox must never use (https://developers.circle.com/stablecoins/usdc-contract-addresses). */
const CIRCLE_USDC = {
  base: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  "base-sepolia": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
} as const

const ORIGIN_ONLY = "must be scheme, host and port alone"

/** A path here would make the resource of a 402 another one than the URL that is asked. */
function isOrigin(text: string): boolean {
  const { origin, href } = new URL(text)
  return href === `${origin}/`
}

/** Everything that an operator can set. `.env.example` is written from these words. */
export const Env = z.object({
  MODE: withDefault(z.enum(["sandbox", "live"]), "sandbox").describe(
    "sandbox: simulated market, local chain, play money. live: real providers, real USDC.",
  ),
  NETWORK: withDefault(z.enum(["base", "base-sepolia"]), "base").describe(
    "Live mode: base, or base-sepolia for a rehearsal. The sandbox chain always calls itself base (8453).",
  ),
  PUBLIC_ORIGIN: withDefault(
    z.url({ protocol: /^https?$/ }).refine(isOrigin, ORIGIN_ONLY),
    "http://localhost:3402",
  ).describe("Origin under which clients reach this service; each 402 names it."),
  DATA_DIR: withDefault(z.string().min(1), ".signal402").describe(
    "Folder of the embedded database and the sandbox chain.",
  ),
  DATABASE_URL: optional(
    z.url({ protocol: /^postgres(?:ql)?$/, error: "must be postgres://user:password@host:port/database" }),
  ).describe(
    "PostgreSQL that several processes share, for example postgres://user:password@host:5432/signal402. Absent: an " +
      "embedded database, for one process.",
  ),
  RPC_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    "JSON-RPC of the chain. Required in live mode; the sandbox commands set it.",
  ),
  PAY_TO: optional(Address).describe("Address that receives every payment. Required in live mode: it has no default."),
  SETTLER_PRIVATE_KEY: optional(PrivateKey).describe(
    "Key of the account that submits payments and pays their gas. Required in live mode without FACILITATOR_URL. It " +
      "never holds USDC.",
  ),
  ...settlementFields,
  ...facilitatorFields,
  USDC_ADDRESS: optional(Address).describe("Sandbox only: address of the USDC stand-in, set by the sandbox commands."),
  SANDBOX_CANONICAL_USDC: withDefault(z.stringbool(), "false").describe(
    "Sandbox only: allows USDC_ADDRESS to be that of real USDC, for interoperability tests with throwaway keys.",
  ),
  FAUCET_PRIVATE_KEY: optional(PrivateKey).describe(
    "Sandbox only: key that may mint play money, set by the sandbox commands.",
  ),
  SANDBOX_SEED: withDefault(
    z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    "402",
  ).describe("Sandbox only: seed of the simulated market."),
  SANDBOX_FAULTS: optional(z.string()).describe(
    "Sandbox only: provider faults to start with, for example binance=429,kraken=html.",
  ),
  CONTACT: optional(z.string().min(3)).describe(
    "Contact in the User-Agent that data providers see, for example ops@example.com.",
  ),
  SOURCES: optional(z.enum(["open", "strict"])).describe(
    "strict: only providers whose terms allow a service that charges (docs/sources.md); open: all of them. Live mode is " +
      "strict unless told, the sandbox open.",
  ),
  SOSOVALUE_API_KEY: optional(z.string().min(8)).describe(
    "Free key of SoSoValue: fund flows, also where Farside is off.",
  ),
  FRED_API_KEY: optional(z.string().min(8)).describe("Free key of FRED: release days of its calendar."),
  COINGECKO_API_KEY: optional(z.string().min(8)).describe("Free key of CoinGecko: more questions a minute."),
  WALLETCONNECT_PROJECT_ID: optional(z.string().min(8)).describe("Shows WalletConnect in the wallet dialog when set."),
  ...payerFields,
  REQUEST_LOG: withDefault(z.stringbool(), "false").describe("Logs one line per request."),
})

type RawEnv = z.output<typeof Env>

/** A complete, consistent deployment. */
export type Config = PayerTerms & {
  readonly mode: "sandbox" | "live"
  readonly origin: string
  readonly dataDir: string
  /** PostgreSQL; `null`: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  readonly chain: {
    readonly chainId: number
    /** CAIP-2. */
    readonly network: `eip155:${number}`
    /** The network's name in x402 version 1. */
    readonly networkV1: string
    readonly networkName: string
    /** The operator's node. May hold a key: never shown to a browser. */
    readonly rpcUrl: string
    /** A node that anybody may use, for balances in the browser. */
    readonly publicRpcUrl: string
    readonly explorerUrl: string | null
    readonly usdc: { readonly address: `0x${string}`; readonly name: string; readonly version: string }
  }
  readonly payTo: `0x${string}`
  /** `null`: a facilitator settles. */
  readonly settlerPrivateKey: `0x${string}` | null
  readonly settlement: SettlementSettings
  /** Who submits payments; `null`: the account of `settlerPrivateKey`. */
  readonly facilitator: RemoteFacilitator | null
  /** What we are for others; `null`: no facilitator. */
  readonly ownFacilitator: OwnFacilitator | null
  readonly faucetPrivateKey: `0x${string}` | null
  readonly sandbox: {
    readonly seed: number
    readonly faults: string
    /** The stand-in has the address of real USDC: what is signed here is worth money elsewhere. */
    readonly canonicalUsdc: boolean
  }
  readonly contact: string | null
  readonly sources: {
    readonly profile: "open" | "strict"
    /** Keys of data providers; `null` where the operator has none. */
    readonly keys: {
      readonly sosovalue: string | null
      readonly fred: string | null
      readonly coingecko: string | null
    }
  }
  readonly walletConnectProjectId: string | null
  readonly requestLog: boolean
}

const networks = {
  base: {
    chainId: 8453,
    network: "eip155:8453",
    networkV1: "base",
    name: "Base",
    explorer: "https://basescan.org",
    publicRpc: "https://mainnet.base.org",
    domain: "USD Coin",
  },
  "base-sepolia": {
    chainId: 84532,
    network: "eip155:84532",
    networkV1: "base-sepolia",
    name: "Base Sepolia",
    explorer: "https://sepolia.basescan.org",
    publicRpc: "https://sepolia.base.org",
    domain: "USDC",
  },
} as const

/**
 * Reads a deployment from environment variables.
 *
 * Pure: reports every problem at once, by variable name and never by value.
 *
 * @throws {InvalidConfigError}
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Env.safeParse(source)
  if (parsed.success) {
    const problems = problemsOf(parsed.data)
    if (problems.length > 0) throw new InvalidConfigError(problems)
    return toConfig(parsed.data)
  }
  const bad = new Map(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]))
  // The rules between variables hold for the good ones too; a bad one was named already.
  const good = Object.entries(source).filter(([name]) => !bad.has(name))
  const rest = Env.safeParse(Object.fromEntries(good))
  const others = rest.success && !bad.has("MODE") ? problemsOf(rest.data) : []
  throw new InvalidConfigError([
    ...[...bad].map(([name, message]) => `${name}: ${message}`),
    ...others.filter((problem) => !bad.has(nameIn(problem))),
  ])
}

function nameIn(problem: string): string {
  return problem.slice(0, problem.indexOf(":"))
}

function problemsOf(env: RawEnv): readonly string[] {
  return [
    ...missing(env),
    ...facilitatorProblems(env),
    ...(env.MODE === "live" ? unfitForLive(env) : unfitForSandbox(env)),
  ]
}

function missing(env: RawEnv): readonly string[] {
  const live = env.MODE === "live"
  const where = live ? "in live mode" : "in the sandbox (npm run demo and npm run dev set it)"
  const names = [
    ...(["RPC_URL", "PAY_TO"] as const),
    ...(env.FACILITATOR_URL === undefined ? (["SETTLER_PRIVATE_KEY"] as const) : []),
    ...(live ? [] : (["USDC_ADDRESS"] as const)),
  ]
  return names.filter((name) => env[name] === undefined).map((name) => `${name}: required ${where}`)
}

function unfitForLive(env: RawEnv): readonly string[] {
  const sandboxOnly = ["USDC_ADDRESS", "FAUCET_PRIVATE_KEY", "SANDBOX_FAULTS"] as const
  const given = [
    ...sandboxOnly.filter((name) => env[name] !== undefined),
    ...(env.SANDBOX_CANONICAL_USDC ? ["SANDBOX_CANONICAL_USDC"] : []),
  ]
  return [
    ...given.map((name) => `${name}: belongs to the sandbox, remove it in live mode`),
    ...(env.PUBLIC_ORIGIN.startsWith("https://") ? [] : ["PUBLIC_ORIGIN: must be https in live mode"]),
  ]
}

function unfitForSandbox(env: RawEnv): readonly string[] {
  if (env.SANDBOX_CANONICAL_USDC || !isCircleUsdc(env.USDC_ADDRESS)) return []
  return ["USDC_ADDRESS: is real USDC; what is signed for it is worth money. Set SANDBOX_CANONICAL_USDC to allow it"]
}

function isCircleUsdc(address: string | undefined): boolean {
  return Object.values(CIRCLE_USDC).some((real) => real.toLowerCase() === address?.toLowerCase())
}

function toConfig(env: RawEnv): Config {
  const live = env.MODE === "live"
  const network = networks[live ? env.NETWORK : "base"]
  const usdcAddress = live ? CIRCLE_USDC[env.NETWORK] : required(env.USDC_ADDRESS)
  return {
    mode: env.MODE,
    origin: env.PUBLIC_ORIGIN.replace(/\/+$/, ""),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    chain: {
      chainId: network.chainId,
      network: network.network,
      networkV1: network.networkV1,
      networkName: live ? network.name : "Signal402 sandbox",
      rpcUrl: required(env.RPC_URL),
      publicRpcUrl: network.publicRpc,
      explorerUrl: live ? network.explorer : null,
      usdc: { address: usdcAddress, name: network.domain, version: "2" },
    },
    payTo: required(env.PAY_TO),
    settlerPrivateKey: env.SETTLER_PRIVATE_KEY ?? null,
    settlement: toSettlementSettings(env),
    facilitator: toRemoteFacilitator(env),
    ownFacilitator: toOwnFacilitator(env, required(env.PAY_TO)),
    faucetPrivateKey: env.FAUCET_PRIVATE_KEY ?? null,
    sandbox: {
      seed: env.SANDBOX_SEED,
      faults: env.SANDBOX_FAULTS ?? "",
      canonicalUsdc: env.SANDBOX_CANONICAL_USDC,
    },
    contact: env.CONTACT ?? null,
    sources: {
      profile: env.SOURCES ?? (live ? "strict" : "open"),
      keys: {
        sosovalue: env.SOSOVALUE_API_KEY ?? null,
        fred: env.FRED_API_KEY ?? null,
        coingecko: env.COINGECKO_API_KEY ?? null,
      },
    },
    walletConnectProjectId: env.WALLETCONNECT_PROJECT_ID ?? null,
    ...toPayerTerms(env, live),
    requestLog: env.REQUEST_LOG,
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new InvalidConfigError(["a required variable is missing"])
  return value
}

export class InvalidConfigError extends AppError {
  override readonly name = "InvalidConfigError"
  readonly code = "invalid_config"

  constructor(problems: readonly string[]) {
    super(`This deployment is not configured:\n${problems.map((problem) => `  ${problem}`).join("\n")}`, {
      details: { problems },
    })
  }
}
