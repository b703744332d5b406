import fc from "fast-check"
import { hexToBytes, keccak256 as viemKeccak, numberToHex, recoverAddress, stringToHex, toHex } from "viem"
import { describe, expect, test } from "vitest"
import { privateKeyToAccount, privateKeyToAddress, sign } from "viem/accounts"
import {
  type Ecdsa,
  hashOfText,
  keccak256,
  nativeEcdsa,
  normalizeSignature,
  recoverSigner,
  webAssembly,
} from "./crypto"

test("the hash of empty input is Keccak-256's, not SHA-3's", () => {
  expect(keccak256("0x")).toBe("0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
})

test("bytes, hex and texts have the same hashes as viem's, in any order", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.string({ unit: "grapheme" }), (bytes, text) => {
      expect(keccak256(bytes)).toBe(viemKeccak(bytes))
      expect(hashOfText(text)).toBe(viemKeccak(stringToHex(text)))
      expect(keccak256(toHex(bytes))).toBe(viemKeccak(bytes))
    }),
  )
})

const word = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyKey = word.filter((bytes) => bytes[0] !== 0xff && bytes.some((byte) => byte !== 0))
const native = await nativeEcdsa()

/** On a platform without the native binary only WebAssembly is tested. */
const all: readonly (readonly [string, Ecdsa])[] = [
  ["WebAssembly", webAssembly],
  ...(native === null ? [] : [["native", native] as const]),
]

test("nativeEcdsa() returns null on a platform without a native binary", async () => {
  expect(await nativeEcdsa(() => Promise.reject(new Error("No native build was found")))).toBeNull()
})

describe.each(all)("%s", (_, ecdsa) => {
  test("signs to the same bytes as viem, and recovers the signer's key", async () => {
    await fc.assert(
      fc.asyncProperty(anyKey, word, async (privateKey, digest) => {
        const account = privateKeyToAccount(toHex(privateKey))
        const { signature, recoveryId } = ecdsa.sign(digest, privateKey)
        const theirs = await account.sign({ hash: toHex(digest) })
        expect(`${toHex(signature)}${(27 + recoveryId).toString(16)}`).toBe(theirs)
        expect(toHex(ecdsa.recover(digest, signature, recoveryId === 0 ? 0 : 1) ?? "")).toBe(account.publicKey)
      }),
      { numRuns: 50 },
    )
  })

  test("recovers a key or null from any 64 bytes, like WebAssembly", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), word, fc.constantFrom(0, 1), (bytes, digest, id) => {
        const recovered = ecdsa.recover(digest, bytes, id)
        expect(recovered).toEqual(webAssembly.recover(digest, bytes, id))
        expect(recovered === null || recovered.length === 65).toBe(true)
      }),
    )
  })

  test("refuses signatures and keys outside the group", () => {
    const outside = new Uint8Array(32).fill(255)
    for (const signature of [new Uint8Array(64), new Uint8Array(64).fill(255)]) {
      expect(ecdsa.recover(new Uint8Array(32), signature, 0)).toBeNull()
    }
    expect(() => ecdsa.sign(new Uint8Array(32), outside)).toThrow()
  })
})

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const words = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)
const keys = words.filter((word) => BigInt(word) > 0n && BigInt(word) < ORDER)

const digest = `0x${"5a".repeat(32)}` as const
const key = `0x${"17".repeat(32)}` as const
const signer = lower(privateKeyToAddress(key))

test("the signer equals viem's, and is the key's address", async () => {
  await fc.assert(
    fc.asyncProperty(keys, words, async (privateKey, hash) => {
      const signature = await sign({ hash, privateKey, to: "hex" })
      expect(recoverSigner(hash, signature)).toBe(lower(privateKeyToAddress(privateKey)))
      expect(recoverSigner(hash, signature)).toBe(lower(await recoverAddress({ hash, signature })))
    }),
    { numRuns: 100 },
  )
})

test("another digest recovers another signer", async () => {
  const signature = await sign({ hash: digest, privateKey: key, to: "hex" })
  expect(recoverSigner(`0x${"5b".repeat(32)}`, signature)).not.toBe(signer)
})

test("v must be 0, 1, 27 or 28", async () => {
  const { r, s, v } = await parts()
  const low = v === 27n ? 0 : 1
  expect(recoverSigner(digest, join(r, s, low))).toBe(signer)
  for (const bad of [2, 26, 29, 31, 35, 255]) expect(recoverSigner(digest, join(r, s, bad)), `v=${bad}`).toBeNull()
})

test("a malleated signature with a high s is refused", async () => {
  const { r, s, v } = await parts()
  expect(recoverSigner(digest, join(r, ORDER - s, v === 27n ? 28 : 27))).toBeNull()
})

test("r and s outside the group are refused", async () => {
  const { r, s, v } = await parts()
  for (const bad of [0n, ORDER, ORDER + 1n, 2n ** 256n - 1n]) {
    expect(recoverSigner(digest, join(bad, s, Number(v))), `r=${bad}`).toBeNull()
    expect(recoverSigner(digest, join(r, bad, Number(v))), `s=${bad}`).toBeNull()
  }
})

test("a signature that is not 65 bytes long is refused", async () => {
  const signature = await sign({ hash: digest, privateKey: key, to: "hex" })
  const others = ["0x", signature.slice(0, -2), `${signature}00`, `0x${"00".repeat(130)}`] as `0x${string}`[]
  for (const other of others) expect(recoverSigner(digest, other)).toBeNull()
})

test("recoverSigner() does not throw for any 65 bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 65, maxLength: 65 }), words, (bytes, hash) => {
      const recovered = recoverSigner(hash, `0x${Buffer.from(bytes).toString("hex")}`)
      expect(recovered === null || /^0x[0-9a-f]{40}$/.test(recovered)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test("normalizeSignature() changes v 0 and 1 to 27 and 28, and leaves other signatures unchanged", async () => {
  const { r, s } = await parts()
  expect(normalizeSignature(join(r, s, 0))).toBe(join(r, s, 27))
  expect(normalizeSignature(join(r, s, 1))).toBe(join(r, s, 28))
  const others = [join(r, s, 27), join(r, s, 28), join(r, s, 29), `0x${"00".repeat(66)}`] as const
  for (const signature of others) expect(normalizeSignature(signature)).toBe(signature)
})

async function parts() {
  const signature = await sign({ hash: digest, privateKey: key, to: "hex" })
  const bytes = hexToBytes(signature)
  return {
    r: BigInt(`0x${signature.slice(2, 66)}`),
    s: BigInt(`0x${signature.slice(66, 130)}`),
    v: BigInt(bytes[64] ?? 0),
  }
}

function join(r: bigint, s: bigint, v: number): `0x${string}` {
  const word = (value: bigint) => numberToHex(value, { size: 32 }).slice(2)
  return `0x${word(r)}${word(s)}${v.toString(16).padStart(2, "0")}`
}

function lower(address: string): string {
  return address.toLowerCase()
}
