import type { z } from "zod"
import { AppError } from "@/lib/domain/errors"
import { REPLAY_MS } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type AlertSettings, toAlertSettings } from "./alert-env"
import {
  type ListingFacilitator,
  type RemoteFacilitator,
  toListingFacilitator,
  toRemoteFacilitator,
} from "./facilitator-env"
import { CIRCLE_USDC, networks } from "./networks"
import { type PayerTerms, toPayerTerms } from "./payer-env"
import { problemsOf } from "./cross-checks"
import { type SessionSettings, toSessionSettings } from "./session-env"
import { type SettlementSettings, toSettlementSettings } from "./settlement-env"
import { Env, type Variables } from "./variables"

/** A complete, consistent deployment. */
export type Config = PayerTerms & {
  readonly mode: "sandbox" | "live"
  /** Where data comes from. Always live in live mode; a sandbox can read real providers too. */
  readonly market: "simulated" | "live"
  readonly origin: string
  readonly dataDir: string
  /** PostgreSQL; `null`: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** Connections to PostgreSQL. */
  readonly databasePool: number
  readonly chain: {
    readonly chainId: number
    /** CAIP-2. */
    readonly network: `eip155:${number}`
    /** The network's name in x402 version 1. */
    readonly networkV1: string
    readonly networkName: string
    /** The operator's node. The URL may contain an API key, so it is never sent to a browser. */
    readonly rpcUrl: string
    /** All nodes in the order of preference, `rpcUrl` first. */
    readonly rpcUrls: readonly string[]
    /** A public node for balances in the browser. */
    readonly publicRpcUrl: string
    readonly explorerUrl: string | null
    readonly usdc: { readonly address: `0x${string}`; readonly name: string; readonly version: string }
  }
  readonly payTo: `0x${string}`
  /** The payee's signature of the origin; `null`: ownership is not proven. */
  readonly ownershipProof: `0x${string}` | null
  /** `null`: a facilitator settles. */
  readonly settlerPrivateKey: `0x${string}` | null
  readonly settlement: SettlementSettings
  /** Whether settlement transactions carry the head of the sealed chain. */
  readonly recordAnchor: boolean
  /** How channels pay; `null`: sessions are off. */
  readonly sessions: SessionSettings | null
  readonly alerts: AlertSettings
  /** The facilitator that settles payments; `null`: the account of `settlerPrivateKey` settles. */
  readonly facilitator: RemoteFacilitator | null
  /** The facilitator that settles one sale of each resource, so that its catalogue lists it; `null`: none. */
  readonly listing: ListingFacilitator | null
  readonly faucetPrivateKey: `0x${string}` | null
  readonly sandbox: {
    readonly seed: number
    readonly faults: string
    /** The test token has the address of real USDC, so signatures are valid for real money on the real chain. */
    readonly canonicalUsdc: boolean
    /** How far back an empty record is filled. */
    readonly replayMs: number
  }
  readonly contact: string | null
  readonly sources: {
    readonly profile: "open" | "strict"
    /** Providers that the operator has a licence of. */
    readonly licensed: readonly string[]
    /** URL of simulated providers on this machine; `null`: the real providers. */
    readonly proxyUrl: string | null
    /** Keys of data providers; `null` where the operator has none. */
    readonly keys: {
      readonly sosovalue: string | null
      readonly fred: string | null
      readonly coingecko: string | null
    }
  }
  readonly walletConnectProjectId: string | null
  readonly requestLog: boolean
  /** `null`: no metrics are served. */
  /** The header in which a proxy writes the client's address. */
  readonly clientHeader: string | null
  readonly metricsPort: number | null
  /** The IP address at which metrics are served. */
  readonly metricsHost: string
  /** Whether spans are sent to the collector in `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly tracing: boolean
  /** How long the process is not ready before it refuses connections. */
  readonly shutdownDelayMs: number
}

/**
 * Reads a deployment from environment variables.
 *
 * Pure: reports every problem at once, by variable name and never by value. `isReader`: for a command that reads ledger and chain
 * and needs no key.
 *
 * @throws {InvalidConfigError}
 */
export function parseEnv(
  source: Readonly<Record<string, string | undefined>>,
  { isReader = false }: { readonly isReader?: boolean } = {},
): Config {
  const parsed = Env.safeParse(source)
  if (parsed.success) {
    const problems = problemsOf(parsed.data, isReader)
    if (problems.length > 0) throw new InvalidConfigError(problems)
    return toConfig(parsed.data)
  }
  const bad = faultsOf(parsed.error)
  // Valid variables are also checked against each other. Invalid variables are already in the list.
  const good = Object.entries(source).filter(([name]) => !bad.has(name))
  const rest = Env.safeParse(Object.fromEntries(good))
  const others = rest.success && !bad.has("MODE") ? problemsOf(rest.data, isReader) : []
  throw new InvalidConfigError([
    ...[...bad].map(([name, message]) => `${name}: ${message}`),
    ...others.filter((problem) => !bad.has(nameIn(problem))),
  ])
}

/** The problem of each invalid variable. For a list, the first invalid item. */
export function faultsOf({ issues }: z.ZodError): ReadonlyMap<string, string> {
  const faults = issues.map(({ path: [name, index], message }) => {
    return [String(name), typeof index === "number" ? `number ${index + 1} ${message}` : message] as const
  })
  return new Map(faults.toReversed())
}

function nameIn(problem: string): string {
  return problem.slice(0, problem.indexOf(":"))
}

function toConfig(env: Variables): Config {
  const live = env.MODE === "live"
  const network = networks[live ? env.NETWORK : "base"]
  const usdcAddress = live ? CIRCLE_USDC[env.NETWORK] : required(env.USDC_ADDRESS)
  return {
    mode: env.MODE,
    market: live ? "live" : env.SANDBOX_MARKET,
    origin: env.PUBLIC_ORIGIN.replace(/\/+$/, ""),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    chain: {
      chainId: network.chainId,
      network: network.network,
      networkV1: network.networkV1,
      networkName: live ? network.name : "Signal402 sandbox",
      rpcUrl: required(env.RPC_URL?.[0]),
      rpcUrls: required(env.RPC_URL),
      publicRpcUrl: network.publicRpc,
      explorerUrl: live ? network.explorer : null,
      usdc: { address: usdcAddress, name: network.domain, version: "2" },
    },
    payTo: required(env.PAY_TO),
    ownershipProof: env.OWNERSHIP_PROOF ?? null,
    settlerPrivateKey: env.SETTLER_PRIVATE_KEY ?? null,
    settlement: toSettlementSettings(env),
    recordAnchor: env.RECORD_ANCHOR ?? !live,
    sessions: toSessionSettings(env),
    alerts: toAlertSettings(env),
    facilitator: toRemoteFacilitator(env),
    listing: toListingFacilitator(env),
    faucetPrivateKey: env.FAUCET_PRIVATE_KEY ?? null,
    sandbox: {
      seed: env.SANDBOX_SEED,
      faults: env.SANDBOX_FAULTS ?? "",
      canonicalUsdc: env.SANDBOX_CANONICAL_USDC,
      replayMs: env.SANDBOX_REPLAY_DAYS === undefined ? REPLAY_MS : env.SANDBOX_REPLAY_DAYS * DAY_MS,
    },
    contact: env.CONTACT ?? null,
    sources: {
      proxyUrl: env.SOURCES_PROXY ?? null,
      licensed: env.SOURCES_LICENSED ?? [],
      profile: env.SOURCES ?? (live ? "strict" : "open"),
      keys: {
        sosovalue: env.SOSOVALUE_API_KEY ?? null,
        fred: env.FRED_API_KEY ?? null,
        coingecko: env.COINGECKO_API_KEY ?? null,
      },
    },
    walletConnectProjectId: env.WALLETCONNECT_PROJECT_ID ?? null,
    ...toPayerTerms(env),
    requestLog: env.REQUEST_LOG,
    clientHeader: env.CLIENT_ADDRESS_HEADER ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    shutdownDelayMs: env.SHUTDOWN_DELAY_S * 1_000,
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
