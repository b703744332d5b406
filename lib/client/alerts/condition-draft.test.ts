import { expect, test } from "vitest"
import { type ConditionDraft, conditionLabel, kindNames, readDraft } from "./condition-draft"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { changes } from "@/lib/endpoints/changelog/entries"
import { knownTelegramCode, newTelegramCode, targetLabel, webhookTarget } from "./target"

const draft: ConditionDraft = { id: 0, kind: "above", coin: "BTC", price: "", high: "", resource: "/signal/BTC" }

test.each([
  [{ price: "$105,000" }, "above:BTC:105000", "BTC above $105,000"],
  [{ kind: "below", coin: "SOL", price: "178.25" }, "below:SOL:178.25", "SOL below $178.25"],
  [{ kind: "outside", price: "95000", high: "110 000" }, "outside:BTC:95000:110000", "BTC leaves $95,000 to $110,000"],
  [{ kind: "direction", coin: "ETH" }, "direction:ETH", "ETH direction changes"],
  [{ kind: "regime" }, "regime", "Market regime changes"],
  [{ kind: "critical" }, "critical", "New critical geopolitical event"],
  [{ kind: "changed" }, "changed:/signal/BTC", "New version of signal BTC"],
  [{ kind: "back", resource: "/market/etf?asset=BTC" }, "back:/market/etf?asset=BTC", "market etf BTC back on sale"],
] as const)("the draft %j is the condition %s", (part, text, label) => {
  expect(readDraft({ ...draft, ...part })).toEqual({ text })
  expect(conditionLabel(text)).toBe(label)
})

test.each([
  [{ price: "" }],
  [{ price: "-1" }],
  [{ price: "a lot" }],
  [{ price: "0" }],
  [{ kind: "outside", price: "2", high: "1" }],
] as const)("the draft %j is refused", (part) => {
  expect(readDraft({ ...draft, ...part })).toHaveProperty("problem")
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
    webhookTarget(" https://hooks.example.com/a "),
    "https://hooks.example.com/a",
    "Webhook https://hooks.example.com/a",
  ],
  [webhookTarget("http://127.0.0.1:4020/hook"), "http://127.0.0.1:4020/hook", "Webhook http://127.0.0.1:4020/hook"],
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

test.each([webhookTarget("http://hooks.example.com/a"), webhookTarget("hooks")])(
  "an invalid target is refused: %j",
  (result) => {
    expect(result).toHaveProperty("problem")
  },
)
