"use client"

import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Times } from "@/lib/client/format/time"
import { PlotPoints } from "./plot-points"

export type PlotLine = {
  readonly name: string
  /** In ascending time order. */
  readonly points: readonly { readonly atMs: number; readonly value: number }[]
  readonly tone: "accent" | "up" | "warn" | "muted"
}

type LinePlotProps = {
  readonly lines: readonly PlotLine[]
  readonly format: (value: number) => string
  /** A reference value, drawn as a thin line. */
  readonly baseline?: number
}

const strokeColors = { accent: "var(--accent)", up: "var(--up)", warn: "var(--warn)", muted: "var(--control)" } as const
const dashes = ["", "6 3", "2 3", "8 3 2 3"] as const
const axis = { stroke: "var(--control)", tick: { fill: "var(--muted)", fontSize: 12 }, tickLine: false } as const

/** Time series on one axis, distinguished by dash pattern as well as by colour. */
export function LinePlot({ lines, format, baseline }: LinePlotProps) {
  const times = useTimes()
  const rows = merged(lines)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart accessibilityLayer={false} data={rows} margin={{ top: 6, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="atMs" type="number" domain={["dataMin", "dataMax"]} tickFormatter={times.day} {...axis} />
        <YAxis domain={["auto", "auto"]} width={64} tickFormatter={format} {...axis} />
        <Tooltip
          isAnimationActive={false}
          contentStyle={tooltip}
          labelFormatter={(value) => times.text(Number(value))}
          formatter={(value) => format(Number(value))}
        />
        {baseline === undefined ? null : <ReferenceLine y={baseline} stroke="var(--text)" strokeDasharray="1 3" />}
        {lines.map(({ name, tone }, index) => (
          <Line
            key={name}
            dataKey={name}
            dot={false}
            connectNulls
            isAnimationActive={false}
            stroke={strokeColors[tone]}
            strokeWidth={tone === "muted" ? 1 : 2}
            strokeDasharray={dashes[index % dashes.length] ?? ""}
          />
        ))}
        <PlotPoints
          points={rows.map((row) => ({ text: textOf(row, { lines, format, times }), x: row["atMs"] ?? 0 }))}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

const tooltip = { border: "1px solid var(--line)", background: "var(--raised)", fontSize: 12 } as const

type RowFormat = Pick<LinePlotProps, "lines" | "format"> & { readonly times: Times }

function textOf(row: Readonly<Record<string, number>>, { lines, format, times }: RowFormat) {
  const values = lines.flatMap(({ name }) => (row[name] === undefined ? [] : `${name} ${format(row[name])}`))
  return `${times.text(row["atMs"] ?? 0)}: ${values.join(", ")}`
}

function merged(lines: readonly PlotLine[]): readonly Readonly<Record<string, number>>[] {
  const rows = new Map<number, Record<string, number>>()
  for (const { name, points } of lines) {
    for (const { atMs, value } of points) rows.set(atMs, { ...rows.get(atMs), atMs, [name]: value })
  }
  return [...rows.values()].toSorted((a, b) => (a["atMs"] ?? 0) - (b["atMs"] ?? 0))
}
