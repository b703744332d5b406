import { SourceMalformedError } from "@/lib/outbound/errors"

/** The newest event file. `atMs` is the beginning of its quarter of an hour. */
export type Update = { readonly url: string; readonly md5: string; readonly atMs: number }

const EVENT_FILE =
  /^\d+ (?<md5>[0-9a-f]{32}) (?:https?:\/\/data\.gdeltproject\.org\/gdeltv2\/(?<stamp>\d{14})\.export\.CSV\.zip)$/m

/**
 * The official copy of `data.gdeltproject.org`, by https. The original host serves plain http, so anyone on the way could
 * replace both a file and its MD5.
 */
export const BUCKET_HOST = "storage.googleapis.com"
export const GDELT_BUCKET = `https://${BUCKET_HOST}/data.gdeltproject.org`

/** The list of the newest files. */
export const UPDATE_URL = `${GDELT_BUCKET}/gdeltv2/lastupdate.txt`

/**
 * Reads `lastupdate.txt`: a line each for events, mentions and the knowledge graph, with size, MD5 and address. Only the
 * file name is used, because the listed addresses are plain http.
 *
 * @throws {SourceMalformedError}
 */
export function parseUpdate(host: string, text: string): Update {
  const { md5, stamp } = EVENT_FILE.exec(text.replaceAll("\r", ""))?.groups ?? {}
  const atMs = readStamp(stamp ?? "")
  if (md5 === undefined || atMs === null) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: `${host} lists no event file.` })
  }
  return { url: fileUrl(atMs), md5, atMs }
}

/** The https address of the event file of a quarter of an hour. */
export function fileUrl(atMs: number): string {
  const stamp = new Date(atMs).toISOString().replace(/[-:T]|\.\d+Z/g, "")
  return `${GDELT_BUCKET}/gdeltv2/${stamp}.export.CSV.zip`
}

/** `20261120121500` in UTC; `null` for anything else. */
export function readStamp(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (match === null) return null
  const timeMs = Date.parse(`${match.slice(1, 4).join("-")}T${match.slice(4).join(":")}Z`)
  return Number.isNaN(timeMs) ? null : timeMs
}
