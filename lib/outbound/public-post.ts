import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { publicLookup, type ResolverOptions } from "./public-resolver"

const TIMEOUT_MS = 10_000
/** Long enough for the error message of a receiver. */
const MAX_BYTES = 2_000

export type PostResult =
  | { readonly status: number; readonly text: string; readonly retryAfterMs: number | null }
  | { readonly status: null; readonly text: string }

type Post = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** The sandbox's own receivers: no check of the address. */
  readonly isLocal: boolean
  /** For everything from the name to the end of the answer; absent: 10 seconds. */
  readonly timeoutMs?: number
  /** The rest of a longer answer is not read; absent: 2,000. */
  readonly maxBytes?: number
}

export type PublicPost = (url: URL, post: Post) => Promise<PostResult>

/**
 * Sends one POST to a public address. The DNS lookup of the connection checks the address, so a name that now
 * resolves to a private network is rejected. Redirects are not followed. Never throws.
 */
export function createPublicPost(resolver: ResolverOptions = {}): PublicPost {
  const lookup = publicLookup(resolver)
  return (url, { headers, body, isLocal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }) => {
    const options = {
      method: "POST",
      agent: false,
      timeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { "User-Agent": "Signal402", "Content-Length": Buffer.byteLength(body), ...headers },
      ...(isLocal ? {} : { lookup }),
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
          if (text.length >= maxBytes) done()
        })
        response.on("end", done)
        response.on("error", done)
      })
      request.on("error", (error) => resolve({ status: null, text: `No answer: ${reasonOf(error, timeoutMs)}` }))
      request.end(body)
    })
  }
}

function reasonOf(error: Error, timeoutMs: number): string {
  return error.name === "TimeoutError" || error.name === "AbortError"
    ? `the time limit of ${timeoutMs / 1_000} s has passed`
    : error.message.slice(0, 100)
}
