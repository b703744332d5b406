import { createHmac } from "node:crypto"
import { lookup as lookupCallback, type LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"

/** Why a target is refused, in words for its buyer. */
type TargetError = string

const MAX_TARGET_LENGTH = 500
const TIMEOUT_MS = 10_000

/**
 * Checks the form of a target: https, a host name, the default port, no credentials. `local`: targets that are allowed as they
 * are, which is the receiver of the sandbox.
 */
export function targetError(target: string, local: readonly string[] = []): TargetError | null {
  if (local.includes(target)) return null
  if (target.length > MAX_TARGET_LENGTH) return `must have at most ${MAX_TARGET_LENGTH} characters`
  if (!URL.canParse(target)) return "must be a URL"
  const { protocol, hostname, port, username, password } = new URL(target)
  if (protocol !== "https:") return "must begin with https://"
  if (username !== "" || password !== "") return "must have no user name and no password"
  if (port !== "") return "must use the default port"
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return "must name a host and no address"
  if (!hostname.includes(".") || /\.(?:local|internal|localhost|home\.arpa)$/.test(hostname)) return "must be public"
  return null
}

/** Whether an address is on the public internet. Addresses that embed an IPv4 address count as that address. */
export function isPublicAddress(address: string): boolean {
  try {
    return ipaddr.process(address).range() === "unicast"
  } catch {
    return false
  }
}

/** Resolves the host of a target. `null` when each of its addresses is public. */
export async function resolvedTargetError(target: string): Promise<TargetError | null> {
  try {
    const addresses = await lookup(new URL(target).hostname, { all: true })
    const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    return isPublic ? null : "must resolve to public addresses"
  } catch {
    return "does not resolve"
  }
}

/** The lookup of one connection: the address that was checked is the address that is connected to. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookupCallback(hostname, { ...options, all: true }, (error, found) => {
    const addresses: readonly LookupAddress[] = error === null ? found : []
    const [first] = addresses
    const isPublic = first !== undefined && addresses.every(({ address }) => isPublicAddress(address))
    if (!isPublic) return callback(error ?? new Error("The host has an address that is not public."), "")
    return options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family)
  })
}

export type Webhook = {
  readonly target: string
  /** The same for each attempt, so that a receiver recognises a repeated alert. */
  readonly id: string
  readonly body: string
  readonly secret: string
  readonly nowMs: number
}

/** `t=1795176012,v1=…`: HMAC-SHA256 of `<t>.<id>.<body>` with the secret of the watch, hexadecimal. */
export function webhookSignature({ id, body, secret, nowMs }: Omit<Webhook, "target">): string {
  const seconds = Math.floor(nowMs / 1_000)
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${id}.${body}`).digest("hex")}`
}

/**
 * Sends one webhook. Redirects are not followed, and the response body is not read.
 *
 * @returns `null` when the receiver answered 2xx, otherwise why the attempt failed
 */
export function sendWebhook(webhook: Webhook, local: readonly string[] = []): Promise<string | null> {
  const { target, id, body } = webhook
  const wrong = targetError(target, local)
  if (wrong !== null) return Promise.resolve(`The target ${wrong}.`)
  const isLocal = local.includes(target)
  const url = new URL(target)
  const options = {
    method: "POST",
    agent: false,
    timeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "User-Agent": "Signal402",
      "X-Signal402-Id": id,
      "X-Signal402-Signature": webhookSignature(webhook),
    },
    ...(isLocal ? {} : { lookup: publicLookup }),
  } as const
  return new Promise((resolve) => {
    const send = url.protocol === "http:" ? requestHttp : requestHttps
    const request = send(url, options, (response) => {
      const { statusCode = 0 } = response
      response.destroy()
      resolve(statusCode >= 200 && statusCode < 300 ? null : `The receiver answered ${statusCode}.`)
    })
    request.on("error", (error) => resolve(`No answer: ${error.message.slice(0, 100)}`))
    request.end(body)
  })
}
