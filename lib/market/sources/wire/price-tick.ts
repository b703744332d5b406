import { SourceMalformedError } from "@/lib/outbound/errors"

/** A last traded price. */
export type PriceTick = { readonly priceUsd: number; readonly asOfMs: number }

/**
 * Accepts a price that a market can have.
 *
 * @throws {SourceMalformedError} when it is absent, zero or negative.
 */
export function toPriceTick(host: string, priceUsd: number | undefined, asOfMs: number): PriceTick {
  if (priceUsd !== undefined && priceUsd > 0) return { priceUsd, asOfMs }
  const message = `${host} sent the price ${priceUsd ?? "of another market"}.`
  throw new SourceMalformedError({ kind: "schema", host, message })
}
