import { AppError } from "@/lib/domain/errors"

/** The providers that the sandbox speaks for, by the name that faults are given. */
export const PROVIDERS = ["binance", "coinbase", "kraken"] as const

export type Provider = (typeof PROVIDERS)[number]

/** How a provider fails: a status, a delay, a body that is not what it should be, or a wrong clock. */
export type Fault =
  | { readonly kind: "status"; readonly status: 403 | 429 | 451 | 500 | 503 }
  | { readonly kind: "latency"; readonly latencyMs: number }
  | { readonly kind: "html" | "truncated" | "drift" | "down" }
  | { readonly kind: "skew"; readonly skewMs: number }

export type Faults = ReadonlyMap<Provider, Fault>

const STATUSES = [403, 429, 451, 500, 503] as const

/**
 * Reads `binance=429,coinbase=latency:3000,kraken=html`. Kinds: a status of 403, 429, 451, 500, 503; `latency:MS`;
 * `skew:MS`; `html`; `truncated`; `drift`; `down`. Empty: none.
 *
 * @throws {InvalidFaultError}
 */
export function parseFaults(text: string): Faults {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return new Map(parts.map(parseFault))
}

function parseFault(part: string): [Provider, Fault] {
  const [name, spec, ...rest] = part.split("=")
  const provider = PROVIDERS.find((known) => known === name)
  if (provider === undefined || spec === undefined || rest.length > 0) throw new InvalidFaultError(part)
  const status = STATUSES.find((known) => String(known) === spec)
  if (status !== undefined) return [provider, { kind: "status", status }]
  if (spec === "html" || spec === "truncated" || spec === "drift" || spec === "down") return [provider, { kind: spec }]
  const timed = /^(?<kind>latency|skew):(?<ms>-?\d{1,9})$/.exec(spec)?.groups
  if (timed?.["kind"] === "latency") return [provider, { kind: "latency", latencyMs: Number(timed["ms"]) }]
  if (timed?.["kind"] === "skew") return [provider, { kind: "skew", skewMs: Number(timed["ms"]) }]
  throw new InvalidFaultError(part)
}

export class InvalidFaultError extends AppError {
  override readonly name = "InvalidFaultError"
  readonly code = "invalid_config"

  constructor(part: string) {
    super(`"${part.slice(0, 60)}" is not PROVIDER=FAULT with one of ${PROVIDERS.join(", ")}.`)
  }
}
