import { expect, test } from "vitest"
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import { untilText } from "./time-until"

test.each([
  [30_000, "1 min"],
  [59.5 * MINUTE_MS, "1h"],
  [HOUR_MS + 59 * MINUTE_MS, "2h"],
  [3.94 * HOUR_MS, "3.9h"],
  [47.97 * HOUR_MS, "2d"],
  [71 * HOUR_MS, "3d"],
])("%d ms are %s", (leftMs, text) => expect(untilText(leftMs)).toBe(text))
