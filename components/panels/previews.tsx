import type { Panel } from "./panel"

/** The content of a locked panel as text, without figures. */
export function Preview({ rows }: { readonly rows: Panel["preview"] }) {
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
