"use client"

import { KeyboardNavigable } from "@/components/charts/keyboard-navigable"
import { FreePanel } from "@/components/panels/free-panel"
import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { share } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import { statusContract } from "@/lib/endpoints/status/contract"
import { useTimes } from "@/lib/client/browser/use-times"
import { Incidents } from "./incidents"
import { partName } from "./part-names"

type History = ResponseOf<typeof statusContract>
type Part = History["parts"][number]

/** Each service part over the last 24 hours. An empty bucket means the service was not running. */
export function StatusHistory() {
  const state = useFreeAnswer("/api/status", statusContract.response)
  const history = newestIn(state)
  return (
    <FreePanel title="Last 24 hours" state={state}>
      {history === null ? null : (
        <>
          <KeyboardNavigable label="Each part by quarters of an hour">
            <ul className="history-list">
              {history.parts.map((part) => (
                <PartHistory part={part} history={history} key={part.name} />
              ))}
            </ul>
          </KeyboardNavigable>
          <div className="history-ends" aria-hidden="true">
            <span>
              <small>24h ago</small>
              <small>now</small>
            </span>
          </div>
          <Incidents incidents={history.incidents} asOf={history.to} />
        </>
      )}
    </FreePanel>
  )
}

function PartHistory({ part, history }: { readonly part: Part; readonly history: History }) {
  const times = useTimes()
  const beginMs = Date.parse(history.from)
  const lengthMs = Date.parse(history.to) - beginMs || 1
  const at = (time: string) => `${(100 * (Date.parse(time) - beginMs)) / lengthMs}%`
  return (
    <li>
      <span>{partName(part.name)}</span>
      <span className="history-track" aria-hidden="true">
        {part.buckets.map(({ from, status }) => (
          <i
            data-point={`${partName(part.name)}, ${times.text(from)}: ${status}`}
            data-status={status}
            key={from}
            style={{ insetInlineStart: at(from), inlineSize: `${(100_000 * history.bucket_s) / lengthMs}%` }}
            title={`${times.text(from)}: ${status}`}
          />
        ))}
      </span>
      <span className="number">{share(part.ok_share)} ok</span>
    </li>
  )
}
