/** Sum in atomic USDC. */
export function totalOf(parts: readonly { readonly price: string }[]): bigint {
  return parts.reduce((sum, { price }) => sum + BigInt(price), 0n)
}
