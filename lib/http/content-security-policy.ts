export type PolicyOptions = {
  readonly nonce: string
  /** React's development build evaluates code and reloads by socket. */
  readonly development: boolean
  readonly walletConnect: boolean
  /** Base Account is offered: its windows and its node are Coinbase's. */
  readonly baseAccount: boolean
  /** Public nodes that the browser reads balances from. */
  readonly rpcOrigins: readonly string[]
}

/**
 * What a page may load: our own files, and scripts with this answer's nonce.
 *
 * Styles may be inline because charts place themselves with style attributes, which no nonce covers.
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
