import type { ForecastModel, HarCoefficients } from "@/lib/domain/volatility/forecast-model"

/** A fitted model as Markdown tables. */
export function fitReport(model: ForecastModel): string {
  const { seen, har, widths, touch, targets, usualSigmaPerAtr } = model
  return [
    `Fitted on ${seen.closes.toLocaleString("en")} closes of ${seen.coins.join(", ")}, ${seen.from} to ${seen.until}. ` +
      "Every part has seen these closes and nothing later.",
    section("Volatility: log variance per day", [
      ["", "c", "24h", "168h", "720h", "1440h", "year", "move 24h", "move 7d", "Sat", "Sun", "Mon"],
      ["day", ...coefficients(har.day)],
      ["week", ...coefficients(har.week)],
    ]),
    section("80% ranges: half-width in forecast standard deviations", [
      ["24h", "7d"],
      [fixed(widths["24h"]), fixed(widths["7d"])],
    ]),
    section("Forecast standard deviation of a usual ATR(14)", [
      ["3d", "7d"],
      [fixed(usualSigmaPerAtr["3d"]), fixed(usualSigmaPerAtr["7d"])],
    ]),
    section("Touch frequencies by reflection probability", [
      ["probability", "24h up", "24h down", "7d up", "7d down"],
      ...touch.raw.map((raw, index) => [
        String(raw),
        ...[touch["24h"].up, touch["24h"].down, touch["7d"].up, touch["7d"].down].map((map) => fixed(map[index] ?? 0)),
      ]),
    ]),
    ...(["3d", "7d", "14d"] as const).map((horizon) =>
      section(`Target before stop within ${horizon}, by stop (rows) and target (columns) in usual ATR`, [
        ["stop", ...targets.targets.map(String), "stop hit"],
        ...targets.stops.map((stop, row) => [
          String(stop),
          ...(targets[horizon].target[row] ?? []).map(fixed),
          fixed(targets[horizon].stop[row] ?? 0),
        ]),
      ]),
    ),
    section("Share of stops within 14d that came before the target", [
      targets.targets.map(String),
      targets.stopFirst.map(fixed),
    ]),
    section("Mean result in R of plans that neither level ended, by multiple (rows) and stop (columns)", [
      ["multiple", ...targets.stops.map(String)],
      ...targets.timedR.rows.map((row, index) => [String(targets.timedR.multiples[index]), ...row.map(fixed)]),
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
