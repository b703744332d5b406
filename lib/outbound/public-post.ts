import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { publicLookup } from "./public-address"

const TIMEOUT_MS = 10_000
/** Long enough for the error message of a receiver. */
const MAX_TEXT_BYTES = 2_000

export type PostResult =
  | { readonly status: number; readonly text: string; readonly retryAfterMs: number | null }
  | { readonly status: null; readonly text: string }

type Post = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** The sandbox's own receivers: no check of the address. */
  readonly isLocal: boolean
}

/**
 * Sends one POST to a public address. The DNS lookup of the connection checks the address, so a name that now
 * resolves to a private network is rejected. Redirects are not followed. Never throws.
 */
export function postToPublicHost(url: URL, { headers, body, isLocal }: Post): Promise<PostResult> {
  const options = {
    method: "POST",
    agent: false,
    timeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { "User-Agent": "Signal402", "Content-Length": Buffer.byteLength(body), ...headers },
    ...(isLocal ? {} : { lookup: publicLookup }),
  } as const
  return new Promise((resolve) => {
    const send = url.protocol === "http:" ? requestHttp : requestHttps
    const request = send(url, options, (response) => {
      const { statusCode: status = 0 } = response
      const afterS = Number(response.headers["retry-after"])
      const retryAfterMs = afterS > 0 ? afterS * 1_000 : null
      let text = ""
      const done = () => {
        response.destroy()
        resolve({ status, text, retryAfterMs })
      }
      response.setEncoding("utf8")
      response.on("data", (part: string) => {
        text += part
        if (text.length >= MAX_TEXT_BYTES) done()
      })
      response.on("end", done)
      response.on("error", done)
    })
    request.on("error", (error) => resolve({ status: null, text: `No answer: ${error.message.slice(0, 100)}` }))
    request.end(body)
  })
}
