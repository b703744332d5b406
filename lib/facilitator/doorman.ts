import { createHash, timingSafeEqual } from "node:crypto"
import type { Clock } from "@/lib/domain/clock"
import { createTokenBucket, type TokenBucket } from "@/lib/outbound/token-bucket"

export type DoormanOptions = {
  /** `null`: whoever reaches the port may come in. */
  readonly token: string | null
  /** Questions a minute, of all callers together; settlements count fourfold: they cost gas. */
  readonly perMinute: number
  readonly clock: Clock
}

/** What keeps a caller out, as a status and, where waiting helps, for how long. */
export type Rejection = { readonly status: 401 | 403 | 429; readonly error: string; readonly retryAfterS?: number }

export type Doorman = {
  /** `null`: come in. */
  admit(headers: {
    readonly authorization?: string | undefined
    readonly origin?: string | undefined
  }): Rejection | null
  /** Takes `weight` from what may be asked for now. */
  count(weight: number): Rejection | null
}

export const SETTLE_WEIGHT = 4

/**
 * Decides who may use our gas, before anything is read.
 *
 * A browser names the page that makes it ask: a page has no business here, least of all on its visitor's own machine.
 */
export function createDoorman({ token, perMinute, clock }: DoormanOptions): Doorman {
  const expected = token === null ? null : digest(`Bearer ${token}`)
  const bucket: TokenBucket = createTokenBucket({ burst: Math.max(perMinute / 2, 2), perSecond: perMinute / 60 })
  return {
    admit({ authorization = "", origin }) {
      if (origin !== undefined) return { status: 403, error: "Pages are not served here." }
      // Digests are of one length, and comparing them takes one time.
      const isKnown = expected === null || timingSafeEqual(expected, digest(authorization))
      return isKnown ? null : { status: 401, error: "A bearer token is needed." }
    },
    count(weight) {
      const waitMs = bucket.waitMs(clock())
      if (waitMs > 0) return { status: 429, error: "Too many questions.", retryAfterS: Math.ceil(waitMs / 1_000) }
      for (let n = 0; n < weight; n += 1) bucket.take(clock())
      return null
    },
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
