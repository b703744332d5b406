import { sourceError, type SourceError, type SourceErrorKind } from "./errors"
import { textMessage } from "./read-body"

/** A failure that a provider reports inside the body, whatever the status. */
export type ProviderError = { readonly kind: SourceErrorKind; readonly message: string }

/** Finds a provider's own error report in a parsed body; `null`: the body reports none. */
export type ReadProviderError = (body: unknown) => ProviderError | null

const GEO_BLOCK_TEXT = /restricted location|block access from your country|unavailable in your (?:country|region)/i

/**
 * What a status other than 2xx means.
 *
 * 451 and the CloudFront text of 403 are geographic blocks; 418 is how Binance bans an address that ignored 429;
 * any other 4xx means that the request is wrong, so it is not a failure of the host.
 */
export function statusError(answer: {
  readonly host: string
  readonly status: number
  readonly text: string
  readonly retryAfterMs: number | null
}): SourceError {
  const { host, status, text, retryAfterMs } = answer
  return sourceError({
    kind: kindOfStatus(status, text),
    host,
    retryAfterMs,
    message: `Status ${status}: ${textMessage(host, text)}`,
  })
}

function kindOfStatus(status: number, text: string): SourceErrorKind {
  if (status === 451 || (status === 403 && GEO_BLOCK_TEXT.test(text))) return "geo_block"
  if (status === 429 || status === 418) return "rate_limited"
  if (status === 401 || status === 402 || status === 403) return "auth"
  if (status >= 400 && status < 500) return "not_found"
  return "network"
}

/** The `Retry-After` header, in seconds or as an HTTP date, in milliseconds from now. */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers.get("retry-after")
  if (text === null) return null
  const waitMs = /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null
}
