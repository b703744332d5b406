"use client"

import dynamic from "next/dynamic"
import Link from "next/link"
import { loadLate } from "@/components/app/load-late"
import { ErrorBoundary } from "@/components/ui/error-boundary"

const RecordStripStats = dynamic(() => loadLate().then((module) => module.RecordStripStats), {
  ssr: false,
  loading: () => <p className="strip-line">Loading…</p>,
})

const ReplaySummary = dynamic(() => loadLate().then((module) => module.ReplaySummary), {
  ssr: false,
})

/** The track record in one line, free. Its space is reserved from the start. */
export function RecordStrip() {
  return (
    <section className="record-strip" aria-labelledby="record">
      <h2 className="section-head" id="record">
        Track record <span className="badge">free</span>
      </h2>
      <div className="record-figures">
        <ErrorBoundary>
          <RecordStripStats />
          <p className="measure-note replay-line">
            <ReplaySummary />
          </p>
        </ErrorBoundary>
      </div>
      <p className="section-foot">
        Each call is sealed before its outcome, losses included. All coins and days count here; a chart counts its own,
        so its shares differ.{" "}
        <Link prefetch={false} href="/track-record">
          Full record, and how to verify it
        </Link>
      </p>
    </section>
  )
}
