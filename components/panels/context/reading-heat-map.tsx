"use client"

import { usePurchaseClient } from "@/components/app/app-context"
import { ScrollRegion } from "@/components/ui/scroll-region"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { useTimes } from "@/lib/client/browser/use-times"
import { indicatorName } from "@/lib/client/format/indicator"
import { readingHistory, type Vote } from "./reading-history"

const marks = { long: "▲", short: "▼", neutral: "·" } as const

/** The votes of all readings over the answers that were bought, newest on the right. */
export function ReadingHeatMap({ coin }: { readonly coin: string }) {
  const times = useTimes()
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null) ?? []
  const { atMs, rows } = readingHistory(receipts, coin)
  if (atMs.length < 2) {
    return (
      <p className="hint">
        From the answers that you bought: this is one. With the second, each reading becomes a row of votes over time.
      </p>
    )
  }
  return (
    <ScrollRegion label={`Readings of ${coin} over time`} className="heat-map">
      <table>
        <caption>
          Votes in your {atMs.length} answers about {coin}, {times.text(atMs[0] ?? 0)} to {times.text(atMs.at(-1) ?? 0)}
          . ▲ long, ▼ short, · neutral, empty: no vote.
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Reading</th>
            {atMs.map((at) => (
              <th scope="col" key={at}>
                {times.text(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, votes }) => (
            <tr key={name}>
              <th scope="row">{indicatorName(name)}</th>
              {votes.map((vote, index) => (
                <VoteCell vote={vote} key={atMs[index]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function VoteCell({ vote }: { readonly vote: Vote | undefined }) {
  return (
    <td data-vote={vote}>
      {vote == null ? null : <span aria-hidden="true">{marks[vote]}</span>}
      <span className="visually-hidden">{vote ?? "no vote"}</span>
    </td>
  )
}
