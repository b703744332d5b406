import type { Config } from "wagmi"
import { watchConnection } from "wagmi/actions"
import type { WalletReason } from "./wallet-error"
import { createStore } from "@/lib/client/browser/external-store"

/**
 * The last wallet error with its cure. It is cleared when account, network or connection change. Lives as long as the
 * wagmi configuration.
 */
export function createLastError(wagmi: Config) {
  const problem = createStore<WalletReason | null>(null)
  watchConnection(wagmi, { onChange: () => problem.set(null) })
  return problem
}
