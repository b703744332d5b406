import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { advanceVersions, MAX_VERSION_CHANGES, type ResourceVersion } from "./resource-versions"

let drawn = 0
const at = (nowMs: number) => ({ nowMs, nonce: () => (drawn++).toString(16).padStart(32, "0"), sha256: testSha256 })
const signal = (direction: string, dataAsOfMs = 0) => ({ path: "/signal/BTC", decision: { direction }, dataAsOfMs })

describe("versions of resources", () => {
  test("the first decision is version 1", () => {
    expect(advanceVersions([], [signal("LONG")], at(5))).toMatchObject([
      { path: "/signal/BTC", version: 1, changedAtMs: 5 },
    ])
  })

  test("newer data with the same decision keeps version and commitment", () => {
    const first = advanceVersions([], [signal("LONG", 1)], at(5))
    const second = advanceVersions(first, [signal("LONG", 9)], at(10))
    expect(second).toEqual(first.map((version) => ({ ...version, dataAsOfMs: 9 })))
  })

  test("a path that is unavailable keeps its version", () => {
    const first = advanceVersions([], [signal("LONG")], at(5))
    expect(advanceVersions(first, [], at(10))).toEqual(first.map((version) => ({ ...version, isCurrent: false })))
    expect(advanceVersions(advanceVersions(first, [], at(10)), [signal("LONG")], at(15))).toEqual(first)
  })

  test("a path without a decision is version 1 and not current, and its first decision is version 2", () => {
    const first = advanceVersions([], [], at(5), ["/signal/BTC"])
    expect(first).toMatchObject([{ version: 1, isCurrent: false, dataAsOfMs: 5, changedAtMs: 5 }])
    expect(advanceVersions(first, [], at(10), ["/signal/BTC"])).toEqual(first)
    expect(advanceVersions(first, [signal("LONG")], at(15), ["/signal/BTC"])).toMatchObject([
      { version: 2, isCurrent: true, changedAtMs: 15 },
    ])
  })

  test("the version rises exactly with each change, and each version has a new commitment", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("LONG", "SHORT", "NEUTRAL"), { minLength: 1 }), (directions) => {
        let held: readonly ResourceVersion[] = []
        const commitments = new Set<string>()
        for (const [nowMs, direction] of directions.entries()) {
          held = advanceVersions(held, [signal(direction)], at(nowMs))
          commitments.add(held[0]?.commitment ?? "")
        }
        const changes = directions.filter((direction, index) => direction !== directions[index - 1]).length
        expect(held[0]?.version).toBe(changes)
        expect(commitments.size).toBe(changes)
      }),
    )
  })

  test("a decision within the dead band of the committed one keeps the version, however slowly it moves away", () => {
    const near = (score: number) => ({
      path: "/dex/alpha",
      decision: { score },
      dataAsOfMs: score,
      isSame: (committed: unknown) => Math.abs((committed as { readonly score: number }).score - score) <= 2,
    })
    const versions: (number | undefined)[] = []
    let held: readonly ResourceVersion[] = []
    for (const score of [0, 1, 2, 3, 4, 5, 6, 4]) {
      held = advanceVersions(held, [near(score)], at(score))
      versions.push(held[0]?.version)
    }
    expect(versions).toEqual([1, 1, 1, 2, 2, 2, 3, 3])
    expect(held[0]?.isCurrent).toBe(true)
  })

  test("a version names the parts that differ from the version before, without values", () => {
    const call = (direction: string, stop: number) => ({
      path: "/signal/BTC",
      decision: { direction, stop },
      parts: { direction, levels: stop },
      dataAsOfMs: 0,
    })
    let held = advanceVersions([], [call("LONG", 1)], at(1))
    expect(held[0]?.changes, "nothing came before").toEqual([])
    for (const [index, next] of [call("LONG", 2), call("SHORT", 2), call("LONG", 3)].entries()) {
      held = advanceVersions(held, [next], at(2 + index))
    }
    expect(held[0]?.changes).toEqual([
      { version: 4, parts: ["direction", "levels"] },
      { version: 3, parts: ["direction"] },
      { version: 2, parts: ["levels"] },
    ])
    for (let stop = 4; stop < 40; stop++) held = advanceVersions(held, [call("LONG", stop)], at(stop))
    expect(held[0]?.changes).toHaveLength(MAX_VERSION_CHANGES)
  })

  test("a commitment is the hash of its decision and nonce", () => {
    const [version] = advanceVersions([], [signal("LONG")], at(5))
    expect(testSha256(`{"direction":"LONG"}${version?.nonce}`)).toBe(version?.commitment)
  })
})
