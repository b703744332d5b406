/** What is inside a locked panel, in words. Never numbers: there are none before they are bought. */
export function SignalPreview({ coin }: { readonly coin: string }) {
  return (
    <Preview
      rows={[
        ["Direction", `One of seven for ${coin}, strong short to strong long`],
        ["Strength", "How far the votes agree, 0 to 100"],
        ["Probability", "Calibrated for 24 h; rarely far from 50%"],
        ["Votes", "Up to 25 indicators, abstentions named"],
        ["80% ranges", "For the close in 24 h and in 7 d"],
        ["Levels", "Entry, stop, three targets, if there is a direction"],
        ["Provenance", "Sources with the age of their data"],
      ]}
    />
  )
}

export function ContextPreview({ coin }: { readonly coin: string }) {
  return (
    <Preview
      rows={[
        ["Indicators", `Every reading behind the ${coin} signal`],
        ["Value, vote", "With the rule that turns one into the other"],
        ["Age, source", "Of each reading, from the data's own clock"],
        ["Evidence", "Validated, weak or untested, by measured history"],
      ]}
    />
  )
}

function Preview({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="preview">
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
