import { previewRows } from "./preview-rows"

/** What a locked panel contains, in words, without figures. */
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
