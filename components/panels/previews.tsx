import { previewRows } from "./preview-rows"

/** What is inside a locked panel, in words. Never numbers: there are none before they are bought. */
export function Preview({ endpoint }: { readonly endpoint: string }) {
  return (
    <dl className="preview">
      {(previewRows[endpoint] ?? []).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
