import type { ResponseOf } from "@/lib/api/contract"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { isoTime } from "@/lib/domain/utc-day"
import { MAX_ANCHORS, type recordAnchorsContract } from "./contract"

/** An anchor in a block. */
type MinedAnchor = RecordAnchor & {
  readonly transaction: string
  readonly blockNumber: number
  readonly minedMs: number
}

export type AnchorPorts = {
  readonly network: string
  readonly asset: string
  readonly payTo: string
  /** Mined anchors, newest first. */
  readonly mined: (limit: number) => Promise<readonly MinedAnchor[]>
  /** Every account whose transactions may carry an anchor, in lower case. */
  readonly senders: () => Promise<readonly string[]>
  readonly nowMs: number
}

/** The transactions that carry heads of the sealed chain. */
export async function getRecordAnchors({
  network,
  asset,
  payTo,
  nowMs,
  ...ports
}: AnchorPorts): Promise<ResponseOf<typeof recordAnchorsContract>> {
  const [mined, senders] = await Promise.all([ports.mined(MAX_ANCHORS + 1), ports.senders()])
  return {
    network,
    asset,
    pay_to: payTo,
    senders: [...senders],
    anchors: mined.slice(0, MAX_ANCHORS).map(({ head, link, transaction, blockNumber, minedMs }) => {
      return { head, link, transaction, block: blockNumber, seen_at: isoTime(minedMs) }
    }),
    has_more: mined.length > MAX_ANCHORS,
    timestamp: isoTime(nowMs),
  }
}
