import { afterAll, beforeAll, expect, test } from "vitest"
import { createFacilitatedBooks } from "@/lib/ledger/facilitated"
import { FACILITATED, paymentId } from "@/lib/ledger/payment"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { digestOf, newPayer, payloadV2, PRICE, terms } from "@/lib/testing/payments/fixtures"
import { authorizeNow, openPaymentWorld, openSettler, type PaymentWorld } from "@/lib/testing/payments/world"
import { createFacilitatorDesk, type DeskAnswer } from "./desk"

/* A facilitator that dies, and a resource server that asks as the official one does: /verify, then /settle. */

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

type Death = {
  readonly step: "claim" | "begin" | "saveAnswer" | "markSent" | "broadcast" | "markSettled" | "tell"
  readonly side: "before" | "after"
}

/** One life of it. From the moment of its death on nothing that it begins is done, and nothing that was done is heard of. */
function openLife(store: Store, death: Death | null) {
  let isDead = false
  const forever = new Promise<never>(() => undefined)
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== "function") return value
        return (...args: unknown[]): unknown => {
          if (death?.step === name && death.side === "before") isDead = true
          if (isDead) return forever
          const result: unknown = Reflect.apply(value, target, args)
          if (!(result instanceof Promise)) return result
          return result.then((answer: unknown) => {
            if (death?.step === name && death.side === "after") isDead = true
            return isDead ? forever : answer
          })
        }
      },
    })
  const ledger = mortal(createSqlLedger(store))
  const chain = mortal(world.usdcChain)
  const settler = openSettler({ account: world.account, usdcChain: chain }, ledger)
  const desk = createFacilitatorDesk({
    ledger,
    books: mortal(createFacilitatedBooks(store)),
    chain,
    settler,
    terms: { ...terms, payees: [`0x${terms.payTo.slice(2).toLowerCase()}`] },
    payerDigest: digestOf,
    clock: Date.now,
    sleep: timerSleep,
    log: () => undefined,
  })
  return { desk, settler, ledger, isDead: () => isDead }
}

test.each<Death & { readonly served: number }>([
  { side: "before", step: "claim", served: 1 },
  { side: "after", step: "claim", served: 1 },
  { side: "after", step: "begin", served: 1 },
  { side: "after", step: "saveAnswer", served: 1 },
  { side: "before", step: "markSent", served: 1 },
  { side: "after", step: "markSent", served: 1 },
  { side: "before", step: "broadcast", served: 1 },
  { side: "after", step: "broadcast", served: 1 },
  { side: "before", step: "markSettled", served: 1 },
  { side: "before", step: "tell", served: 1 },
  // Somebody was told, and may have heard it.
  { side: "after", step: "tell", served: 0 },
])("killed $side $step: paid once, and $served who ask afterwards may deliver", async ({ served, ...death }) => {
  const store = await openEmbeddedStore(":memory:")
  const payer = newPayer()
  await world.mint(payer.address)
  const incomeBefore = await world.balanceOf(terms.payTo)
  const authorization = await authorizeNow(payer)
  const paymentPayload = payloadV2(authorization)
  const question = { x402Version: 2, paymentPayload, paymentRequirements: paymentPayload.accepted }
  const heard: DeskAnswer["body"][] = []
  const buy = async ({ desk }: ReturnType<typeof openLife>) => {
    const { body } = await desk.verify(question)
    if (body["isValid"] !== true) return void heard.push(body)
    heard.push((await desk.settle(question, null)).body)
  }

  const first = openLife(store, death)
  await Promise.race([buy(first), dying(first)])
  expect([first.isDead(), heard]).toEqual([true, []])
  const next = openLife(store, null)
  await next.ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, Date.now())
  await next.settler.recover()
  while (heard.length < 3) await buy(next)

  expect(heard.filter((body) => body["success"] === true)).toHaveLength(served)
  expect((await world.balanceOf(terms.payTo)) - incomeBefore).toBe(PRICE)
  const id = paymentId({ ...terms, endpoint: FACILITATED, authorization })
  expect((await next.ledger.find(id))?.state).toBe("settled")
  await next.settler.stop()
})

async function dying({ isDead }: ReturnType<typeof openLife>): Promise<void> {
  while (!isDead()) await timerSleep(5)
}
