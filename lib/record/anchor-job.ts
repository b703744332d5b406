import type { Client } from "viem"
import { getBlock, getTransaction } from "viem/actions"
import { anchorIn } from "@/lib/x402/chain/record-anchor"
import type { RecordAnchors } from "@/lib/x402/ledger/record-anchors"
import { type AnchorCheckPorts, type AnchorCheckState, checkNewestAnchor } from "./anchor-check"

export type AnchorJobPorts = AnchorCheckPorts & {
  readonly client: Client
  readonly anchors: Pick<RecordAnchors, "signers" | "signed" | "acceptances" | "mined" | "confirm">
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Compares the record with the chain until this has succeeded, and then confirms each new anchor in its block. */
export type AnchorJob = {
  readonly state: () => AnchorCheckState
  /** Resolves when the first comparison has ended, also when the node is away. */
  readonly tried: Promise<void>
  stop(): Promise<void>
}

const ROUND_MS = 30_000
/** Anchors that are confirmed in one round. */
const PER_ROUND = 50

export function startAnchorJob(ports: AnchorJobPorts): AnchorJob {
  let state: AnchorCheckState = { kind: "unchecked" }
  let isRunning = false
  const round = async () => {
    if (isRunning) return
    isRunning = true
    try {
      if (state.kind !== "agrees") state = announced(await checkNewestAnchor(ports), state, ports)
      if (state.kind === "agrees") await confirmAnchors(ports)
    } catch (error) {
      ports.log("record_not_compared", { err: error })
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void round(), ROUND_MS).unref()
  return { state: () => state, tried: round(), stop: async () => clearInterval(timer) }
}

function announced(next: AnchorCheckState, before: AnchorCheckState, { log }: AnchorJobPorts): AnchorCheckState {
  if (next.kind === "contradicted" && before.kind !== "contradicted") {
    const { transaction, head } = next.anchor
    log("record_contradicted", { transaction, head })
  }
  if (next.kind === "agrees" && before.kind === "contradicted") log("record_accepted", {})
  return next
}

/** Reads the anchors that the ledger lists from their blocks. One that its transaction does not carry stays unconfirmed. */
async function confirmAnchors({ client, anchors }: AnchorJobPorts): Promise<void> {
  const open = (await anchors.mined(PER_ROUND)).filter(({ timeMs }) => timeMs === null)
  for (const { transaction: hash, head, link } of open) {
    const found = await getTransaction(client, { hash }).catch((error: unknown) => {
      // The ledger may be of another chain.
      if (error instanceof Error && error.name === "TransactionNotFoundError") return null
      throw error
    })
    const anchor = found?.blockNumber == null ? null : anchorIn(found.input)
    if (anchor?.head !== head || anchor.link !== link || found?.blockNumber == null) continue
    const { timestamp } = await getBlock(client, { blockNumber: found.blockNumber })
    await anchors.confirm(hash, Number(timestamp) * 1_000)
  }
}
