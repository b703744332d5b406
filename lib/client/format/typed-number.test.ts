import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readTypedNumber, shownNumber, typedValue, unambiguous } from "./typed-number"

const value = (text: string) => ({ kind: "number", value: text })

test.each([
  ["178,5", "178.5"],
  ["178.5", "178.5"],
  ["$ 178,50", "178.5"],
  ["1,234.5", "1234.5"],
  ["1.234,5", "1234.5"],
  ["1,234,567", "1234567"],
  ["1.234.567", "1234567"],
  ["1.234,567", "1234.567"],
  ["1 234 567,8", "1234567.8"],
  ["10\u00a0000", "10000"],
  ["10\u202f000,5", "10000.5"],
  ["10'000.5", "10000.5"],
  ["10’000", "10000"],
  ["1234,567", "1234.567"],
  ["0,125", "0.125"],
  ["0.095", "0.095"],
  [",5", "0.5"],
  ["5.", "5"],
  ["007", "7"],
  ["US$95000", "95000"],
  ["95000 USDC", "95000"],
  ["２,５", "2.5"],
])("%j is read as %s", (text, expected) => expect(readTypedNumber(text, "dollars")).toEqual(value(expected)))

test.each([
  ["95.000", ["95000", "95"]],
  ["1,234", ["1234", "1.234"]],
  ["$178.125", ["178125", "178.125"]],
])("%j has two readings", (text, readings) => {
  expect(readTypedNumber(text, "dollars")).toEqual({ kind: "ambiguous", readings })
  expect(typedValue(text, "dollars")).toBeNaN()
})

const notNumbers = [
  "",
  ".",
  ",",
  "ten",
  "-1",
  "+1",
  "1e3",
  "0x10",
  "1,2,3",
  "1.2.3",
  "12,34,567",
  "1,234.567.8",
  "1.234,5,6",
  "1 2",
  "1 23",
  "€5",
  "5 €",
  "5%",
  "0,123,456",
  "$$5",
  "1'23",
  "1 234'567",
  "1234567890123456",
]

test.each(notNumbers)("%j is not a number of dollars", (text) =>
  expect(readTypedNumber(text, "dollars")).toEqual({ kind: "invalid" }),
)

test("a percentage has its own sign", () => {
  expect(readTypedNumber("1,5 %", "percent")).toEqual(value("1.5"))
  expect(readTypedNumber("$1.5", "percent")).toEqual({ kind: "invalid" })
})

describe("any number, in the spelling of any country", () => {
  const digits = (least: number, most: number) =>
    fc.string({ unit: fc.nat({ max: 9 }).map(String), minLength: least, maxLength: most })
  const whole = fc.integer({ min: 1, max: 999_999_999 })
  const locales = ["en-US", "de-DE", "de-CH", "fr-FR", "en-IN", "es-ES", "sv-SE", "pt-BR"]
  const parts = fc.record({ whole, decimals: digits(0, 6), locale: fc.constantFrom(...locales) })

  test("is read as itself, is asked back, or is refused, and never as another number", () => {
    fc.assert(
      fc.property(parts, fc.boolean(), ({ whole, decimals, locale }, grouped) => {
        const number = Number(`${whole}.${decimals}`)
        const format = new Intl.NumberFormat(locale, {
          useGrouping: grouped ? "always" : false,
          maximumFractionDigits: 6,
        })
        const typed = readTypedNumber(format.format(number))
        if (typed.kind === "number") expect(Number(typed.value)).toBe(number)
        if (typed.kind === "ambiguous") expect(typed.readings.map(Number)).toContain(number)
        // Only the groups of two of India are refused.
        if (typed.kind === "invalid") expect(locale).toBe("en-IN")
      }),
    )
  })

  test("is read once as what is offered in place of an ambiguous text", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        digits(3, 3),
        fc.constantFrom(".", ","),
        (first, last, separator) => {
          const typed = readTypedNumber(`${first}${separator}${last}`)
          if (typed.kind !== "ambiguous") throw new Error("not ambiguous")
          for (const reading of typed.readings) expect(readTypedNumber(unambiguous(reading))).toEqual(value(reading))
        },
      ),
    )
  })

  test("is read again from the text that shows it back, or is asked back", () => {
    fc.assert(
      fc.property(whole, digits(0, 4), (whole, decimals) => {
        const typed = readTypedNumber(`${whole}.${decimals}x`.replace("x", "0000"))
        if (typed.kind !== "number") throw new Error("not a number")
        const again = readTypedNumber(shownNumber(typed.value))
        if (again.kind === "ambiguous") expect(again.readings).toContain(typed.value)
        else expect(again).toEqual(typed)
      }),
    )
  })
})
