import { checkNewestAnchor } from "@/lib/record/anchor-check"
import { anchorCheckPorts } from "@/lib/server/runtime/anchors"
import type { Config } from "@/lib/server/config/env"
import { NoLedgerError, openExistingStore } from "@/tools/ledger/open-ledger"
import { type Finding, found, nodeClient } from "./doctor-checks"

/** Whether the sealed record has the head of its newest anchor on the chain. */
export async function checkRecord(config: Config): Promise<readonly Finding[]> {
  const store = await openExistingStore(config, () => undefined).catch((error: unknown) => {
    if (error instanceof NoLedgerError) return null
    throw error
  })
  // The service makes its database when it first starts.
  if (store === null) return [found("sealed record", true, "no database yet", "")]
  const state = await checkNewestAnchor(anchorCheckPorts(config, { store, client: nodeClient(config.chain.rpcUrl) }))
  if (state.kind === "contradicted") {
    const says = `does not have the head that transaction ${state.anchor.transaction} anchored`
    const mend =
      "Restore the newest copy of the database; or, when records are lost for good: npm run ledger -- accept-record --reason TEXT."
    return [found("sealed record", false, says, mend)]
  }
  const newest = state.kind === "agrees" ? state.newest : null
  return [
    found(
      "sealed record",
      true,
      newest === null ? "no anchor on the chain yet" : `agrees with its anchor in ${newest.transaction}`,
      "",
    ),
  ]
}
