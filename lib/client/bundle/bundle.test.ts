import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { combineStores } from "@/lib/client/browser/combined-store"
import { createStore } from "@/lib/client/browser/external-store"
import { initialPanel, type PanelState, type PurchaseState } from "@/lib/client/panel/machine"
import { attemptAt, memoryStorage, quoteFor } from "@/tools/testing/client/fixtures"
import { deliveredAnswer, createPanelHarness } from "@/tools/testing/client/panel-harness"
import { startPayment, bundleText, canContinue, type Part, partState, runBundle, signable, untilSigned } from "./bundle"
import { totalOf } from "./total"

type Kind = PurchaseState["kind"]

const bundle = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    item: index,
    price: "50000",
    parts: [{ title: `P${index}`, price: "50000" }],
  }))
/** Outcomes in the wallet; all other outcomes arrive later, as answers. */
const inWallet: ReadonlySet<Kind> = new Set(["rejected", "cancelled", "wallet-failed", "idle"])

/** Lets all pending promises settle. */
async function flushPromises(): Promise<void> {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve()
}

/** Answers arrive while the next part is being signed (`early`), or after all parts are signed (`late`). */
const run = async (ends: readonly Kind[], answers: "early" | "late" = "early") => {
  const asked: number[] = []
  const announcements: string[] = []
  let answer = () => {}
  const allSigned = new Promise<void>((resolve) => (answer = resolve))
  const parts = await runBundle(
    bundle(ends.length),
    ({ item }) => {
      asked.push(item)
      const end = ends[item] ?? "idle"
      const signed = flushPromises().then((): Kind => (inWallet.has(end) ? end : "settling"))
      return { signed, finished: (answers === "late" ? allSigned : signed).then(() => end) }
    },
    (parts) => {
      announcements.push(bundleText(parts))
      if (parts.every(({ state }) => state !== "waiting" && state !== "signing")) answer()
    },
  )
  return { asked, announcements, parts, states: parts.map(({ state }) => state) }
}

describe("a panel of a bundle", () => {
  const price = "50000"
  const part = (item: ReturnType<typeof createPanelHarness>["controller"]) => {
    return { item, title: "BTC signal", price, purchaseAtPress: item.get().purchase }
  }

  test("is signed in the same task and reports its outcome", async () => {
    const { controller, payer, signed } = createPanelHarness([deliveredAnswer])
    await controller.requote()
    const begun = startPayment(part(controller), payer)
    expect(signed).toHaveLength(1)
    expect([await begun.signed, await begun.finished]).toEqual(["settling", "delivered"])
  })

  test("that does not start is skipped, even if it was bought before", async () => {
    const { controller, payer, signed, budget } = createPanelHarness([deliveredAnswer])
    await controller.requote()
    await controller.pay(payer)
    budget.change({ limit: "50000" })
    const begun = startPayment(part(controller), payer)
    expect([await begun.signed, await begun.finished]).toEqual(["idle", "idle"])
    expect(signed, "the first alone").toHaveLength(1)
  })

  test("that was bought separately in the meantime is not paid twice", async () => {
    const { controller, payer, signed, paid } = createPanelHarness([deliveredAnswer, deliveredAnswer])
    await controller.requote()
    const purchaseAtPress = part(controller)
    await controller.pay(payer)
    const begun = startPayment(purchaseAtPress, payer)
    expect([await begun.signed, await begun.finished]).toEqual(["idle", "idle"])
    expect([signed.length, paid.length]).toEqual([1, 1])
  })

  test("that another tab bought in the meantime is not paid twice", async () => {
    const storage = memoryStorage()
    const here = createPanelHarness([deliveredAnswer], storage)
    await here.controller.requote()
    const purchaseAtPress = part(here.controller)
    here.attempts.update(() => [attemptAt()])
    here.attempts.update(() => [])
    const begun = startPayment(purchaseAtPress, here.payer)
    expect([await begun.signed, here.signed]).toEqual(["idle", []])
  })

  test("with a purchase in progress is skipped", async () => {
    const { controller, payer, signed } = createPanelHarness([deliveredAnswer])
    await controller.requote()
    const purchaseAtPress = part(controller)
    const paying = controller.pay(payer)
    const begun = startPayment(purchaseAtPress, payer)
    expect([await begun.signed, await begun.finished]).toEqual(["idle", "idle"])
    await paying
    expect([signed.length, controller.get().purchase.kind]).toEqual([1, "delivered"])
  })

  test("whose price differs from the bundle's is skipped", async () => {
    const { controller, payer, signed } = createPanelHarness()
    await controller.requote()
    const begun = startPayment({ ...part(controller), price: "40000" }, payer)
    expect([await begun.signed, signed]).toEqual(["idle", []])
  })
})

describe("a bundle", () => {
  test("is paid panel by panel", async () => {
    const { asked, parts } = await run(["delivered", "delivered", "delivered"])
    expect(asked).toEqual([0, 1, 2])
    expect(bundleText(parts)).toBe("3 of 3 delivered for $0.15.")
  })

  test("calls the wallet in the same task as the click", () => {
    const asked: number[] = []
    void runBundle(
      bundle(2),
      ({ item }) => {
        asked.push(item)
        const never = new Promise<Kind>(() => undefined)
        return { signed: never, finished: never }
      },
      () => undefined,
    )
    expect(asked).toEqual([0])
  })

  test("continues after a failure, which is not charged", async () => {
    const { states, parts } = await run(["delivered", "failed", "delivered"])
    expect(states).toEqual(["delivered", "not-charged", "delivered"])
    expect(bundleText(parts)).toBe("2 of 3 delivered for $0.10. Not delivered and not charged: P1.")
  })

  test.each<[Kind, string]>([
    ["rejected", "You declined P1. Not signed: P2."],
    ["idle", "Not signed: P1, P2."],
    ["cancelled", "Not signed: P1, P2."],
  ])("signs no further payment after %s", async (end, words) => {
    const { asked, parts } = await run(["delivered", end, "delivered"])
    expect(asked).toEqual([0, 1])
    expect(bundleText(parts)).toBe(`1 of 3 delivered for $0.05. ${words}`)
  })

  test("signs no further payment once a payment is unconfirmed", async () => {
    const { asked, parts } = await run(["unknown", "delivered", "delivered"])
    expect(asked, "the second was in the wallet when the doubt arose").toEqual([0, 1])
    expect(bundleText(parts)).toBe(
      "1 of 3 delivered for $0.05. Unconfirmed: P0. Get the answer in its panel. Not signed: P2.",
    )
  })

  test("signs without waiting for answers, and reports each outcome", async () => {
    const { asked, announcements, parts } = await run(["delivered", "failed", "delivered"], "late")
    expect(asked).toEqual([0, 1, 2])
    expect(announcements.slice(0, 6)).toEqual([
      "Signing 1 of 3: P0…",
      "Signed. 0 of 3 delivered, waiting for the others…",
      "Signing 2 of 3: P1…",
      "Signed. 0 of 3 delivered, waiting for the others…",
      "Signing 3 of 3: P2…",
      "Signed. 0 of 3 delivered, waiting for the others…",
    ])
    expect(bundleText(parts)).toBe("2 of 3 delivered for $0.10. Not delivered and not charged: P1.")
  })

  test("stops signing after a decline, and delivers what was signed before", async () => {
    const { asked, parts } = await run(["delivered", "rejected", "delivered"], "late")
    expect(asked).toEqual([0, 1])
    expect(bundleText(parts)).toBe("1 of 3 delivered for $0.05. You declined P1. Not signed: P2.")
  })

  test("counts every signed payment exactly once, in any order of outcomes", async () => {
    const kinds: readonly Kind[] = ["delivered", "rejected", "unknown", "refused", "failed", "wallet-failed", "idle"]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }), async (ends) => {
        const { asked, states } = await run(ends, "late")
        const stop = ends.findIndex((end) => end === "rejected" || end === "idle")
        expect(asked).toHaveLength(stop < 0 ? ends.length : stop + 1)
        expect(states.slice(0, asked.length)).toEqual(asked.map((item) => partState(ends[item] ?? "idle")))
        expect(states.slice(asked.length).every((state) => state === "left-out")).toBe(true)
      }),
    )
  })

  test("asks for no signature after a decline or an unconfirmed payment, and counts only deliveries", async () => {
    const kinds: readonly Kind[] = ["delivered", "rejected", "unknown", "refused", "failed", "wallet-failed", "idle"]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }), async (ends) => {
        const { asked, states } = await run(ends)
        const stop = ends.findIndex((end) => !canContinue(partState(end)))
        const known = stop < 0 ? ends.length : inWallet.has(ends[stop] ?? "idle") ? stop + 1 : stop + 2
        expect(asked).toHaveLength(Math.min(known, ends.length))
        expect(states.slice(asked.length).every((state) => state === "left-out")).toBe(true)
      }),
    )
  })

  test("counts the answers of one payment together", async () => {
    const announcements: string[] = []
    const brief = {
      item: 0,
      price: "70000",
      parts: [
        { title: "A", price: "50000" },
        { title: "B", price: "20000" },
      ],
    }
    const end = async (kind: Kind) => {
      const started = () => ({ signed: Promise.resolve<Kind>("settling"), finished: Promise.resolve(kind) })
      return bundleText(await runBundle([brief], started, (parts) => announcements.push(bundleText(parts))))
    }
    expect(await end("delivered")).toBe("2 of 2 delivered for $0.07.")
    expect(announcements.slice(0, 2)).toEqual([
      "Signing once for 2 answers…",
      "Signed. 0 of 2 delivered, waiting for the others…",
    ])
    expect(await end("failed")).toBe("0 of 2 delivered for $0.00. Not delivered and not charged: A, B.")
  })

  test("describes its progress", () => {
    const parts: readonly Part[] = [
      { title: "A", price: "50000", state: "delivered" },
      { title: "B", price: "20000", state: "signing" },
    ]
    expect(bundleText(parts)).toBe("Signing 2 of 2: B…")
    expect(totalOf(parts)).toBe(70_000n)
  })
})

test("a panel can be signed when its quote equals the shown price and no payment is in progress", () => {
  const panel = initialPanel("50000")
  const quoted = { ...panel, quote: { kind: "ready", quote: quoteFor() } } as const
  expect(signable(panel, true)).toBe("later")
  expect(signable(quoted, true)).toBe("now")
  expect(signable({ ...panel, quote: { kind: "ready", quote: quoteFor("60000") } }, true)).toBe("no")
  expect(signable({ ...panel, quote: { kind: "unavailable", message: "", atMs: 0 } }, true)).toBe("no")
  const unknown = { kind: "unknown", attempt: attemptAt(), message: "", transaction: null } as const
  expect(signable({ ...quoted, purchase: unknown }, true)).toBe("no")
  expect(signable(quoted, false), "its panel does not offer it").toBe("no")
})

test("untilSigned() resolves with the first state that is not signing", async () => {
  const panel = createStore<PanelState>({ ...initialPanel("50000"), purchase: { kind: "signing", attemptId: "a" } })
  const signed = untilSigned(panel)
  panel.set({ ...panel.get(), purchase: { kind: "settling", attempt: attemptAt(), resumed: false } })
  panel.set({ ...panel.get(), purchase: { kind: "delivered", receiptId: "r" } })
  expect(await signed).toBe("settling")
  expect(await untilSigned(panel), "what never began is done").toBe("delivered")
})

test("combined stores return the same array until one of them changes", () => {
  const [a, b] = [createStore(1), createStore(2)]
  const both = combineStores([a, b])
  const before = both.get()
  let heard = 0
  const leave = both.subscribe(() => (heard += 1))
  expect(both.get()).toBe(before)
  b.set(3)
  expect([both.get(), heard]).toEqual([[1, 3], 1])
  leave()
  a.set(9)
  expect(heard).toBe(1)
})
