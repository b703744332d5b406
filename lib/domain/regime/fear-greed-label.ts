/**
 * The index in words. Its publisher's descriptions disagree on the inner borders; these are the ones its answers keep.
 *
 * @see https://alternative.me/crypto/fear-and-greed-index/
 */
export function fearGreedLabel(index: number): "Extreme Fear" | "Fear" | "Neutral" | "Greed" | "Extreme Greed" {
  if (index < 25) return "Extreme Fear"
  if (index < 47) return "Fear"
  if (index < 55) return "Neutral"
  return index < 75 ? "Greed" : "Extreme Greed"
}
