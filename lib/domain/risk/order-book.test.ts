import fc from "fast-check"
import { expect, test } from "vitest"
import { type BookLevel, fillOf, readBook } from "./order-book"

const level = (priceUsd: number, sizeBase: number): BookLevel => ({ priceUsd, sizeBase })

test("a market order walks the book: two coins at 101 and one at 103 cost 1.67% of the mid of 100", () => {
  const book = readBook({ bids: [level(99, 5)], asks: [level(103, 4), level(101, 2)] })
  if (book === null) throw new Error("book")
  expect(book.midUsd).toBe(100)
  const { slippageRatio, isWhole, filledUsd } = fillOf(book, "buy", 300)
  expect(slippageRatio).toBeCloseTo((2 * 101 + 103) / 3 / 100 - 1, 12)
  expect([isWhole, filledUsd]).toEqual([true, 300])
  expect(fillOf(book, "sell", 300).slippageRatio).toBeCloseTo(0.01, 12)
  expect(fillOf(book, "sell", 600)).toMatchObject({ isWhole: false, filledUsd: 500 })
})

test("rows at an absurd price fill no order", () => {
  const book = readBook({ bids: [level(99, 5), level(1, 1e6)], asks: [level(101, 2), level(1e6, 1e6)] })
  if (book === null) throw new Error("book")
  expect(fillOf(book, "buy", 300)).toMatchObject({ isWhole: false, filledUsd: 200 })
  expect(fillOf(book, "sell", 600)).toMatchObject({ isWhole: false, filledUsd: 500 })
})

test.each([
  ["empty", [], []],
  ["without bids", [], [level(1, 1)]],
  ["crossed", [level(101, 1)], [level(100, 1)]],
  ["locked", [level(100, 1)], [level(100, 1)]],
  ["of zero sizes", [level(99, 0)], [level(101, 0)]],
  ["of wrong numbers", [level(Number.NaN, 1)], [level(Infinity, 1), level(-1, 1)]],
])("a book that is %s is not read", (_, bids, asks) => {
  expect(readBook({ bids, asks })).toBeNull()
})

const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, -1, Number.NaN, Infinity, -Infinity),
  fc.double({ min: 90, max: 110, noNaN: true }),
)
const anyLevels = fc.array(fc.record({ priceUsd: anyNumber, sizeBase: anyNumber }), { maxLength: 30 })

test("hostile books: sides are in order and never cross, and slippage is finite, not negative and grows with the size", () => {
  fc.assert(
    fc.property(anyLevels, anyLevels, fc.double({ min: 1, max: 1e7, noNaN: true }), (bids, asks, sizeUsd) => {
      const book = readBook({ bids, asks })
      if (book === null) return
      const prices = [
        ...book.bids.map(({ priceUsd }) => priceUsd).toReversed(),
        ...book.asks.map(({ priceUsd }) => priceUsd),
      ]
      expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b))
      expect([...book.bids, ...book.asks].every(({ sizeBase }) => sizeBase > 0)).toBe(true)
      for (const side of ["buy", "sell"] as const) {
        const [small, large] = [fillOf(book, side, sizeUsd / 2), fillOf(book, side, sizeUsd)]
        expect(small.slippageRatio).toBeGreaterThanOrEqual(0)
        expect(large.filledUsd).toBeLessThanOrEqual(sizeUsd * (1 + 1e-9))
        expect(large.slippageRatio).toBeGreaterThanOrEqual(small.slippageRatio * (1 - 1e-9) - 1e-12)
        if (large.isWhole) expect(small.isWhole).toBe(true)
      }
    }),
  )
})

test("the order of the rows does not matter", () => {
  const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9 })), { minLength: 1 })
  fc.assert(
    fc.property(sizes, (rows) => {
      const bids = rows.map(([price, size]) => level(price, size))
      const asks = [level(100, 1)]
      expect(readBook({ bids: bids.toReversed(), asks })).toEqual(readBook({ bids, asks }))
    }),
  )
})
