/** Request headers of the official x402 and MCP browser clients, and of wallets. */
const ALLOWED_REQUEST_HEADERS = [
  "Content-Type",
  "Accept",
  "X-PAYMENT",
  "PAYMENT-SIGNATURE",
  "Access-Control-Expose-Headers",
  "SIGN-IN-WITH-X",
  "Idempotency-Key",
  "If-None-Match",
  "MCP-Protocol-Version",
  "MCP-Method",
  "MCP-Name",
  // A wildcard covers every header except Authorization. Older browsers need the list above.
  "Authorization",
  "*",
]

const EXPOSED_RESPONSE_HEADERS = [
  "PAYMENT-REQUIRED",
  "PAYMENT-RESPONSE",
  "X-PAYMENT",
  "X-PAYMENT-RESPONSE",
  "X-PURCHASE",
  "X-Request-Id",
  "Retry-After",
  "ETag",
  "Allow",
  // Payments are refused relative to this clock.
  "Date",
]

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_RESPONSE_HEADERS.join(", "),
} as const

/** Headers of every API response: readable by any origin, not cached, not sniffed. */
export function machineHeaders(requestId: string): Record<string, string> {
  return {
    ...CORS,
    "Cache-Control": "private, no-store",
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  }
}

/** The response to a CORS preflight. */
export function preflightResponse(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      Allow: methods.join(", "),
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": ALLOWED_REQUEST_HEADERS.join(", "),
      "Access-Control-Max-Age": "86400",
      "Cache-Control": "no-store",
    },
  })
}
