/** The outcome of a check, in words. */
export type Said = { readonly tone: "good" | "calm" | "bad"; readonly text: string }

/** What a check says; `null` before it. An alarm interrupts whoever listens, anything else waits for a pause. */
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
