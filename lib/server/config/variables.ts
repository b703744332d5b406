import { z } from "zod"
import { REPLAY_MS } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import { alertFields } from "./alert-env"
import { facilitatorFields } from "./facilitator-env"
import {
  Address,
  ApiKey,
  Contact,
  HttpUrl,
  isLoopback,
  HttpUrls,
  IpAddress,
  oneOf,
  OnOff,
  HeaderName,
  optional,
  Payee,
  Port,
  PrivateKey,
  wholeNumber,
  withDefault,
} from "./fields"
import { MessageSignature } from "./ownership-proof"
import { payerFields } from "./payer-env"
import { sessionFields } from "./session-env"
import { settlementFields } from "./settlement-env"

const ORIGIN = "must be scheme, host and port alone, for example https://signal402.example"

/** With a path, the resource URL of a 402 would differ from the requested URL. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, href } = new URL(text)
  return href === `${origin}/`
}

/** Providers of which a licence makes a difference, by the name that answers give them. A test compares them with the rights. */
export const LICENSABLE = [
  "aljazeera",
  "bbc",
  "binance",
  "binance-futures",
  "bybit",
  "cboe",
  "coinbase",
  "coingecko",
  "coinpaprika",
  "defillama",
  "deribit",
  "dexscreener",
  "farside",
  "forexfactory",
  "fred",
  "geckoterminal",
  "goplus",
  "guardian",
  "honeypot.is",
  "kalshi",
  "okx",
  "rugcheck",
  "sosovalue",
  "yahoo",
] as const

/** Names of providers with commas between them. */
const LicensedProviders = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .pipe(z.array(z.enum(LICENSABLE, `must be a list of ${LICENSABLE.join(", ")}`)))

const DATABASE = "must be postgres://user:password@host:port/database"

/** Without a host, the driver would connect to this machine. `?host=` names the folder of a Unix socket. */
function namesHost(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, searchParams } = new URL(text)
  return hostname !== "" || searchParams.has("host")
}

/** Every variable that an operator can set. `.env.example` contains these descriptions. */
export const Env = z.object({
  MODE: withDefault(oneOf("sandbox", "live"), "sandbox").describe(
    "sandbox: simulated market, local chain, play money. live: real providers, real USDC.",
  ),
  NETWORK: withDefault(oneOf("base", "base-sepolia"), "base").describe(
    "Live mode: base, or base-sepolia for a rehearsal. The sandbox chain always calls itself base (8453).",
  ),
  PUBLIC_ORIGIN: withDefault(
    z.url({ protocol: /^https?$/, error: ORIGIN, abort: true }).refine(isOrigin, ORIGIN),
    "http://localhost:3402",
  ).describe("Origin under which clients reach this service; each 402 names it."),
  DATA_DIR: withDefault(z.string().min(1), ".signal402").describe(
    "Folder of the embedded database and the sandbox chain.",
  ),
  DATABASE_URL: optional(
    z.url({ protocol: /^postgres(?:ql)?$/, error: DATABASE, abort: true }).refine(namesHost, DATABASE),
  ).describe(
    "PostgreSQL that several processes share, for example postgres://user:password@host:5432/signal402. Absent: an " +
      "embedded database, for one process.",
  ),
  DATABASE_POOL: withDefault(wholeNumber(2, 200), "10").describe(
    "Connections of this process to PostgreSQL, and one more that listens. All processes together, with a few for commands, " +
      "must stay below its max_connections.",
  ),
  RPC_URL: optional(HttpUrls).describe(
    "JSON-RPC of the chain: one node, or several of different operators with commas between them. With several, one that is " +
      "down or lags is left for the next, and a receipt counts when two nodes have it. Required in live mode; the sandbox " +
      "commands set it.",
  ),
  PAY_TO: optional(Payee).describe("Address that receives every payment. Required in live mode: it has no default."),
  OWNERSHIP_PROOF: optional(MessageSignature).describe(
    "Signature of PUBLIC_ORIGIN as a message (EIP-191) by the key of PAY_TO, by which indexers see that both have one " +
      "owner. Published as ownershipProofs. docs/operating.md says how to make it.",
  ),
  SETTLER_PRIVATE_KEY: optional(PrivateKey).describe(
    "Key of the account that submits payments and pays their gas. Required in live mode without FACILITATOR_URL. It " +
      "never holds USDC.",
  ),
  ...settlementFields,
  ...facilitatorFields,
  RECORD_ANCHOR: optional(OnOff).describe(
    "Writes the head of the sealed chain behind the call of a settlement transaction, at most once an hour when the head is new: " +
      "about 2,700 gas more each time. On in the sandbox; in live mode off unless set. Without effect with FACILITATOR_URL.",
  ),
  ...sessionFields,
  ...alertFields,
  USDC_ADDRESS: optional(Address).describe("Sandbox only: address of the USDC stand-in, set by the sandbox commands."),
  SANDBOX_CANONICAL_USDC: withDefault(OnOff, "false").describe(
    "Sandbox only: allows USDC_ADDRESS to be that of real USDC, for interoperability tests with throwaway keys.",
  ),
  FAUCET_PRIVATE_KEY: optional(PrivateKey).describe(
    "Sandbox only: key that may mint play money, set by the sandbox commands.",
  ),
  SANDBOX_MARKET: withDefault(oneOf("simulated", "live"), "simulated").describe(
    "Sandbox only: live reads the real providers instead of the simulated market; chain and money stay play. Set by npm " +
      "run demo -- --live-data.",
  ),
  SANDBOX_SEED: withDefault(wholeNumber(0, 2 ** 32 - 1), "402").describe("Sandbox only: seed of the simulated market."),
  SANDBOX_FAULTS: optional(z.string()).describe(
    "Sandbox only: provider faults to start with, for example binance=429,kraken=html.",
  ),
  SANDBOX_REPLAY_DAYS: optional(wholeNumber(0, REPLAY_MS / DAY_MS)).describe(
    "Sandbox only: how many days of its record a new database replays, for a start that costs less. Absent: 84.",
  ),
  CONTACT: optional(Contact).describe(
    "An e-mail address or an https URL: in the User-Agent that data providers see, in the OpenAPI document and in " +
      "security.txt, for example ops@example.com.",
  ),
  SOURCES: optional(oneOf("open", "strict")).describe(
    "strict: only providers whose terms allow a service that charges (docs/sources.md); open: all of them. The " +
      "default is strict in live mode and open in the sandbox.",
  ),
  SOURCES_LICENSED: optional(LicensedProviders).describe(
    "With SOURCES=strict: providers that you have a licence or a written consent of, comma separated, for example " +
      "defillama,coingecko. Their data is then sold like that of a public source. Your responsibility.",
  ),
  SOURCES_PROXY: optional(
    HttpUrl.refine(isLoopback, "must be a URL on this machine, such as http://127.0.0.1:4010"),
  ).describe(
    "For rehearsals: URL of stand-in providers on this machine. A request for https://HOST/PATH goes to SOURCES_PROXY/HOST/PATH. " +
      "In live mode only with NETWORK=base-sepolia or with an RPC_URL on this machine.",
  ),
  SOSOVALUE_API_KEY: optional(ApiKey).describe("Free key of SoSoValue: fund flows, also where Farside is off."),
  FRED_API_KEY: optional(ApiKey).describe(
    "Free key of FRED: release days of its calendar, and its series by its API instead of its public files.",
  ),
  COINGECKO_API_KEY: optional(ApiKey).describe("Free key of CoinGecko: more questions a minute."),
  WALLETCONNECT_PROJECT_ID: optional(ApiKey).describe("Shows WalletConnect in the wallet dialog when set."),
  ...payerFields,
  REQUEST_LOG: withDefault(OnOff, "false").describe("Logs one line per request."),
  CLIENT_ADDRESS_HEADER: optional(HeaderName).describe(
    "The header in which the proxy writes the client's address, for example X-Real-IP, for limits per client. The proxy must " +
      "overwrite it, because any client can send it. Absent: the address of the connection counts, except this machine's.",
  ),
  METRICS_PORT: optional(Port).describe(
    "Serves Prometheus metrics at http://METRICS_HOST:PORT/metrics. Absent: nothing is served.",
  ),
  METRICS_HOST: withDefault(IpAddress, "127.0.0.1").describe(
    "The address at which metrics are served: 0.0.0.0 in a container whose network only the collector reaches. They say what is " +
      "sold, so the public must not reach them. Absent: this machine alone.",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(HttpUrl).describe(
    "Sends the spans of requests, payments, settlements, node calls and provider calls to an OpenTelemetry collector, for " +
      "example http://127.0.0.1:4318. docs/operating.md says which other OTEL_* variables hold. Absent: nothing is traced.",
  ),
  SHUTDOWN_DELAY_S: withDefault(wholeNumber(0, 120), "0").describe(
    "How long /api/ready answers 503 after SIGTERM before connections are refused, in seconds: the time in which a load " +
      "balancer notices.",
  ),
})

/** The parsed variables with their defaults. */
export type Variables = z.output<typeof Env>
