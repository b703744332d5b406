/** True in `npm run test:browser`. `npm test` runs a sample without the tests with the tag "@full". */
export const isFull = Boolean(process.env["E2E_FULL"])

const kinds = new Set(["/", "/coins/BTC", "/defi", "/track-record", "/receipts", "/docs"])

/** The tag of a test of one screen: `npm test` runs it for one screen of each kind. */
export function tagOf(href: string, sampled: ReadonlySet<string> = kinds): readonly string[] {
  return sampled.has(href) ? [] : ["@full"]
}
