import { balanceText } from "@/lib/client/format/money"
import type { StatusText } from "./text"

/** Result of a balance check; `null`: the balance could not be read. */
export function balanceCheckText(balance: bigint | null): StatusText {
  const [tone, text] =
    balance === null
      ? (["bad", "The balance could not be read. Check again in a moment."] as const)
      : (["warn", `Checked just now: ${balanceText(balance)} USDC.`] as const)
  return { tone, text, announced: true }
}
