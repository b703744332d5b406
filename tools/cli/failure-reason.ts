import { BaseError } from "viem"

type Reason = { readonly pattern: RegExp; readonly words: (error: Faulty) => string }

/** What Node's errors of the network carry. */
type Faulty = {
  readonly hostname?: unknown
  readonly address?: unknown
  readonly port?: unknown
  readonly code: string
}

/** @see https://nodejs.org/api/errors.html#nodejs-error-codes and https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const REASONS: readonly Reason[] = [
  {
    pattern: /^(?:ENOTFOUND|EAI_\w+)$/,
    words: ({ hostname }) => `DNS: the name ${text(hostname)} is not found. Check its spelling and the name server`,
  },
  {
    pattern: /^ECONNREFUSED$/,
    words: ({ address, port }) => `refused: nothing listens at ${text(address)}:${text(port)}`,
  },
  {
    pattern:
      /^(?:CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/,
    words: ({ code }) =>
      `certificate: it is not valid for this name, has expired, or is signed by nobody known (${code})`,
  },
  {
    pattern: /^(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w*TIMEOUT|ABORT_ERR)$/,
    words: () => "no answer: packets are lost, or a firewall drops them",
  },
  { pattern: /^(?:EHOSTUNREACH|ENETUNREACH)$/, words: () => "unreachable: this machine has no route there" },
  { pattern: /^ECONNRESET$/, words: () => "the connection was closed before an answer came" },
  { pattern: /^28P01$|^28000$/, words: () => "the user or the password is wrong" },
  { pattern: /^3D000$/, words: () => "the database of the URL does not exist" },
  { pattern: /^(?:25006)$/, words: () => "the server accepts reads alone: it is a standby" },
]

/** Why a check failed, in words that tell a wrong name from a closed port and from a bad certificate. */
export function failureReason(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = innerOf(cause)) {
    if (!("code" in cause) || typeof cause.code !== "string") continue
    const { code } = cause
    const reason = REASONS.find(({ pattern }) => pattern.test(code))
    if (reason !== undefined) return reason.words(Object.assign(cause, { code }))
  }
  if (!(error instanceof Error)) return "failed"
  // The text that viem has for a code may be about something else ("not found").
  const details = error instanceof BaseError && error.details ? error.details : error.message
  return details.split("\n")[0] || error.name
}

/** Of several addresses of one name, the first. */
function innerOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "the address"
}
