import type { Config } from "wagmi"
import { watchConnection } from "wagmi/actions"
import { createStore } from "@/lib/client/browser/external-store"

/**
 * What went wrong last with the wallet, in a sentence: forgotten as soon as another account, network or connection takes
 * the place of the one it was about. Lives as long as the configuration.
 */
export function createLastError(wagmi: Config) {
  const problem = createStore<string | null>(null)
  watchConnection(wagmi, { onChange: () => problem.set(null) })
  return problem
}
