import { describe, expect, it } from "vitest"
import { readBounded, readRequestText } from "./read-bounded"

describe("readBounded", () => {
  it("joins the parts of a body of exactly the limit", async () => {
    expect(await readBounded(partsOf("ab", "cd"), 4)).toEqual(Buffer.from("abcd"))
  })

  it("reads a missing body as empty", async () => {
    expect(await readBounded(null, 4)).toEqual(Buffer.alloc(0))
  })

  it("cancels a stream at the first part beyond the limit", async () => {
    const asked: string[] = []
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          asked.push("part")
          controller.enqueue(Buffer.from("abc"))
        },
        cancel() {
          asked.push("cancel")
        },
      },
      { highWaterMark: 0 },
    )
    expect(await readBounded(stream, 4)).toBeNull()
    expect(asked).toEqual(["part", "part", "cancel"])
  })

  it("throws the error of a body that is cut off", async () => {
    const cutOff = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("reset")) })
    await expect(readBounded(cutOff, 4)).rejects.toThrow("reset")
  })
})

describe("readRequestText", () => {
  it("joins a character that is split between two parts", async () => {
    const [first, second] = [Buffer.from("€").subarray(0, 1), Buffer.from("€").subarray(1)]
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(first)
        controller.enqueue(second)
        controller.close()
      },
    })
    const request = new Request("https://signal402.test", { method: "POST", body, duplex: "half" } as RequestInit)
    expect(await readRequestText(request, 3)).toBe("€")
  })

  it("does not read a body whose Content-Length is above the limit", async () => {
    const headers = { "content-length": "5" }
    const request = new Request("https://signal402.test", { method: "POST", body: "ab", headers })
    expect(await readRequestText(request, 4)).toBeNull()
    expect(request.bodyUsed).toBe(false)
  })
})

async function* partsOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
