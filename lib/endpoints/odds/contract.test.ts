import { describe, expect, test } from "vitest"
import { parseRequestParams } from "@/lib/server/http/request-params"
import { oddsContract } from "./contract"

function asked(query: string) {
  return parseRequestParams(oddsContract, { coin: "btc" }, new URLSearchParams(query))
}

describe("levels of /odds", () => {
  test.each([
    ["level=100000", [100_000]],
    ["level=100000,92000.5", [100_000, 92_000.5]],
    ["level=100000&level=92000", [100_000, 92_000]],
    ["level=1, 2, 3,4,5", [1, 2, 3, 4, 5]],
  ])("%s", (query, levels) => {
    const { params, url } = asked(query)
    expect(params).toEqual({ coin: "BTC", level: levels, hours: 24 })
    expect(asked(new URL(url, "http://any").search).url, "the canonical URL asks the same").toBe(url)
  })

  test("repeated and with commas they have one URL", () => {
    expect(asked("level=1&level=2").url).toBe(asked("level=1,2").url)
  })

  test.each([
    ["", "level: is required"],
    ["level=", "is not a price above zero"],
    ["level=0", '"0" is not a price above zero'],
    ["level=0.000", "is not a price above zero"],
    ["level=-5", "is not a price above zero"],
    ["level=NaN", '"NaN" is not a price above zero'],
    ["level=1e5", "is not a price above zero"],
    ["level=Infinity", "is not a price above zero"],
    ["level=%20100000", "is not a price above zero"],
    ["level=+98000", "is not a price above zero"],
    ["level=5,", "is not a price above zero"],
    ["level=1,2,3,4,5,6", "names more than 5 levels"],
    ["level=5&level=5.0", "names 5 more than once"],
    ["level=5&hours=0", "hours: "],
    ["level=5&hours=721", "hours: "],
    ["level=5&hours=1.5", "hours: must be a whole number"],
    ["level=5&hours=many", "hours: must be a whole number"],
    ["level=5&hours=1&hours=2", "hours: given more than once"],
  ])("%s is refused with the field's name", (query, message) => {
    expect(() => asked(query)).toThrow(message)
  })
})
