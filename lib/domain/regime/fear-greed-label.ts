const LABELS = ["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"] as const

type FearGreedLabel = (typeof LABELS)[number]

/**
 * Label of the index: the publisher's, else by the bounds that its answers use (25 is Extreme Fear, 26 Fear).
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
