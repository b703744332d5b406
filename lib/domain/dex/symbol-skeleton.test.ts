import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import fc from "fast-check"
import { expect, test } from "vitest"
import { MAJOR_TOKENS } from "./major-tokens"
import { symbolLooks } from "./symbol-skeleton"

const majors = Object.keys(MAJOR_TOKENS)
const lookAlikes = readLookAlikes()

/** All letters of Unicode TR39 that look like an ASCII letter, by that letter as a capital. */
function readLookAlikes(): ReadonlyMap<string, readonly string[]> {
  const path = createRequire(import.meta.url).resolve("unhomoglyph/data.json")
  const all = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, string>>
  const found = new Map<string, string[]>()
  for (const [letter, like] of Object.entries(all)) {
    const bare = like.normalize("NFD").replace(/\p{M}/gu, "")
    // The prototype of I, l and 1 is a small l.
    for (const capital of bare === "l" ? ["I", "L"] : /^[a-zA-Z]$/.test(bare) ? [bare.toUpperCase()] : []) {
      if (letter > "\u007f") found.set(capital, [...(found.get(capital) ?? []), letter])
    }
  }
  return found
}

const looksLike = (symbol: string) => symbolLooks(symbol).filter((look) => majors.includes(look))

test.each([
  ["USDϹ", "USDC"],
  ["USDĆ", "USDC"],
  ["υSDC", "USDC"],
  ["ＵＳＤＣ", "USDC"],
  ["𝐔𝐒𝐃𝐂", "USDC"],
  ["ⓊⓈⒹⒸ", "USDC"],
  ["🆄🆂🅳🅲", "USDC"],
  ["ᴜꜱᴅᴄ", "USDC"],
  ["U\u200bS\u0301D C", "USDC"],
  ["usdс", "USDC"],
  ["USDТ", "USDT"],
  ["usdт", "USDT"],
  ["ВТС", "BTC"],
  ["втс", "BTC"],
  ["ЕТН", "ETH"],
  ["DAl", "DAI"],
  ["DA1", "DAI"],
  ["SOl", "SOL"],
  ["SoI", "SOL"],
  ["S0L", "SOL"],
  ["Đoge", "DOGE"],
  ["usdc", "USDC"],
  ["U\u3164SDC", "USDC"],
  ["USDC\u2800", "USDC"],
  ["USDC\u0000", "USDC"],
  ["⒰⒮⒟⒞", "USDC"],
  ["USDȻ", "USDC"],
  ["₿TC", "BTC"],
  ["8TC", "BTC"],
  ["U5DC", "USDC"],
  ["U$DC", "USDC"],
  ["USDC.", "USDC"],
  ["\u202eCDSU", "USDC"],
  ["S⓪L", "SOL"],
  ["ՏՕԼ", "SOL"],
  ["ɛTH", "ETH"],
  ["ΞTH", "ETH"],
  ["VVETH", "WETH"],
])("%s looks like %s", (symbol, major) => expect(looksLike(symbol)).toEqual([major]))

test("a symbol with any number of letters replaced by look-alikes is found", () => {
  const symbol = fc.constantFrom(...majors).chain((major) => {
    const letters = Array.from(major, (letter) =>
      fc.constantFrom(letter, letter.toLowerCase(), ...(lookAlikes.get(letter) ?? [])),
    )
    return fc.tuple(fc.constant(major), ...letters).map(([name, ...parts]) => ({ name, text: parts.join("") }))
  })
  fc.assert(
    fc.property(symbol, fc.constantFrom("", "\u0301", "\u200d", "\u0336"), ({ name, text }, mark) => {
      expect(looksLike(text + mark)).toContain(name)
    }),
    { numRuns: 2_000 },
  )
})

test("every single look-alike letter is found in every major symbol", () => {
  const missed = majors.flatMap((major) =>
    Array.from(major).flatMap((letter, at) =>
      (lookAlikes.get(letter) ?? [])
        .map((other) => major.slice(0, at) + other + major.slice(at + 1))
        .filter((text) => !looksLike(text).includes(major)),
    ),
  )
  expect(missed).toEqual([])
})

/** Symbols of traded tokens, in several cases. */
const ordinary = (
  "PEPE SHIB LINK UNI AAVE DAL DALI SOI SOLO SOLV BTCB WBETH STETH RETH CBETH CBBTC USDE USDS USDB EUROC EURC PYUSD FDUSD TUSD LUSD " +
  "GUSD XRPL BNBX DOG DOGS DOGGO 1INCH LDO CRV MKR COMP SNX GRT ENS ARB OP MATIC POL AVAX ADA DOT TRX TON SUI APT NEAR ATOM FIL " +
  "INJ TIA SEI JUP WIF BONK FLOKI RNDR IMX LIL ILV IO ICP ID TEL LIT DIA ETC ETHFI BTT DAIKO"
).split(" ")

test.each(ordinary)("the ordinary symbol %s looks like no other token, in any case", (symbol) => {
  const capitalized = symbol.charAt(0) + symbol.slice(1).toLowerCase()
  for (const text of [symbol, symbol.toLowerCase(), capitalized]) expect(looksLike(text)).toEqual([])
})
