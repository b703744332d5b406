export const POLICY_HEADER = "content-security-policy"

/** Nobody can guess it: it has 122 random bits. */
export const newScriptNonce = () => btoa(crypto.randomUUID())

/** The nonce in a policy of ours; `null` in any other value. */
export function scriptNonceOf(policy: unknown): string | null {
  return typeof policy === "string" ? (/'nonce-([^']+)'/.exec(policy)?.[1] ?? null) : null
}

export type PolicyOptions = {
  readonly nonce: string
  /** React's development build uses eval and a WebSocket. */
  readonly development: boolean
  readonly walletConnect: boolean
  /** Base Account uses windows and a node of Coinbase. */
  readonly baseAccount: boolean
  /** Public nodes that the browser reads balances from. */
  readonly rpcOrigins: readonly string[]
}

/**
 * Allows our own files, and scripts with the nonce of this response.
 *
 * Inline styles are allowed because charts use style attributes, which a nonce does not cover.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({
  nonce,
  development,
  walletConnect,
  baseAccount,
  rpcOrigins,
}: PolicyOptions): string {
  const wallet = walletConnect
    ? [
        "https://*.walletconnect.com",
        "https://*.walletconnect.org",
        "wss://*.walletconnect.com",
        "wss://*.walletconnect.org",
      ]
    : []
  const account = baseAccount ? ["https://*.coinbase.com"] : []
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...rpcOrigins, ...wallet, ...account, ...(development ? ["ws:"] : [])],
    "frame-src": walletConnect ? ["https://verify.walletconnect.com", "https://verify.walletconnect.org"] : ["'none'"],
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ")
}
