import { glyphs } from "@/lib/client/format/direction"
import { KeyboardNavigable } from "./keyboard-navigable"

export type SignedBar = { readonly name: string; readonly value: number; readonly note?: string }

type SignedBarsProps = {
  readonly caption: string
  readonly bars: readonly SignedBar[]
  /** Formats a value with its sign and unit. */
  readonly format: (value: number) => string
}

/**
 * Positive bars to the right, negative bars to the left. Each bar has its figure beside it, so it needs no separate
 * table.
 */
export function SignedBars({ caption, bars, format }: SignedBarsProps) {
  const widest = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE)
  return (
    <KeyboardNavigable label={caption}>
      <table className="table signed-bars">
        <caption className="visually-hidden">{caption}</caption>
        <tbody>
          {bars.map(({ name, value, note }) => (
            <tr key={name} data-point={`${name}${note === undefined ? "" : `, ${note}`}: ${format(value)}`}>
              <th scope="row">
                {name} {note === undefined ? null : <small>{note}</small>}
              </th>
              <td className="signed-track" aria-hidden="true">
                <span
                  data-direction={directionOf(value)}
                  style={{ inlineSize: `${(50 * Math.abs(value)) / widest}%`, [side(value)]: "50%" }}
                />
              </td>
              <td className="number">
                <span className="direction" data-direction={directionOf(value)}>
                  <span className="direction-glyph" aria-hidden="true">
                    {glyphs[directionOf(value)]}
                  </span>{" "}
                  {format(value)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </KeyboardNavigable>
  )
}

function directionOf(value: number) {
  return value > 0 ? "up" : value < 0 ? "down" : "flat"
}

function side(value: number) {
  return value < 0 ? "insetInlineEnd" : "insetInlineStart"
}
