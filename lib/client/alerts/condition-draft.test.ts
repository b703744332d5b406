import { expect, test } from "vitest"
import { alreadyMet, type ConditionDraft, conditionLabel, kindNames, readDraft } from "./condition-draft"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { changes } from "@/lib/endpoints/changelog/entries"
import { knownTelegramCode, newTelegramCode, targetLabel, webhookTarget } from "./target"

const draft: ConditionDraft = { id: 0, kind: "above", coin: "BTC", price: "", high: "", resource: "/signal/BTC" }

test.each([
  [{ price: "$105000" }, "above:BTC:105000", "BTC above $105,000"],
  [{ coin: "SOL", price: "178,5" }, "above:SOL:178.5", "SOL above $178.5"],
  [{ kind: "below", coin: "SOL", price: "178.25" }, "below:SOL:178.25", "SOL below $178.25"],
  [{ kind: "outside", price: "95000", high: "110 000" }, "outside:BTC:95000:110000", "BTC leaves $95,000 to $110,000"],
  [{ kind: "direction", coin: "ETH" }, "direction:ETH", "ETH direction changes"],
  [{ kind: "regime" }, "regime", "Market regime changes"],
  [{ kind: "critical" }, "critical", "New critical geopolitical event"],
  [{ kind: "changed" }, "changed:/signal/BTC", "New version of signal BTC"],
  [{ kind: "back", resource: "/market/etf?asset=BTC" }, "back:/market/etf?asset=BTC", "market etf BTC back on sale"],
] as const)("the draft %j is the condition %s", (part, text, label) => {
  expect(readDraft({ ...draft, ...part }, null)).toEqual({ text })
  expect(conditionLabel(text)).toBe(label)
})

test.each([
  [{ price: "" }],
  [{ price: "-1" }],
  [{ price: "a lot" }],
  [{ price: "0" }],
  [{ kind: "outside", price: "2", high: "1" }],
] as const)("the draft %j is refused", (part) => {
  expect(readDraft({ ...draft, ...part }, null)).toHaveProperty("problem")
})

test("a number with two readings is asked back", () => {
  expect(readDraft({ ...draft, price: "95.000" }, null)).toEqual({ problem: "Choose which number you mean." })
})

test("a level far from the price is confirmed once", () => {
  const typed = { ...draft, coin: "SOL", price: "1785" } as const
  const text = "above:SOL:1785"
  expect(readDraft(typed, 178)).toEqual({ text, doubt: "SOL is at $178: $1,785 is 902.8% above it." })
  expect(readDraft({ ...typed, confirmed: text }, 178)).toEqual({ text })
  expect(readDraft({ ...typed, confirmed: "above:SOL:17850", price: "17850" }, 178)).toEqual({
    text: "above:SOL:17850",
  })
  expect(readDraft({ ...typed, confirmed: text, price: "1786" }, 178)).toHaveProperty("doubt")
  expect(readDraft({ ...typed, price: "200" }, 178)).toEqual({ text: "above:SOL:200" })
})

test("what is met before the payment is said, and unknown facts are not", () => {
  const resources = { "/signal/BTC": { version: 1, isCurrent: true } }
  const prices = { BTC: 96_413, ETH: null, SOL: null }
  expect(alreadyMet("below:BTC:100000", { prices, resources })).toBe(
    "BTC is already below $100,000 ($96,413). The alert fires after the price was above it and comes back.",
  )
  expect(alreadyMet("outside:BTC:97000:99000", { prices, resources })).toContain("already outside $97,000 to $99,000")
  expect(alreadyMet("back:/signal/BTC", { prices, resources })).toContain("on sale now")
  for (const text of ["above:BTC:100000", "above:ETH:1", "direction:BTC", "back:/risk/BTC"]) {
    expect(alreadyMet(text, { prices, resources })).toBeNull()
  }
})

test("contract and changelog name every kind of condition", () => {
  const told = changes.map(({ effect }) => effect).join(" ")
  for (const kind of Object.keys(kindNames)) {
    const isNamed = new RegExp(`\\b${kind}\\b`)
    expect(alertWatchContract.queryParams.shape.conditions.description).toMatch(isNamed)
    expect(told).toMatch(isNamed)
  }
})

test("a condition of an unknown form is shown unchanged", () => {
  expect(conditionLabel("volume:BTC:5")).toBe("volume:BTC:5")
})

test.each([
  [
    webhookTarget(" https://hooks.example.com/a ", "live"),
    "https://hooks.example.com/a",
    "Webhook https://hooks.example.com/a",
  ],
  [
    webhookTarget("http://127.0.0.1:4020/hook", "sandbox"),
    "http://127.0.0.1:4020/hook",
    "Webhook http://127.0.0.1:4020/hook",
  ],
] as const)("the target %j is formatted and labelled", (result, target, label) => {
  expect(result).toEqual({ target })
  expect(targetLabel(target)).toBe(label)
})

test("a chat that was connected before keeps its code, and a new code is a target", () => {
  const bought = (target: string) => ({ ...alertWatchContract.example, target })
  const [first, second] = [newTelegramCode(), newTelegramCode()]
  expect(targetLabel(`telegram:${first}`)).toBe("Telegram")
  expect(
    knownTelegramCode([bought(`telegram:${first}`), bought(`telegram:${second}`), bought("https://a.example.com/")]),
  ).toBe(second)
  expect(knownTelegramCode([bought("telegram:-1001234567890"), "not a watch"])).toBeNull()
})

test.each([
  webhookTarget("http://hooks.example.com/a", "sandbox"),
  webhookTarget("http://127.0.0.1:4020/hook", "live"),
  webhookTarget("https://hooks.example.com:8443/a", "sandbox"),
  webhookTarget("https://10.0.0.1/a", "live"),
  webhookTarget("https://printer.local/a", "live"),
  webhookTarget("https://discord.com/channels/1/2", "live"),
  webhookTarget("hooks", "live"),
  webhookTarget("", "live"),
])("an invalid target is refused: %j", (result) => {
  expect(result).toHaveProperty("problem")
})
