import { directionWords, glyphs, badgeDirectionOf } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { percentOf } from "@/lib/client/format/number"
import { timesIn } from "@/lib/client/format/time"
import type { Direction } from "@/lib/domain/signals/direction"
import { CARD_COLORS, SHARE_CARD } from "./card-layout"

/** The parts of an owned signal that a share card shows. */
export type SharedCall = {
  readonly coin: string
  readonly direction: Direction
  readonly confidence: number
  readonly range24h: { readonly low: number; readonly high: number }
  readonly stop: number | null
  readonly target: number | null
  /** The price at `decidedAt`, which is the entry. */
  readonly entry: number
  /** Close of the call, to which every figure of the card belongs. */
  readonly decidedAtMs: number
  /** Id of the sealed call; `null` until it is sealed. */
  readonly recordId: string | null
  readonly isSimulated: boolean
}

/** The texts of a share card, from top to bottom. All figures are of one moment. Pure. */
export function cardTexts(call: SharedCall, origin: string): CardTexts {
  const { coin, direction, confidence, range24h, stop, target, entry, decidedAtMs, recordId, isSimulated } = call
  const levels = stop === null || target === null ? "" : ` · stop ${marketPrice(stop)} · target ${marketPrice(target)}`
  return {
    corner: isSimulated ? "simulated market" : "research, not advice",
    heading: `${coin} ${marketPrice(entry)}`,
    moment: `Entry and price at ${timesIn("UTC").text(decidedAtMs)}`,
    verdict: `${glyphs[badgeDirectionOf(direction)]} ${directionWords(direction)} ${percentOf(confidence)}`,
    ranges: `80% range, 24h: ${marketPrice(range24h.low)} to ${marketPrice(range24h.high)}${levels}`,
    proof: `${recordId === null ? "Not sealed yet" : `Record ${recordId}`} · ${origin}/track-record`,
  }
}

type CardTexts = Readonly<Record<"corner" | "heading" | "moment" | "verdict" | "ranges" | "proof", string>>

/**
 * Draws the card of an owned call. The numbers stay in the browser: the service is not asked to draw them, so that nobody
 * can try out calls against it.
 *
 * @throws when this browser cannot draw images
 */
export async function drawOwnedCard(call: SharedCall, origin: string): Promise<Blob> {
  const { width, height, padding, call: box } = SHARE_CARD
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext("2d")
  if (context === null) throw new Error("This browser cannot draw images.")
  const texts = cardTexts(call, origin)
  const side = badgeDirectionOf(call.direction)
  const { fontFamily } = getComputedStyle(document.body)
  const write = (text: string, x: number, y: number, px: number, color: string) => {
    context.font = `${px > 40 ? 650 : 450} ${px}px ${fontFamily}`
    context.fillStyle = color
    context.fillText(text, x, y, width - x - padding)
  }
  context.fillStyle = CARD_COLORS.background
  context.fillRect(0, 0, width, height)
  context.fillStyle = CARD_COLORS.surface
  context.fillRect(box.x, box.y, box.width, box.height)
  write("Signal402", padding, 96, 40, CARD_COLORS.text)
  write(texts.corner, width - padding - 300, 92, 30, CARD_COLORS.muted)
  write(texts.heading, padding, 210, 88, CARD_COLORS.text)
  write(texts.moment, padding, 266, 32, CARD_COLORS.muted)
  write(texts.verdict, box.x + 36, box.y + 100, 64, side === "flat" ? CARD_COLORS.muted : CARD_COLORS[side])
  write(texts.ranges, box.x + 36, box.y + 168, 32, CARD_COLORS.text)
  write(texts.proof, padding, 580, 28, CARD_COLORS.muted)
  return canvas.convertToBlob({ type: "image/png" })
}
