import { describe, expect, test } from "vitest"
import { createPersistentList } from "@/lib/client/browser/persistent-list"
import { createTraceLog } from "@/lib/client/stage/trace-log"
import { recoverTextSigner } from "@/lib/client/stage/recover"
import { SignInTrace } from "@/lib/client/stage/sign-in-trace"
import { decodeHeader } from "@/lib/client/purchase/header"
import { Receipt } from "@/lib/client/purchase/receipt"
import { memoryStorage, NONCE, NOW_MS, product, receiptAt, terms } from "@/tools/testing/client/fixtures"
import {
  ORIGIN,
  purchase,
  SIGN_IN_NONCE,
  signInChallenge,
  signInExtension,
  signInPayer as wallet,
} from "@/tools/testing/client/sign-in-fixtures"
import { createRedelivery, type TextSigner } from "./controller"
import { SignInProof } from "./wire"

type Reply = () => Response | Promise<Response>

const answer: Reply = () => Response.json({ price: 2 }, { headers: { "X-PURCHASE": JSON.stringify(purchase) } })
const lost: Reply = () => Promise.reject(new TypeError("Failed to fetch"))
const refuses = (error: string) => () => Response.json({ error, message: "No." }, { status: 402 })
const broken: Reply = () => new Response("<h1>502</h1>", { status: 502 })
const evicted = receiptAt(NOW_MS - 60_000, { payer: wallet.address, body: null })

type Setting = {
  readonly replies?: readonly Reply[]
  readonly receipts?: readonly Receipt[]
  readonly challenge?: Reply
}

/** One product with a scripted service and a wallet that really signs. */
function createSignInHarness({
  replies = [answer],
  receipts: kept = [evicted],
  challenge = signInChallenge,
}: Setting = {}) {
  const storage = memoryStorage()
  const receipts = createPersistentList(storage, "r", Receipt)
  const notes = createPersistentList(storage, "s", SignInTrace)
  receipts.update(() => kept)
  const sent: Headers[] = []
  const signed: string[] = []
  const fetched: string[] = []
  let nowMs = NOW_MS
  const controller = createRedelivery(product, {
    config: terms,
    origin: ORIGIN,
    receipts,
    log: createTraceLog(notes),
    onFetched: (id) => void fetched.push(id),
    now: () => nowMs,
    async fetch(_, init) {
      const headers = new Headers(init.headers)
      sent.push(headers)
      if (!headers.has("sign-in-with-x")) return challenge()
      const reply = replies[sent.filter((one) => one.has("sign-in-with-x")).length - 1]
      if (!reply) throw new Error("unexpected request")
      return reply()
    },
  })
  const visitor: TextSigner = {
    address: wallet.address,
    signText(text) {
      signed.push(text)
      return wallet.signMessage({ message: text })
    },
  }
  const advance = (ms: number) => (nowMs += ms)
  return { controller, receipts, notes, sent, signed, fetched, visitor, advance }
}

const refusing = (error: unknown): TextSigner => ({ address: wallet.address, signText: () => Promise.reject(error) })

test("a signature that arrives after the user stopped waiting is not sent", async () => {
  const { controller, visitor, sent, notes } = createSignInHarness()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await controller.fetchOffer()
  const signing = controller.signIn({ ...visitor, signText: (text) => asked.then(() => visitor.signText(text)) })
  controller.stopWaiting()
  expect(controller.get(), "the next try takes a new text").toEqual({
    quote: { kind: "none" },
    purchase: { kind: "cancelled" },
    shownPrice: "0",
  })
  answer()
  await signing
  expect(controller.get().purchase.kind).toBe("cancelled")
  expect(sent.filter((headers) => headers.has("sign-in-with-x"))).toEqual([])
  expect(notes.get()).toMatchObject([{ outcome: "cancelled", header: null }])
})

describe("redelivery", () => {
  test("one signed text restores the answer to its receipt", async () => {
    const { controller, visitor, receipts, signed, fetched } = createSignInHarness()
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(controller.get().purchase).toEqual({ kind: "delivered", receiptId: SIGN_IN_NONCE })
    expect(receipts.get()).toEqual([{ ...evicted, body: { price: 2 }, fetched: { id: SIGN_IN_NONCE, atMs: NOW_MS } }])
    expect([signed.length, fetched]).toEqual([1, [NONCE]])
  })

  test("a redelivered brief restores the answers of all its panels", async () => {
    const path = "/api/brief?items=signal%2FBTC%2Cregime"
    const part = (item: string, productId: string) =>
      receiptAt(NOW_MS - 60_000, {
        id: `${NONCE}/${item}`,
        productId,
        path: `/api/${item}`,
        payer: wallet.address,
        body: null,
        brief: path,
      })
    const priced = { price_usdc: "0.05", version: null, commitment: null }
    const body = {
      answers: [
        { item: "signal/BTC", ...priced, answer: { price: 1 } },
        { item: "regime", ...priced, answer: { regime: 2 } },
      ],
    }
    const { controller, visitor, receipts, fetched } = createSignInHarness({
      receipts: [part("signal/BTC", "signal:BTC"), part("regime", "regime")],
      replies: [() => Response.json(body, { headers: { "X-PURCHASE": JSON.stringify(purchase) } })],
    })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(receipts.get().map((one) => [one.productId, one.body, one.amount])).toEqual([
      ["signal:BTC", { price: 1 }, "50000"],
      ["regime", { regime: 2 }, "50000"],
    ])
    expect(fetched).toEqual([`${NONCE}/signal/BTC`])
  })

  test("an answer bought in another browser gets its own receipt", async () => {
    const { controller, visitor, receipts } = createSignInHarness({ receipts: [] })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(receipts.get()).toMatchObject([
      {
        id: NONCE,
        title: "BTC signal",
        amount: "50000",
        payer: wallet.address,
        payTo: terms.payTo,
        transaction: "0xabc",
        deliveredAtMs: NOW_MS - 60_000,
        body: { price: 2 },
        elsewhere: true,
      },
    ])
  })

  test("the version is read from the ETag, unless it is known", async () => {
    const etag = `"17-${"ab".repeat(8)}"`
    const tagged = () => Response.json({ price: 2 }, { headers: { "X-PURCHASE": JSON.stringify(purchase), etag } })
    const versionOf = async (receipts: readonly Receipt[]) => {
      const { controller, visitor, receipts: kept } = createSignInHarness({ replies: [tagged], receipts })
      await controller.fetchOffer()
      await controller.signIn(visitor)
      return kept.get()[0]?.commitment
    }
    expect(await versionOf([])).toBe("ab".repeat(8))
    expect(await versionOf([{ ...evicted, commitment: "cd".repeat(32) }])).toBe("cd".repeat(32))
  })

  test("the answer is stored with the purchase that the service names", async () => {
    const older = { ...evicted, id: "0xolder" }
    const { controller, visitor, receipts } = createSignInHarness({ receipts: [older] })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(receipts.get()).toMatchObject([
      { id: "0xolder", body: null },
      { id: NONCE, body: { price: 2 } },
    ])
  })

  test("sends no payment header", async () => {
    const { controller, visitor, sent } = createSignInHarness()
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(sent.map((headers) => [...headers.keys()])).toEqual([[], ["sign-in-with-x"]])
  })

  test("the wallet is called in the same task as the click, with a text that recovers to its address", async () => {
    const { controller, visitor, signed, notes } = createSignInHarness()
    await controller.fetchOffer()
    const signing = controller.signIn(visitor)
    expect(signed.length, "before anything was awaited").toBe(1)
    await signing
    const [text = ""] = signed
    const { signature } = SignInProof.parse(decodeHeader(notes.get()[0]?.header ?? ""))
    expect(await recoverTextSigner(text, signature)).toBe(wallet.address)
  })
})

describe("no text is signed", () => {
  test("before the text has arrived", async () => {
    const { controller, visitor, signed } = createSignInHarness()
    await controller.signIn(visitor)
    expect(signed).toEqual([])
  })

  test.each([
    ["site", signInExtension({ domain: "evil.example" })],
    ["resource", signInExtension({ uri: `${ORIGIN}/api/signal/ETH` })],
  ] as const)("when the text names another %s", async (problem, extension) => {
    const { controller, visitor, signed } = createSignInHarness({ challenge: () => signInChallenge(extension) })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(controller.get().quote).toEqual({ kind: "terms-mismatch", problem })
    expect(signed).toEqual([])
  })

  test("when the text is about to expire: a new one is fetched", async () => {
    const { controller, visitor, signed, sent, advance } = createSignInHarness()
    await controller.fetchOffer()
    advance(280_000)
    await controller.signIn(visitor)
    expect([signed.length, sent.length]).toEqual([0, 2])
  })

  test("by a second click during the first", async () => {
    const { controller, visitor, signed } = createSignInHarness()
    await controller.fetchOffer()
    await Promise.all([controller.signIn(visitor), controller.signIn(visitor)])
    expect(signed).toHaveLength(1)
  })

  test.each([
    ["does not answer", lost],
    ["offers no sign-in", () => signInChallenge({})],
    ["answers something else", broken],
  ] as const)("when the service %s", async (_, challenge) => {
    const { controller, visitor, signed } = createSignInHarness({ challenge })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(controller.get().quote.kind).toBe("unavailable")
    expect(signed).toEqual([])
  })
})

describe("other outcomes of a redelivery", () => {
  test("after a declined signature no request is sent, and the same text can be signed later", async () => {
    const { controller, visitor, sent } = createSignInHarness()
    await controller.fetchOffer()
    await controller.signIn(refusing(Object.assign(new Error("No."), { code: 4001 })))
    expect([controller.get().purchase.kind, sent.length]).toEqual(["rejected", 1])
    await controller.signIn(visitor)
    expect(controller.get().purchase.kind).toBe("delivered")
  })

  test("a wallet that cannot sign texts reports why", async () => {
    const { controller } = createSignInHarness()
    await controller.fetchOffer()
    await controller.signIn(refusing(new Error("Method not supported.\nDetails")))
    expect(controller.get().purchase).toEqual({
      kind: "wallet-failed",
      message: "Your wallet cannot do this. Connect another wallet.",
      details: "Method not supported.",
    })
  })

  test("a wallet that throws reports why", async () => {
    const { controller, notes } = createSignInHarness()
    await controller.fetchOffer()
    await controller.signIn({
      address: wallet.address,
      signText() {
        throw new Error("Wallet is locked")
      },
    })
    expect(controller.get().purchase).toMatchObject({ kind: "wallet-failed", details: "Wallet is locked" })
    expect(notes.get()).toMatchObject([{ outcome: "wallet-failed", reason: "Wallet is locked" }])
  })

  test("a refusal is shown with the service's reason", async () => {
    const { controller, visitor, receipts } = createSignInHarness({ replies: [refuses("siwx_nothing_bought")] })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(controller.get().purchase).toEqual({ kind: "refused", reason: "siwx_nothing_bought", message: "No." })
    expect(receipts.get()).toEqual([evicted])
  })

  test.each([
    ["the connection breaks", lost],
    ["a proxy answers", broken],
    ["the answer is cut off", () => new Response("{", { headers: { "X-PURCHASE": JSON.stringify(purchase) } })],
    ["nobody says what was bought", () => Response.json({ price: 2 })],
  ] as const)("failed when %s; a retry fetches a new text and works", async (_, first) => {
    const { controller, visitor, signed, receipts } = createSignInHarness({ replies: [first, answer] })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(controller.get()).toMatchObject({ quote: { kind: "none" }, purchase: { kind: "failed" } })
    await controller.fetchOffer()
    await controller.signIn(visitor)
    expect(controller.get().purchase.kind).toBe("delivered")
    expect([signed.length, receipts.get()[0]?.body]).toEqual([2, { price: 2 }])
  })
})

test("the trace has the 402, the text, the header and the answer", async () => {
  const { controller, visitor, notes, signed } = createSignInHarness()
  await controller.fetchOffer()
  await controller.signIn(visitor)
  expect(notes.get()).toMatchObject([
    {
      id: SIGN_IN_NONCE,
      path: product.path,
      asked: { status: 402 },
      offered: signInExtension(),
      address: wallet.address,
      text: signed[0],
      sent: { status: 200 },
      outcome: "delivered",
      reason: null,
    },
  ])
})
