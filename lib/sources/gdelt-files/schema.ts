import { SourceMalformedError } from "@/lib/outbound/errors"

/** The newest event file. `atMs` is the beginning of its quarter of an hour. */
export type Update = { readonly url: string; readonly md5: string; readonly atMs: number }

const EVENT_FILE =
  /^\d+ (?<md5>[0-9a-f]{32}) (?<url>http:\/\/data\.gdeltproject\.org\/gdeltv2\/(?<stamp>\d{14})\.export\.CSV\.zip)$/m

/**
 * Reads `lastupdate.txt`: a line each for events, mentions and the knowledge graph, with size, MD5 and address. Another
 * address than that of an event file is never followed.
 *
 * @throws {SourceMalformedError}
 */
export function parseUpdate(host: string, text: string): Update {
  const { md5, url, stamp } = EVENT_FILE.exec(text.replaceAll("\r", ""))?.groups ?? {}
  const atMs = readStamp(stamp ?? "")
  if (md5 === undefined || url === undefined || atMs === null) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: `${host} lists no event file.` })
  }
  return { url, md5, atMs }
}

/** The address of the event file of a quarter of an hour. */
export function fileUrl(host: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replace(/[-:T]|\.\d+Z/g, "")
  return `http://${host}/gdeltv2/${stamp}.export.CSV.zip`
}

/** `20261120121500` in UTC; `null` for anything else. */
export function readStamp(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (match === null) return null
  const timeMs = Date.parse(`${match.slice(1, 4).join("-")}T${match.slice(4).join(":")}Z`)
  return Number.isNaN(timeMs) ? null : timeMs
}
