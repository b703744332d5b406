/** The result of a check. */
export type Said = { readonly tone: "good" | "calm" | "bad"; readonly text: string }

/** The result of a check; `null` before it. A failure is an alert, other results are announced politely. */
export function CheckSummaryLine({ said }: { readonly said: Said | null }) {
  return (
    <>
      <output className="check-said" data-tone={said?.tone}>
        {said === null || said.tone === "bad" ? "" : said.text}
      </output>
      {said?.tone === "bad" ? (
        <p className="check-said" data-tone="bad" role="alert">
          {said.text}
        </p>
      ) : null}
    </>
  )
}
