import type { ReactNode } from "react"

export type Stat = { readonly name: string; readonly value: ReactNode; readonly note?: ReactNode }

/** Figures side by side, each with a name and an optional note. */
export function StatList({ stats }: { readonly stats: readonly Stat[] }) {
  return (
    <dl className="stats">
      {stats.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="stat-value">{value}</dd>
          {note === undefined ? null : <dd className="measure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
