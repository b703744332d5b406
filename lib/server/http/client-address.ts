import type { IncomingMessage } from "node:http"
import ipaddr from "ipaddr.js"

/**
 * The client of a request, for limits per client: an IPv4 address, or the first 64 bits of an IPv6 address, which one customer of a
 * provider has.
 *
 * @param header the lower-case header in which a proxy writes the client's address; `null`: the socket's address counts
 * @returns `null` for a proxy on this machine that does not say who its client is
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  header: string | null,
): string | null {
  const text = header === null ? socket.remoteAddress : headers[header]
  if (typeof text !== "string" || !ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  if (address.range() === "loopback") return null
  return address instanceof ipaddr.IPv6 ? `${address.parts.slice(0, 4).join(":")}::/64` : address.toString()
}
