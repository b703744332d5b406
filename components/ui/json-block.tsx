import { ScrollRegion } from "./scroll-region"

/** A value as formatted JSON in a scrollable box. */
export function JsonBlock({
  label,
  value,
  lead,
}: {
  readonly label: string
  readonly value: unknown
  readonly lead?: string
}) {
  return (
    <ScrollRegion label={label} className="json">
      <pre>
        {lead === undefined ? "" : `${lead}\n`}
        {JSON.stringify(value, null, 1)}
      </pre>
    </ScrollRegion>
  )
}
