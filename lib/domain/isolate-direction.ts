const RTL =
  String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}` +
  String.raw`\p{Script=Mandaic}\p{Script=Adlam}`

const RTL_RUN = new RegExp(`[${RTL}](?:[${RTL}\\p{M} ]*[${RTL}\\p{M}])?`, "gu")

/**
 * Isolates each run of right-to-left letters (U+2068 … U+2069), so that it cannot reorder the text around it, such as a price
 * beside a token's name. Other text is unchanged. For plain text: HTML has `<bdi>`.
 *
 * @see https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export function isolateDirection(text: string): string {
  return text.replaceAll(RTL_RUN, "\u2068$&\u2069")
}
