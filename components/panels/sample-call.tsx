"use client"

import { z } from "zod"
import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { DirectionBadge } from "@/components/ui/direction-badge"
import { share, signedPct } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { useTimes } from "@/lib/client/browser/use-times"
import { directionWords, badgeDirectionOf } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { percentOf } from "@/lib/client/format/number"

const Bounds = z.object({ low: z.number(), high: z.number() })

/** The parts of a sealed document that a sample shows. */
const SealedCall = z.object({
  decisionTimeMs: z.number(),
  priceUsd: z.number(),
  strength: z.number(),
  votes: z.object({ long: z.number(), short: z.number(), neutral: z.number(), total: z.number() }),
  levels: z.object({ stopLossUsd: z.number(), takeProfitsUsd: z.array(z.number()) }).nullable(),
  ranges: z.object({ day: Bounds, week: Bounds }).nullable(),
})

const outcomes = { WIN: "won", LOSS: "lost", NEUTRAL: "took no side", VOID: "not measured" } as const

type Kind = "live_paper" | "replay"

/** The newest settled call of a coin in full, with its outcome. Replayed calls stand in while no live call has settled. */
export function SampleCall({ coin }: { readonly coin: string }) {
  const live = useSettled(coin, "live_paper")
  const replay = useSettled(coin, "replay")
  const call = live.call ?? replay.call
  if (call === null) {
    return (
      <p className="hint">
        {live.isLoading || replay.isLoading
          ? "Loading…"
          : "No call has settled yet. A service that has just started computes past calls for about a minute."}
      </p>
    )
  }
  return <Sample call={call} isReplayed={live.call === null} />
}

type Arena = z.output<typeof arenaContract.response>
type Settled = Arena["recently_settled"][number]

/** A service that has just started is still computing its past calls. */
const hasSettled = ({ recently_settled }: Arena) => recently_settled.length > 0

function useSettled(coin: string, kind: Kind) {
  const path = `/api/arena/snapshot?${new URLSearchParams({ coin, kind, horizon: "24h", limit: "1" }).toString()}`
  const state = useFreeAnswer(path, arenaContract.response, kind === "replay" ? hasSettled : undefined)
  return { call: newestIn(state)?.recently_settled[0] ?? null, isLoading: state.kind === "loading" }
}

function Sample({ call, isReplayed }: { readonly call: Settled; readonly isReplayed: boolean }) {
  const times = useTimes()
  const sealed = SealedCall.safeParse(call.record)
  const document = sealed.success ? sealed.data : null
  const range = document?.ranges?.day
  const wasInside = range && call.exit_price >= range.low && call.exit_price <= range.high
  return (
    <div className="answer sample">
      <p className="sample-title">
        <span className="badge">Sample</span> {call.coin} call of{" "}
        {times.text(document?.decisionTimeMs ?? call.settled_at)}
        {isReplayed ? ", replayed, hypothetical" : ""}
      </p>
      <p className="verdict-word">
        <DirectionBadge direction={badgeDirectionOf(call.direction)}>{directionWords(call.direction)}</DirectionBadge>{" "}
        <small>{percentOf(call.confidence)}</small>
      </p>
      <p>
        <b>
          24h later {marketPrice(call.exit_price)}, {signedPct(call.return_pct)}: {outcomes[call.outcome]}
        </b>
        {wasInside === undefined ? "" : `; price ${wasInside ? "inside" : "outside"} the 80% band.`}
      </p>
      <StatList
        stats={[
          { name: "Price at the call", value: marketPrice(call.entry_price) },
          ...(range
            ? [{ name: "80% band, 24h", value: `${marketPrice(range.low)} to ${marketPrice(range.high)}` }]
            : []),
          ...(document
            ? [
                {
                  name: "Votes",
                  value: `${document.votes.long} long, ${document.votes.short} short`,
                  note: `${document.votes.neutral} neutral; agreement ${share(document.strength / 100)}`,
                },
              ]
            : []),
          ...(document?.levels
            ? [
                { name: "Stop", value: marketPrice(document.levels.stopLossUsd) },
                {
                  name: "Targets",
                  value: document.levels.takeProfitsUsd.map((price) => marketPrice(price)).join(" · "),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
