const LABELS = ["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"] as const

type FearGreedLabel = (typeof LABELS)[number]

/**
 * The index in words: its publisher's own where it is known. The publisher's descriptions disagree on the inner borders;
 * where its word is not known, these are the ones that its answers keep (25 is Extreme Fear, 26 Fear).
 *
 * @see https://alternative.me/crypto/fear-and-greed-index/
 */
export function fearGreedLabel(index: number, published?: string): FearGreedLabel {
  const word = LABELS.find((label) => label === published)
  if (word !== undefined) return word
  if (index <= 25) return "Extreme Fear"
  if (index < 47) return "Fear"
  if (index < 55) return "Neutral"
  return index < 75 ? "Greed" : "Extreme Greed"
}
