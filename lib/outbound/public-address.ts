import { lookup as lookupCallback, type LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import { isIP, type LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"

/** Why a target is rejected, as text for the buyer. */
export type TargetError = string

/**
 * Checks the form of a target: https, a host name, the default port, no credentials. `local`: exact URLs that are
 * always allowed, for receivers of the sandbox.
 */
export function targetError(target: string, local: readonly string[] = []): TargetError | null {
  if (local.includes(target)) return null
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
