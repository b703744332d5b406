import unhomoglyph from "unhomoglyph"

/**
 * The look of a symbol: equal for symbols that look alike (Unicode TR39 confusables). Format characters and marks are ignored.
 */
export function symbolSkeleton(symbol: string): string {
  return unhomoglyph(
    symbol
      .normalize("NFKC")
      .replace(/[\p{Cf}\p{M}\s]/gu, "")
      .toUpperCase(),
  )
}
