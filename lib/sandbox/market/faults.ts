import { AppError } from "@/lib/domain/errors"
import { type Provider, PROVIDERS } from "./providers"

const STATUSES = [403, 429, 451, 500, 503] as const
const BROKEN = ["html", "truncated", "drift", "down"] as const

/**
 * How a provider fails.
 *
 * `html`: a web page instead of data. `truncated`: half of the body. `drift`: fields of another type or name. `down`: no
 * connection. `stale`: the content stands still since `atMs`. `skew`: the provider's clock is off.
 */
export type Fault =
  | { readonly kind: "status"; readonly status: (typeof STATUSES)[number] }
  | { readonly kind: "latency"; readonly latencyMs: number }
  | { readonly kind: (typeof BROKEN)[number] }
  | { readonly kind: "stale"; readonly atMs: number }
  | { readonly kind: "skew"; readonly skewMs: number }

/** Active fault by provider. It is read at every request, so changes apply at once. */
export type Faults = Map<Provider, Fault>

/**
 * Reads `binance=429,coinbase=latency:3000,kraken=html`. Kinds: a status of 403, 429, 451, 500, 503; `latency:MS`;
 * `skew:MS`; `stale:2026-11-20T00:00:00Z`; `html`; `truncated`; `drift`; `down`. Empty: none.
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
  const fault = spec === undefined || rest.length > 0 ? null : readFault(spec)
  if (provider === undefined || fault === null) throw new InvalidFaultError(part)
  return [provider, fault]
}

/** Reads `429`, `html`, `latency:3000` and so on; `null`: the text does not name a fault. */
export function readFault(spec: string): Fault | null {
  const status = STATUSES.find((known) => String(known) === spec)
  if (status !== undefined) return { kind: "status", status }
  const broken = BROKEN.find((known) => known === spec)
  if (broken !== undefined) return { kind: broken }
  const { kind, value = "" } = /^(?<kind>latency|skew|stale):(?<value>.+)$/.exec(spec)?.groups ?? {}
  if (kind === "stale") {
    const atMs = Date.parse(value)
    return Number.isNaN(atMs) ? null : { kind, atMs }
  }
  if (kind === "latency" && /^\d{1,9}$/.test(value)) return { kind, latencyMs: Number(value) }
  if (kind === "skew" && /^-?\d{1,11}$/.test(value)) return { kind, skewMs: Number(value) }
  return null
}

export class InvalidFaultError extends AppError {
  override readonly name = "InvalidFaultError"
  readonly code = "invalid_config"

  constructor(part: string) {
    super(`"${part.slice(0, 60)}" is not PROVIDER=FAULT with one of ${PROVIDERS.join(", ")}.`)
  }
}
