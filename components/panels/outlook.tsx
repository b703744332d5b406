import { RangeScale } from "@/components/charts/range-scale"
import type { ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "@/lib/api/signal"
import { marketPrice } from "@/lib/client/format/money"
import { signedPercentOf } from "@/lib/client/format/number"

type Signal = ResponseOf<typeof signalContract>

/** Where the price is likely to be, and the levels of a trade that follows the signal. */
export function Outlook({ answer }: { readonly answer: Signal }) {
  const { price, outlook } = answer
  const levels = levelRows(answer)
  const ranges = [
    { name: "24 h", ...outlook.range80_24h },
    { name: "7 d", ...outlook.range80_7d },
  ]
  return (
    <>
      <h4>
        80% range <span className="muted">four of five closes land inside</span>
      </h4>
      <RangeScale price={price} ranges={ranges} marks={levels.filter(({ tone }) => tone !== "entry").map(toMark)} />
      <table className="table">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Horizon</th>
            <th scope="col">Low</th>
            <th scope="col">High</th>
          </tr>
        </thead>
        <tbody>
          {ranges.map(({ name, low, high }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <PriceCell value={low} from={price} />
              <PriceCell value={high} from={price} />
            </tr>
          ))}
        </tbody>
      </table>
      {levels.length > 0 ? <LevelTable levels={levels} entry={answer.levels?.entry ?? price} /> : null}
    </>
  )
}

type Level = { readonly name: string; readonly price: number; readonly tone: "entry" | "stop" | "target" }

function levelRows({ levels }: Signal): readonly Level[] {
  if (!levels) return []
  return [
    { name: "Stop", price: levels.stop_loss, tone: "stop" },
    { name: "Entry", price: levels.entry, tone: "entry" },
    { name: "Target 1", price: levels.take_profit_1, tone: "target" },
    { name: "Target 2", price: levels.take_profit_2, tone: "target" },
    { name: "Target 3", price: levels.take_profit_3, tone: "target" },
  ]
}

function toMark({ name, price, tone }: Level) {
  return { name, price, tone: tone === "stop" ? ("stop" as const) : ("target" as const) }
}

function LevelTable({ levels, entry }: { readonly levels: readonly Level[]; readonly entry: number }) {
  const risk = Math.abs(entry - (levels.find(({ tone }) => tone === "stop")?.price ?? entry))
  return (
    <>
      <h4>
        Levels <span className="muted">R = distance to the stop</span>
      </h4>
      <table className="table">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Price</th>
            <th scope="col">Multiple of risk</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ name, price, tone }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <PriceCell value={price} from={entry} />
              <td className="number muted">
                {tone === "target" && risk > 0 ? `${round(Math.abs(price - entry) / risk)} R` : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function PriceCell({ value, from }: { readonly value: number; readonly from: number }) {
  const distance = value / from - 1
  return (
    <td className="number">
      {marketPrice(value)} <small>{distance === 0 ? "" : signedPercentOf(distance)}</small>
    </td>
  )
}

function round(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "")
}
