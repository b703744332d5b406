import { GENESIS_HASH } from "@/lib/domain/track-record/chain"
import { isoTime } from "@/lib/domain/utc-day"
import { createRecordAnchors } from "@/lib/x402/ledger/record-anchors"
import { checkNewestAnchor } from "@/lib/record/anchor-check"
import { recordsOf } from "@/lib/record/records"
import { anchorCheckPorts } from "@/lib/server/runtime/anchors"
import { clientOf, type LedgerContext } from "./ledger-context"

/** Accepts that the record differs from its newest anchor, so that the service seals and shows figures again. */
export async function acceptRecord({ config, store, args }: LedgerContext): Promise<void> {
  const state = await checkNewestAnchor(anchorCheckPorts(config, { store, client: clientOf(config) }))
  if (state.kind !== "contradicted") {
    throw new Error("The record agrees with its newest anchor on the chain: there is nothing to accept.")
  }
  const head = (await recordsOf(store).sealed.head())?.hash ?? GENESIS_HASH
  const { transaction } = state.anchor
  await createRecordAnchors(store).accept({
    at: isoTime(Date.now()),
    contradicted: transaction,
    head,
    reason: args.reason ?? "",
  })
  console.log(
    `Transaction ${transaction} anchored a head that the record does not have; the record goes on from ${head}.`,
  )
  console.log(
    "The running service sees this within a minute. The next anchor commits to the reason, which readers see.",
  )
}
