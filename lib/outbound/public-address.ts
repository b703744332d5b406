import { isIP, isIPv4 } from "node:net"
import ipaddr from "ipaddr.js"

/** Why a target is rejected, as text for the buyer. */
export type TargetError = string

/** Names of the last label, or labels, that the public DNS has not delegated (RFC 6761, 6762, 7686, 8375, 9476, ICANN's lists). */
const NOT_DELEGATED =
  /(?:^|\.)(?:local|internal|localhost|localdomain|home|lan|corp|intranet|onion|alt|test|invalid|home\.arpa)$/

/** The addresses that the IPv6 registry has assigned to the public internet. All other unicast prefixes are not assigned or embed IPv4. */
const ASSIGNED_IPV6: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Checks the form of a target: https, a host name, the default port, no credentials. Asks nobody. `local`: exact URLs that
 * are always allowed, for receivers of the sandbox.
 */
export function targetError(target: string, local: readonly string[] = []): TargetError | null {
  if (local.includes(target)) return null
  if (!URL.canParse(target)) return "must be a URL"
  const { protocol, hostname, port, username, password } = new URL(target)
  if (protocol !== "https:") return "must begin with https://"
  if (username !== "" || password !== "") return "must have no user name and no password"
  if (port !== "") return "must use the default port"
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return "must name a host and no address"
  if (hostname.endsWith(".")) return "must name a host without a dot at its end"
  if (!hostname.includes(".") || NOT_DELEGATED.test(hostname)) return "must be public"
  return null
}

/** Whether an address is on the public internet. An IPv4 address inside an IPv6 address counts as that address, or is refused. */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads forms such as 0x7f.1, which no resolver returns, and reads ::8.8.8.8 as ::ffff:8.8.8.8.
  if (isIP(address) === 0 || address.includes("%")) return false
  const parsed = ipaddr.process(isIPv4(address) ? address : new URL(`http://[${address}]`).hostname.slice(1, -1))
  if (parsed.range() !== "unicast") return false
  return isIPv4(parsed.toString()) || parsed.match(ASSIGNED_IPV6)
}
