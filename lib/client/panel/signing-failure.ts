import { isDecline, reasonOf } from "@/lib/client/wallet/wallet-error"

/** What an error of the wallet means for the machine, and for the trace. */
export function signingFailure(error: unknown, attemptId: string) {
  if (isDecline(error)) {
    return { event: { type: "signature-declined", attemptId }, outcome: "declined", reason: null } as const
  }
  const reason = reasonOf(error)
  return { event: { type: "wallet-failed", attemptId, message: reason }, outcome: "wallet-failed", reason } as const
}
