import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"

/** Age in words that change at most once a minute: `just now`, `4 min ago`, `3h ago`, `2d ago`. */
export function ageText(ageMs: number): string {
  if (ageMs < MINUTE_MS) return "just now"
  return `${spanText(ageMs)} ago`
}

/** A duration in its largest whole unit: `4 min`, `3h`, `2d`. */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return "under 1 min"
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`
  return `${Math.floor(ms / DAY_MS)}d`
}

/** Local midnight at the start of the day. */
export function startOfDay(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0)
}

type Instant = number | string

/** Formats instants in one time zone, which each text names. */
export type Times = {
  /** `2026-11-20 12:00 UTC`, `2026-11-20 17:30 GMT+5:30` */
  readonly text: (instant: Instant) => string
  /** `12:00 UTC` on the day itself, else with the date. */
  readonly short: (instant: Instant, nowMs: number) => string
  /** `12:00 UTC`, with the date when it is not `day` (`2026-11-20`). */
  readonly onDay: (instant: Instant, day: string) => string
  /** `20 Nov` */
  readonly day: (instant: Instant) => string
  /** Midnight at the start of the instant's day; off by an hour on days when clocks change. */
  readonly midnight: (instant: Instant) => number
}

/** @param zone IANA name; absent: local time */
export function timesIn(zone?: string): Times {
  const place = zone === undefined ? {} : { timeZone: zone }
  const fields = new Intl.DateTimeFormat("en-US", { ...numeric, ...place })
  const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...place })
  const isUtc = fields.resolvedOptions().timeZone === "UTC"
  const read = (instant: Instant) => {
    const parts = fields.formatToParts(new Date(instant))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ""
    // A zone at offset 0 in winter may differ in summer, so only UTC itself is named UTC.
    const name = isUtc ? "UTC" : part("timeZoneName").replace("-", "−")
    return {
      date: `${part("year")}-${part("month")}-${part("day")}`,
      time: `${part("hour")}:${part("minute")} ${name}`,
    }
  }
  const onDay: Times["onDay"] = (instant, day) => {
    const { date, time } = read(instant)
    return date === day ? time : `${date.slice(5)} ${time}`
  }
  return {
    text(instant) {
      const { date, time } = read(instant)
      return `${date} ${time}`
    },
    short: (instant, nowMs) => onDay(instant, read(nowMs).date),
    onDay,
    day: (instant) => dayAndMonth.format(new Date(instant)),
    midnight(instant) {
      const atMs = new Date(instant).getTime()
      const [hour = 0, minute = 0] = read(instant).time.split(/[: ]/).map(Number)
      return Math.floor(atMs / MINUTE_MS) * MINUTE_MS - hour * HOUR_MS - minute * MINUTE_MS
    },
  }
}

const numeric = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "shortOffset",
} as const satisfies Intl.DateTimeFormatOptions
