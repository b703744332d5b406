import { directionWords, glyphs, badgeDirectionOf } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { percentOf } from "@/lib/client/format/number"
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
  /** `2026-11-25 12:00 UTC` */
  readonly madeAt: string
}

/** The lines of a share card, largest first. */
export function cardLines(call: SharedCall): readonly [string, string, string] {
  const { direction, confidence, range24h, stop, target } = call
  const levels = stop === null || target === null ? "" : ` · stop ${marketPrice(stop)} · target ${marketPrice(target)}`
  return [
    `${glyphs[badgeDirectionOf(direction)]} ${directionWords(direction)} ${percentOf(confidence)}`,
    `80% range, 24h: ${marketPrice(range24h.low)} to ${marketPrice(range24h.high)}${levels}`,
    `Called ${call.madeAt} · research, not advice`,
  ]
}

/**
 * Draws the owned call over the blurred share card. The numbers stay in the browser: the service is not asked to draw them,
 * so that nobody can try out calls against it.
 *
 * @throws when the card cannot be loaded or drawn
 */
export async function drawOwnedCard(call: SharedCall): Promise<Blob> {
  const response = await fetch(`/share?coin=${call.coin}`)
  if (!response.ok) throw new Error(`The card is not available (${response.status}).`)
  const image = await createImageBitmap(await response.blob())
  const canvas = new OffscreenCanvas(SHARE_CARD.width, SHARE_CARD.height)
  const context = canvas.getContext("2d")
  if (context === null) throw new Error("This browser cannot draw images.")
  context.drawImage(image, 0, 0)
  const { x, y, width, height } = SHARE_CARD.call
  context.fillStyle = CARD_COLORS.surface
  context.fillRect(x + 20, y + 10, width - 40, height - 20)
  const [first, second, third] = cardLines(call)
  const side = badgeDirectionOf(call.direction)
  const { fontFamily } = getComputedStyle(document.body)
  const write = (text: string, top: number, px: number, color: string) => {
    context.font = `${px > 40 ? 650 : 450} ${px}px ${fontFamily}`
    context.fillStyle = color
    context.fillText(text, x + 36, y + top, width - 72)
  }
  write(first, 88, 64, side === "flat" ? CARD_COLORS.muted : CARD_COLORS[side])
  write(second, 144, 32, CARD_COLORS.text)
  write(third, 192, 26, CARD_COLORS.muted)
  return canvas.convertToBlob({ type: "image/png" })
}
