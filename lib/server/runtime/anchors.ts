import { createHash } from "node:crypto"
import type { Client } from "viem"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { Config } from "@/lib/server/config/env"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { createRecordAnchors } from "@/lib/x402/ledger/record-anchors"
import type { AnchorCheckPorts } from "@/lib/record/anchor-check"
import { type AnchorJob, type AnchorJobPorts, startAnchorJob } from "@/lib/record/anchor-job"
import { createAnchorOffer } from "@/lib/record/offer-anchor"
import { recordsOf } from "@/lib/record/records"
import type { Store } from "@/lib/store/open-store"

type Ports = { readonly store: Store; readonly client: Client; readonly log: AnchorJobPorts["log"] }

/** The accounts that settle by this configuration, in lower case; none where a facilitator settles. */
export function settlingAccounts({ settlerPrivateKey, settlement }: Config): readonly string[] {
  const keys = settlerPrivateKey === null ? [] : [settlerPrivateKey, ...settlement.furtherPrivateKeys]
  return keys.map((key) => settlementAccount(key).address.toLowerCase())
}

/** What the comparison of the record with the chain reads, for the service and for commands. */
export function anchorCheckPorts(
  settings: Config,
  { store, client }: Pick<Ports, "store" | "client">,
): AnchorCheckPorts & Pick<AnchorJobPorts, "anchors"> {
  return {
    client,
    payee: { usdc: settings.chain.usdc.address, payTo: settings.payTo },
    accounts: settlingAccounts(settings),
    sealed: recordsOf(store).sealed,
    anchors: createRecordAnchors(store),
    clock: Date.now,
  }
}

/** Compares the record with its anchors, and offers the next anchor to the settler; `offer` is absent while anchors are off. */
export function openAnchors(
  settings: Config,
  { store, client, log }: Ports,
): { readonly job: AnchorJob; readonly offer?: () => Promise<RecordAnchor | null> } {
  const ports = anchorCheckPorts(settings, { store, client })
  const job = startAnchorJob({ ...ports, log })
  if (!settings.recordAnchor) return { job }
  const { sealed } = recordsOf(store)
  const offer = createAnchorOffer({
    anchors: createRecordAnchors(store),
    checked: job.state,
    head: async () => (await sealed.head())?.hash ?? null,
    sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
    clock: Date.now,
    log,
  })
  return { job, offer }
}
