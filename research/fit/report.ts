import { WINDOWS_H } from "@/lib/domain/volatility/features"
import type { ForecastModel, HarCoefficients } from "@/lib/domain/volatility/forecast-model"

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

/** A fitted model as Markdown tables. */
export function fitReport(model: ForecastModel): string {
  const { seen, har, targets, usualSigmaPerAtr } = model
  return [
    `Fitted on ${seen.closes.toLocaleString("en")} closes of ${seen.coins.join(", ")}, ${seen.from} to ${seen.until}. ` +
      "Every part has seen these closes and nothing later.",
    section("Variance of the hours of the week, from Monday 00:00 UTC, as multiples of the mean", [
      ["", ...Array.from({ length: 24 }, (_, hour) => `${hour}h`)],
      ...WEEKDAYS.map((day, index) => [day, ...model.hourOfWeek.slice(24 * index, 24 * index + 24).map(fixed)]),
    ]),
    section("Volatility: log variance per day", [
      ["", "c", ...WINDOWS_H.map((hours) => `${hours}h`), "year", "move 24h", "move 7d", "Sat", "Sun", "Mon"],
      ["day", ...coefficients(har.day)],
      ["week", ...coefficients(har.week)],
      ["month", ...coefficients(har.month)],
    ]),
    section(
      "Quantiles (both sides) and expected shortfall at 5% in forecast standard deviations, error of the volatility",
      [
        ["hours", ...model.shares.slice(1).map((share) => `±${((1 + share) * 50).toFixed(1)}%`), "shortfall", "error"],
        ...model.horizons.map(({ hours, halfWidths, shortfall, error }) => [
          String(hours),
          ...[...halfWidths.slice(1), shortfall, error].map(fixed),
        ]),
      ],
    ),
    section("Forecast standard deviation of a usual ATR(14)", [
      ["3d", "7d"],
      [fixed(usualSigmaPerAtr["3d"]), fixed(usualSigmaPerAtr["7d"])],
    ]),
    section("Log of the forecast for the week over the year before, by percentile", [
      model.weekOverYear.map((_, index) => `${(100 * index) / (model.weekOverYear.length - 1)}%`),
      model.weekOverYear.map(fixed),
    ]),
    section("Touch frequencies by reflection probability", [
      ["probability", ...model.horizons.map(({ hours }) => `${hours}h`)],
      ...model.raw.map((raw, index) => [String(raw), ...model.horizons.map(({ touch }) => fixed(touch[index] ?? 0))]),
    ]),
    ...(["3d", "7d", "14d"] as const).map((horizon) =>
      section(`Target before stop within ${horizon}, by stop (rows) and target (columns) in usual ATR`, [
        ["stop", ...targets.targets.map(String)],
        ...targets.stops.map((stop, row) => [String(stop), ...(targets[horizon][row] ?? []).map(fixed)]),
      ]),
    ),
    section("Share of stops within 14d that came before the target", [
      targets.targets.map(String),
      targets.stopFirst.map(fixed),
    ]),
  ].join("\n\n")
}

function coefficients({ intercept, windows, year, move24h, move7d, weekdays }: HarCoefficients): readonly string[] {
  const { saturday, sunday, monday } = weekdays
  return [intercept, ...windows, year, move24h, move7d, saturday, sunday, monday].map(fixed)
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`
}

function section(title: string, [head = [], ...rows]: readonly (readonly string[])[]): string {
  return [`## ${title}`, "", line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}

function fixed(value: number): string {
  return value.toFixed(4)
}
