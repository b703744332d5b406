/** The result of a check. */
export type CheckSummary = { readonly tone: "good" | "calm" | "bad"; readonly text: string }

/** The result of a check; `null` before it. A failure is an alert, other results are announced politely. */
export function CheckSummaryLine({ summary }: { readonly summary: CheckSummary | null }) {
  return (
    <>
      <output className="check-outcome" data-tone={summary?.tone}>
        {summary === null || summary.tone === "bad" ? "" : summary.text}
      </output>
      {summary?.tone === "bad" ? (
        <p className="check-outcome" data-tone="bad" role="alert">
          {summary.text}
        </p>
      ) : null}
    </>
  )
}
