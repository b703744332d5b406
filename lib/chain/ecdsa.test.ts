import fc from "fast-check"
import { toHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, test } from "vitest"
import { type Ecdsa, nativeEcdsa, webAssembly } from "./ecdsa"

const word = fc.uint8Array({ minLength: 32, maxLength: 32 })
const key = word.filter((bytes) => bytes[0] !== 0xff && bytes.some((byte) => byte !== 0))
const native = await nativeEcdsa()

/** Where the package has no binary there is one implementation, and nothing to agree with. */
const all: readonly (readonly [string, Ecdsa])[] = [
  ["WebAssembly", webAssembly],
  ...(native === null ? [] : [["native", native] as const]),
]

test("a machine for which the package has no binary does without it", async () => {
  expect(await nativeEcdsa(() => Promise.reject(new Error("No native build was found")))).toBeNull()
})

describe.each(all)("%s", (_, ecdsa) => {
  test("signs to the bytes that viem signs to, and recovers the key that signed", async () => {
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

  test("answers any 64 bytes with a key or with none, as WebAssembly does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), word, fc.constantFrom(0, 1), (bytes, digest, id) => {
        const recovered = ecdsa.recover(digest, bytes, id)
        expect(recovered).toEqual(webAssembly.recover(digest, bytes, id))
        expect(recovered === null || recovered.length === 65).toBe(true)
      }),
    )
  })

  test("bytes outside the group are neither a signature nor a key", () => {
    const outside = new Uint8Array(32).fill(255)
    for (const signature of [new Uint8Array(64), new Uint8Array(64).fill(255)]) {
      expect(ecdsa.recover(new Uint8Array(32), signature, 0)).toBeNull()
    }
    expect(() => ecdsa.sign(new Uint8Array(32), outside)).toThrow()
  })
})
