import type { AlertsAnswer } from "./answers.js"
import { BuyerError, wrapped } from "./errors.js"
import { encodeHeader, fieldsAt, isFields, textAt } from "./json.js"
import { invalidOption, type ParsedOptions } from "./options.js"
import { type CallOptions, type RequestOptions, readJson } from "./request.js"

/**
 * A watch of the wallet, with its newest deliveries.
 *
 * @example
 * const isLate = ({ deliveries }: Watch) => deliveries.some(({ status }) => status === "failed")
 */
export type Watch = NonNullable<AlertsAnswer["watches"]>[number]

/**
 * Lists and changes watches. Free. Each call signs one message of the service, which cannot pay anything.
 *
 * @example
 * for (const { watch, status } of await buyer.alerts.list()) {
 *   if (status === "active") await buyer.alerts.pause(watch)
 * }
 */
export type Alerts = {
  /** The watches of the signer's wallet. */
  readonly list: (options?: CallOptions) => Promise<readonly Watch[]>
  readonly pause: (watch: string, options?: CallOptions) => Promise<readonly Watch[]>
  readonly resume: (watch: string, options?: CallOptions) => Promise<readonly Watch[]>
  /** Ends a watch before its time. This is final. */
  readonly end: (watch: string, options?: CallOptions) => Promise<readonly Watch[]>
}

type Change = "pause" | "resume" | "end"

export function createAlerts(
  { origin, signer }: Pick<ParsedOptions, "origin" | "signer">,
  requestOf: (call?: CallOptions) => RequestOptions,
): Alerts {
  async function ask(change: Change | null, watch: string, call?: CallOptions): Promise<readonly Watch[]> {
    const { signMessage, address } = signer
    if (signMessage === undefined) throw invalidOption("signer", "`signMessage` is needed for alerts")
    const url = new URL("/api/alerts", origin)
    if (change !== null) url.searchParams.set(change, watch)
    const options = requestOf(call)
    const asked = await readJson(url, options)
    const { message, fields } = signInOf(asked, address, origin)
    const signature = await wrapped("declined", "signer", () => signMessage({ message }))
    const proof = encodeHeader({ ...fields, address, signature })
    // Each message is accepted once, so a request that may have arrived is not repeated.
    const answer = await readJson(url, { ...options, maxRetries: 0 }, { "SIGN-IN-WITH-X": proof })
    const { watches, refused } = isFields(answer) ? answer : {}
    if (Array.isArray(watches)) return watches as Watch[]
    const reason = typeof refused === "string" ? refused : null
    throw new BuyerError("refused", `The service refused the sign-in: ${reason ?? "no list of watches"}.`, { reason })
  }

  return {
    list: (call) => ask(null, "", call),
    pause: (watch, call) => ask("pause", watch, call),
    resume: (watch, call) => ask("resume", watch, call),
    end: (watch, call) => ask("end", watch, call),
  }
}

/** The text of EIP-4361 for the fields that the service names. A message for another site is not signed. */
function signInOf(answer: unknown, address: string, origin: string) {
  try {
    const fields = fieldsAt(isFields(answer) ? answer : {}, "sign_in")
    const line = (name: string) => textAt(fields, name, /^[^\r\n]+$/)
    const uri = line("uri")
    const { origin: named, host, pathname } = new URL(uri)
    if (named !== origin || pathname !== "/api/alerts" || line("domain") !== host) {
      throw new TypeError(`uri: ${uri} of ${line("domain")} is not /api/alerts of ${origin}`)
    }
    const message = [
      `${line("domain")} wants you to sign in with your Ethereum account:`,
      address,
      "",
      line("statement"),
      "",
      `URI: ${uri}`,
      `Version: ${line("version")}`,
      `Chain ID: ${line("chainId").replace(/^eip155:/, "")}`,
      `Nonce: ${line("nonce")}`,
      `Issued At: ${line("issuedAt")}`,
    ].join("\n")
    return { message, fields }
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new BuyerError("invalid_response", `/api/alerts: ${problem}.`, { cause })
  }
}
