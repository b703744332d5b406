import { DAY_MS } from "@/lib/domain/utc-day"
import { noiseAt, streamOf } from "@/lib/sandbox/market/random"
import { json, type Responder } from "./responder"

/** Hash power grows a little from one adjustment to the next, so that blocks come early. */
const PERIOD_MS = 13.8 * DAY_MS
const FIRST_MS = Date.UTC(2019, 0, 10, 6)
const FIRST_HEIGHT = 556_416
const BLOCKS = 2016

/**
 * The adjustment of difficulty that is under way; its estimate sharpens as blocks are found.
 *
 * @see https://mempool.space/docs/api/rest
 */
export const mempool: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== "/api/v1/difficulty-adjustment") return null
  const stream = streamOf(market.seed, "difficulty")
  const period = Math.floor((nowMs - FIRST_MS) / PERIOD_MS)
  const endMs = FIRST_MS + (period + 1) * PERIOD_MS
  const progress = 1 - (endMs - nowMs) / PERIOD_MS
  const changeOf = (index: number) => 1.2 + 3 * noiseAt(stream, index)
  const remainingBlocks = Math.max(1, Math.round((1 - progress) * BLOCKS))
  return json({
    progressPercent: 100 * progress,
    difficultyChange: progress * changeOf(period),
    estimatedRetargetDate: Math.round(endMs),
    remainingBlocks,
    remainingTime: Math.round(endMs - nowMs),
    previousRetarget: changeOf(period - 1),
    nextRetargetHeight: FIRST_HEIGHT + (period + 1) * BLOCKS,
    timeAvg: Math.round(PERIOD_MS / BLOCKS),
    timeOffset: 0,
  })
}
