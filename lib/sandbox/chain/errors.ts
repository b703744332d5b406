import { AppError, type ErrorDetails } from "@/lib/domain/errors"

/** The sandbox chain cannot start, does not answer, or is not the chain that we started. */
export class SandboxChainError extends AppError {
  override readonly name = "SandboxChainError"
  readonly code = "chain_unavailable"
  override readonly retryable = true
}

/** The faucet gave this address enough for now. `retryAfterSeconds` says when to come back; `null`: spend first. */
export class FaucetLimitError extends AppError {
  override readonly name = "FaucetLimitError"
  readonly code = "rate_limited"
  override readonly retryable: boolean

  constructor(message: string, details: ErrorDetails & { readonly retryAfterSeconds: number | null }) {
    super(message, { details })
    this.retryable = details.retryAfterSeconds !== null
  }
}
