import { isDecline, reasonOf } from "@/lib/client/wallet/wallet-error"

/** What an error of the wallet means for the machine, and for the trace. */
export function signingFailure(error: unknown, attemptId: string) {
  if (isDecline(error)) {
    return { event: { type: "signature-declined", attemptId }, outcome: "declined", reason: null } as const
  }
  const { text, details } = reasonOf(error)
  const event = { type: "wallet-failed", attemptId, message: text, details } as const
  return { event, outcome: "wallet-failed", reason: details ?? text } as const
}
