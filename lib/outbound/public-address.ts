import { isIP, isIPv4 } from "node:net"
import ipaddr from "ipaddr.js"

/** The addresses that the IPv6 registry has assigned to the public internet. All other unicast prefixes are not assigned or embed IPv4. */
const ASSIGNED_IPV6: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR("2000::/3")

/** Whether an address is on the public internet. An IPv4 address inside an IPv6 address counts as that address, or is refused. */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads forms such as 0x7f.1, which no resolver returns, and reads ::8.8.8.8 as ::ffff:8.8.8.8.
  if (isIP(address) === 0 || address.includes("%")) return false
  const parsed = ipaddr.process(isIPv4(address) ? address : new URL(`http://[${address}]`).hostname.slice(1, -1))
  if (parsed.range() !== "unicast") return false
  return isIPv4(parsed.toString()) || parsed.match(ASSIGNED_IPV6)
}
