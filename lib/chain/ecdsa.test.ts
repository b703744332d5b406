import fc from "fast-check"
import { toHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, test } from "vitest"
import { type Ecdsa, nativeEcdsa, webAssembly } from "./ecdsa"

const word = fc.uint8Array({ minLength: 32, maxLength: 32 })
const key = word.filter((bytes) => bytes[0] !== 0xff && bytes.some((byte) => byte !== 0))
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
      fc.asyncProperty(key, word, async (privateKey, digest) => {
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
