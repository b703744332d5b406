import { expect, test } from "vitest"
import { createLogThrottle } from "./log-throttle"

function open() {
  const written: string[] = []
  let nowMs = 0
  const throttle = createLogThrottle(() => nowMs)
  return {
    written,
    wait: (ms: number) => void (nowMs += ms),
    flush: () => throttle.flush(),
    log: (kind: string) => throttle.line(kind, (repeated) => void written.push(`${kind} ${repeated}`)),
  }
}

test("of 57 equal lines in 15 seconds at most seven are written, with the number of omitted lines", () => {
  const { log, wait, flush, written } = open()
  for (let line = 0; line < 57; line += 1) {
    log("broadcast_failed")
    wait(263)
  }
  wait(20_000)
  flush()
  expect(written.length).toBeLessThanOrEqual(7)
  const told = written.reduce((sum, line) => sum + 1 + Number(line.split(" ")[1]), 0)
  expect(told, "each line is written or counted").toBe(57)
})

test("each kind of line has its own limit, and a line after a pause is written at once", () => {
  const { log, wait, written } = open()
  for (const kind of ["a", "b", "a", "b", "a", "b", "a", "b"]) log(kind)
  wait(10_000)
  log("a")
  expect(written).toEqual(["a 0", "b 0", "a 0", "b 0", "a 0", "b 0", "a 1"])
})
