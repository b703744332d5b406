"use client"

import {
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"
import { PlotPoints } from "./plot-points"

export type PlotPoint = { readonly name: string; readonly x: number; readonly y: number }

export type PointGroup = {
  readonly name: string
  readonly points: readonly PlotPoint[]
  readonly tone: "accent" | "up" | "down" | "muted"
  readonly shape: "circle" | "diamond" | "square" | "triangle"
}

type Axis = {
  readonly name: string
  readonly format: (value: number) => string
  readonly domain?: readonly [number, number]
}

type PointPlotProps = {
  readonly groups: readonly PointGroup[]
  readonly x: Axis
  readonly y: Axis
  /** Draws the line where x equals y. */
  readonly diagonal?: boolean
}

const fills = { accent: "var(--accent)", up: "var(--up)", down: "var(--down)", muted: "var(--control)" } as const
const style = { stroke: "var(--control)", tick: { fill: "var(--muted)", fontSize: 12 }, tickLine: false } as const

/** A scatter plot; groups are distinguished by shape as well as by colour. */
export function PointPlot({ groups, x, y, diagonal = false }: PointPlotProps) {
  const low = Math.max(x.domain?.[0] ?? 0, y.domain?.[0] ?? 0)
  const high = Math.min(x.domain?.[1] ?? 1, y.domain?.[1] ?? 1)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ScatterChart accessibilityLayer={false} margin={{ top: 6, right: 12, bottom: 16, left: 0 }}>
        <CartesianGrid stroke="var(--line)" />
        <XAxis
          dataKey="x"
          type="number"
          name={x.name}
          domain={domainOf(x)}
          tickFormatter={x.format}
          label={{ value: x.name, position: "insideBottom", offset: -10, fill: "var(--muted)", fontSize: 12 }}
          {...style}
        />
        <YAxis
          dataKey="y"
          type="number"
          name={y.name}
          domain={domainOf(y)}
          width={56}
          tickFormatter={y.format}
          {...style}
        />
        <Tooltip isAnimationActive={false} content={<PointNote x={x} y={y} />} />
        {diagonal ? (
          <ReferenceLine
            segment={[
              { x: low, y: low },
              { x: high, y: high },
            ]}
            stroke="var(--muted)"
            strokeDasharray="4 4"
          />
        ) : null}
        {groups.map(({ name, points, tone, shape }) => (
          <Scatter key={name} name={name} data={points} fill={fills[tone]} shape={shape} isAnimationActive={false} />
        ))}
        <PlotPoints
          points={orderedPoints(groups).map((point) => ({ ...point, text: `${point.name}. ${valuesOf(point, x, y)}` }))}
        />
      </ScatterChart>
    </ResponsiveContainer>
  )
}

type NoteProps = {
  readonly x: Axis
  readonly y: Axis
  readonly active?: boolean
  readonly payload?: readonly { readonly payload?: PlotPoint }[]
}

function PointNote({ x, y, active = false, payload }: NoteProps) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  return (
    <p className="chart-note">
      <b>{point.name}</b>
      <br />
      {valuesOf(point, x, y)}
    </p>
  )
}

function valuesOf(point: PlotPoint, x: Axis, y: Axis): string {
  return `${x.name}: ${x.format(point.x)}; ${y.name}: ${y.format(point.y)}`
}

/** All points from left to right, with the group name if there are several groups. */
function orderedPoints(groups: readonly PointGroup[]): readonly PlotPoint[] {
  return groups
    .flatMap(({ name: group, points }) =>
      points.map((point) => (groups.length > 1 ? { ...point, name: `${point.name}, ${group}` } : point)),
    )
    .toSorted((a, b) => a.x - b.x)
}

function domainOf({ domain }: Axis): [number | "auto", number | "auto"] {
  return domain ? [domain[0], domain[1]] : ["auto", "auto"]
}
