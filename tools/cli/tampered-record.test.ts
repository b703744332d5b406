import { describe, expect, test } from "vitest"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { type Acceptance, FIRST_LINK, linkAfter } from "@/lib/domain/track-record/record-anchor"
import type { AnchorOnChain } from "@/lib/x402/chain/read-anchors"
import { sideOf } from "@/lib/domain/signals/direction"
import { sealedHistory } from "@/tools/testing/record/sealed-history"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { honestService, relinked, serve, type VerifiedService, verifyTampered } from "./verified-service"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"

const honest = honestService()
const { records, outcomes, onChain } = honest

/** Outcomes of calls that lost. */
const lost = outcomes.filter(({ id, entryPriceUsd, exitPriceUsd }) => {
  const facts = records.find((record) => record.facts.id === id)?.facts
  return facts !== undefined && Math.sign(exitPriceUsd - entryPriceUsd) === -sideOf(facts.direction)
})
const isLost = new Set(lost)
const losers = new Set(lost.filter(({ horizon }) => horizon === "24h").map(({ id }) => id))

const flip = (facts: SealedFacts): SealedFacts =>
  losers.has(facts.id) ? { ...facts, direction: sideOf(facts.direction) > 0 ? "SHORT" : "LONG" } : facts

/** Flipped losers, and in each call the class before as it is then. */
const flipped = relinked(records, (facts) => {
  const before = records.findLast(
    (other) => other.facts.coin === facts.coin && other.facts.decisionTimeMs < facts.decisionTimeMs,
  )
  return { ...flip(facts), previousDirection: before === undefined ? null : flip(before.facts).direction }
})

const winnersFirst = records.toSorted(
  ({ facts: a }, { facts: b }) =>
    a.decisionTimeMs - b.decisionTimeMs || Number(losers.has(a.id)) - Number(losers.has(b.id)),
)

const withoutAnchors = { onChain: [], listed: [] }
const last = onChain.at(-1)
if (last === undefined) throw new Error("the history has anchors")

/** What the operator accepts, and the anchor after it. */
const acceptance: Acceptance = {
  at: isoTime(last.timeMs + HOUR_MS),
  contradicted: last.transaction,
  head: flipped.at(-1)?.hash ?? "",
  reason: "restored backup",
}
const acceptingAnchor: AnchorOnChain = {
  ...last,
  head: acceptance.head,
  link: linkAfter(last, [acceptance], testSha256),
  transaction: `0x${"aa".repeat(32)}`,
  timeMs: last.timeMs + 2 * HOUR_MS,
}
const accepted = {
  records: flipped,
  onChain: [...onChain, acceptingAnchor],
  listed: [acceptingAnchor],
  acceptances: [acceptance],
}

const attacks: readonly (readonly [what: string, changes: Partial<VerifiedService>, says: string])[] = [
  [
    "outcomes of losers deleted",
    { outcomes: outcomes.filter((each) => !isLost.has(each)) },
    "its outcome is missing, although the horizon has passed",
  ],
  [
    "exit prices of losers mirrored",
    {
      outcomes: outcomes.map((each) =>
        isLost.has(each) ? { ...each, exitPriceUsd: each.entryPriceUsd ** 2 / each.exitPriceUsd } : each,
      ),
    },
    "its exit is not the close of that hour",
  ],
  [
    "losers moved to a provider whose candles nobody has",
    {
      outcomes: outcomes.map((each) =>
        isLost.has(each)
          ? { ...each, source: "kraken", exitPriceUsd: each.entryPriceUsd ** 2 / each.exitPriceUsd }
          : each,
      ),
    },
    "prices of kraken are far from those of the other providers",
  ],
  [
    "losers made void by a later exit",
    {
      outcomes: outcomes.map((each) => {
        const exitTimeMs = each.exitTimeMs + 3 * HOUR_MS
        return isLost.has(each) ? { ...each, exitTimeMs } : each
      }),
    },
    "its exit passes over the close of",
  ],
  [
    "losers made void by a later exit of a provider whose candles nobody has",
    {
      outcomes: outcomes.map((each) => {
        const exitTimeMs = each.exitTimeMs + 3 * HOUR_MS
        return isLost.has(each) ? { ...each, source: "kraken", exitTimeMs } : each
      }),
    },
    "its exit passes over the close of",
  ],
  [
    "returns improved a little by a provider whose candles nobody has",
    {
      outcomes: outcomes.map((each) => ({
        ...each,
        source: "kraken",
        exitPriceUsd: each.exitPriceUsd * (1 + 0.004 * Math.sign(each.exitPriceUsd - each.entryPriceUsd)),
      })),
    },
    "are measured by providers of whose candles no call has any",
  ],
  [
    "outcomes measured at another horizon",
    {
      outcomes: outcomes.map((each) =>
        isLost.has(each) && each.horizon === "7d" ? { ...each, exitTimeMs: each.exitTimeMs - DAY_MS } : each,
      ),
    },
    "measured before its horizon",
  ],
  [
    "entry prices changed",
    { outcomes: outcomes.map((each) => ({ ...each, entryPriceUsd: each.exitPriceUsd * 0.99 })) },
    "its entry is not the sealed price",
  ],
  ["losers flipped and sealed again", { records: flipped, listed: [] }, "and the record does not have it"],
  [
    "losers removed and sealed again",
    { records: relinked(records, (facts) => (losers.has(facts.id) ? null : facts)) },
    "and the record does not have it",
  ],
  [
    "losers removed, without anchors",
    { ...withoutAnchors, records: relinked(records, (facts) => (losers.has(facts.id) ? null : facts)) },
    "4h closes have calls on other coins and none on their own",
  ],
  ["one record deleted", { records: records.filter((_, index) => index !== 40) }, "Broken at line 41: broken link"],
  ["the end cut off", { records: records.slice(0, -12) }, "and the record does not have it"],
  [
    "the end cut off, without anchors",
    { ...withoutAnchors, records: records.slice(0, -12) },
    "the end was cut off, or sealing has stopped",
  ],
  [
    "the service's clock set back by 30 hours",
    { endMs: honest.endMs - 30 * HOUR_MS },
    "it is kept sealed for longer than a day",
  ],
  [
    "a probability changed",
    { records: relinked(records, (facts) => (facts.id === records[20]?.facts.id ? { ...facts, pUp24h: 0.6 } : facts)) },
    "and the record does not have it",
  ],
  [
    "a range changed and not sealed again",
    {
      records: records.map((record, index) =>
        index === 20 ? { ...record, facts: { ...record.facts, ranges: null } } : record,
      ),
    },
    "Broken at line 21: wrong commitment",
  ],
  [
    "a coin removed, without anchors",
    { ...withoutAnchors, records: relinked(records, (facts) => (facts.coin === "SOL" ? null : facts)) },
    "There is no record of SOL: all of its calls are missing",
  ],
  [
    "a chain of another service after the own one",
    { records: [...records.slice(0, 90), ...sealedHistory({ days: 9, seed: 6 }).records.slice(90)] },
    "Broken at line 91: broken link",
  ],
  [
    "calls added that were never sealed",
    {
      records: relinked(
        [
          ...records.slice(0, 60),
          ...records.slice(6, 9).map(({ facts, ...rest }) => ({
            ...rest,
            facts: {
              ...facts,
              id: facts.id.replace("2026-01-01", "2025-12-01"),
              decisionTimeMs: facts.decisionTimeMs - 31 * DAY_MS,
            },
          })),
          ...records.slice(60),
        ],
        (facts) => facts,
      ),
    },
    "it comes after the call of a later close",
  ],
  [
    "the time of sealing moved to before the close",
    { ...withoutAnchors, records: relinked(records, (facts) => ({ ...facts, sealedAtMs: facts.decisionTimeMs - 1 })) },
    "it says that it was sealed before its close",
  ],
  [
    "a replayed call made live between later ones, without anchors",
    {
      ...withoutAnchors,
      records: relinked(records, (facts) => ({
        ...facts,
        sealedAtMs: facts.sealedAtMs + (facts.id === records[7]?.facts.id ? 2 * DAY_MS : 0),
      })),
    },
    "it says that it was sealed before the record before it",
  ],
  [
    "losers sealed an hour late, behind the winners of their close, without anchors",
    {
      ...withoutAnchors,
      records: relinked(winnersFirst, (facts) => ({
        ...facts,
        sealedAtMs: facts.decisionTimeMs + (losers.has(facts.id) ? HOUR_MS + 60_000 : 5_000),
      })),
    },
    `${losers.size} calls are sealed late after calls that were sealed in time`,
  ],
  [
    "the class before changed, without anchors",
    {
      ...withoutAnchors,
      records: relinked(records, (facts) =>
        facts.id === records[9]?.facts.id ? { ...facts, previousDirection: null } : facts,
      ),
    },
    "the class before it is not that of the record before",
  ],
  [
    "inputs and exits replaced together",
    {
      hours: (facts) => honest.hours(facts).map((candle) => ({ ...candle, closeUsd: candle.closeUsd * 1.01 })),
      outcomes: outcomes.map((each) => ({ ...each, exitPriceUsd: each.exitPriceUsd * 1.01 })),
    },
    "its inputs are not those that were sealed",
  ],
  [
    "an anchor left out of the list",
    { listed: onChain.filter((_, index) => index !== 4) },
    `The service leaves out the anchor in transaction ${onChain[4]?.transaction}`,
  ],
  [
    "an anchor invented",
    { listed: [...onChain, { ...last, transaction: `0x${"ee".repeat(32)}` }] },
    `The service lists an anchor in transaction 0x${"ee".repeat(32)}, and the chain does not have it there`,
  ],
  [
    "the ledger's anchors deleted, so that they begin again",
    { onChain: [...onChain.slice(0, 4), { ...last, link: FIRST_LINK }] },
    "an anchor between is missing, or the anchors were begun again",
  ],
  [
    "an anchor that is on no chain that was read",
    { onChain: onChain.filter((_, index) => index !== 4) },
    "an anchor between is missing",
  ],
  [
    "losers flipped, and the difference accepted",
    accepted,
    "The operator has accepted this; --accepted takes his explanation",
  ],
  [
    "the operator's reason changed later",
    { ...accepted, acceptances: [{ ...acceptance, reason: "a better one" }] },
    `does not carry the link of the anchor after ${last.transaction}`,
  ],
]

test.each(attacks)("%s: the verification fails and names it", async (_, changes, says) => {
  const { valid, text } = await verifyTampered({ ...honest, ...changes })
  expect(
    text
      .split("\n")
      .filter((line) => /^✕|^Broken/.test(line))
      .join("\n"),
  ).toContain(says)
  expect(valid).toBe(false)
})

describe("answers that are changed on their way", () => {
  const api = serve(honest)
  const changed =
    (path: RegExp, change: (body: string) => string): typeof fetch =>
    async (input, init) => {
      const response = await api(input, init)
      return path.test(new Request(input).url) ? new Response(change(await response.text())) : response
    }

  test("a sealed call with an outcome, and a service that states more proofs than the chain has, fail", async () => {
    const outcome = JSON.stringify({
      horizon: "24h",
      entry_price: 1,
      exit_price: 2,
      exit_time: isoTime(honest.endMs),
      high: null,
      low: null,
      source: "binance",
    })
    const open = changed(/record\?after=0/, (body) =>
      body.replace(
        '"facts":null,"nonce":null,"withheld":[],"outcomes":[]',
        `"facts":null,"nonce":null,"withheld":[],"outcomes":[${outcome}]`,
      ),
    )
    expect(await verifyTampered(honest, { get: open })).toMatchObject({
      valid: false,
      text: expect.stringContaining("although the call is still sealed"),
    })
    const boast = changed(/after=100000000/, (body) => body.replace('"proven_in_time":147', '"proven_in_time":148'))
    expect((await verifyTampered(honest, { get: boast })).text).toContain(
      "says that 148 records are proven in time, and the chain proves 147",
    )
  })

  test("inputs of single calls that are withheld, and a payee that is not the one of the offers, fail", async () => {
    const withheld = changed(/inputs\?id=BTC-2026-01-03T00/, (body) =>
      JSON.stringify({ ...JSON.parse(body), inputs: null, reason: "lost" }),
    )
    expect((await verifyTampered(honest, { get: withheld })).text).toContain(
      "BTC-2026-01-03T00:00:00.000Z: its inputs are withheld",
    )
    const offer = Buffer.from(JSON.stringify({ accepts: [{ payTo: `0x${"ab".repeat(20)}` }] })).toString("base64")
    const paidElsewhere: typeof fetch = async (input, init) =>
      /\/signal\//.test(new Request(input).url)
        ? new Response(null, { status: 402, headers: { "PAYMENT-REQUIRED": offer } })
        : api(input, init)
    expect(await verifyTampered(honest, { get: paidElsewhere })).toMatchObject({
      valid: false,
      text: expect.stringContaining("names 0x209693"),
    })
  })
})

test("an account that the service does not name counts when it brought a tenth of the money", async () => {
  const hidden = serve({ ...honest, records: flipped })
  const get: typeof fetch = async (input, init) => {
    const body = await (await hidden(input, init)).text()
    return new Response(
      body
        .replace(/"senders":\["0x\w+"\]/, '"senders":[]')
        .replace(/"anchors":\[.*?\],"has_more"/, '"anchors":[],"has_more"'),
    )
  }
  const { valid, text } = await verifyTampered(honest, { get })
  expect([valid, text]).toEqual([false, expect.stringContaining("and the record does not have it")])
})

test("anchors of unknown senders are named, and neither count nor harm", async () => {
  const foreign = {
    ...last,
    sender: `0x${"66".repeat(20)}`,
    transaction: `0x${"67".repeat(32)}`,
    head: "de".repeat(32),
  } as const
  const { valid, text } = await verifyTampered({
    ...honest,
    onChain: [...onChain.slice(0, 5), foreign, ...onChain.slice(5)],
  })
  expect(valid).toBe(true)
  expect(text).toContain(`Not counted: 1 anchors of other senders, first ${foreign.sender}`)

  // Payments of one unit by another sender, ten times as many as all others, are not a tenth of the money.
  const received = new Map([
    [last.sender, 40_000_000n],
    [foreign.sender, 4_000n],
  ])
  const dust = await verifyTampered(honest, {
    readChain: async () => ({ anchors: [...onChain, foreign], received, fromBlock: 1n, toBlock: 1_000n }),
  })
  expect(dust.valid).toBe(true)
})

test("with --accepted the operator's explanation does not fail the check, and the calls sealed again are not proven", async () => {
  const { valid, text } = await verifyTampered({ ...honest, ...accepted }, { isAccepted: true })
  expect(text).not.toContain("✕")
  expect(valid).toBe(true)
  expect(text).toContain(
    'accepted a difference between record and anchors at 2026-01-09T21:30:00.000Z: "restored backup"',
  )
  expect(text).toMatch(/before their 24h outcome/)
  expect(text).not.toContain("147 of 147")
})

test("records that no anchor reaches in time are not proven", async () => {
  const { valid, text } = await verifyTampered({ ...honest, onChain: onChain.slice(0, 3), listed: onChain.slice(0, 3) })
  expect(valid).toBe(true)
  expect(text).toContain("Proven in time by 3 anchors on eip155:8453: 54 of 147 before their 24h outcome, 39 of 39")
})
