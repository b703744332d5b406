import { expect, test } from "vitest"
import { orderInQuery, queryWithOrder } from "./order-in-query"

const orderOf = (search: string) => orderInQuery(new URLSearchParams(search), "Pools")

test("an order is read back from the address that it wrote, and other parameters stay", () => {
  for (const isDescending of [true, false]) {
    const order = { column: "TVL, 7d", isDescending }
    const written = queryWithOrder("?chain=Base&sort=Arena:Return", "Pools", order)
    expect(written).toContain("chain=Base")
    expect(orderOf(written)).toEqual(order)
    expect(queryWithOrder(written, "Pools", null)).toBe("?chain=Base")
  }
  expect(queryWithOrder("", "Pools", null)).toBe("")
})

test("the order of another table is ignored", () => {
  expect(orderOf("?sort=Arena:-Return")).toBeNull()
  expect(orderOf("")).toBeNull()
})
