import { previewRows } from "./preview-rows"

/** The content of a locked panel as text, without figures. */
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
