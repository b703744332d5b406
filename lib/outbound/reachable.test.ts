import { expect, test, vi } from "vitest"
import { canReachProviders } from "@/tools/cli/reachable"

test("canReachProviders() is true when one provider answers", async () => {
  const fetch = async (url: unknown) => {
    if (!String(url).includes("okx")) throw new TypeError("fetch failed")
    return new Response("{}")
  }
  expect(await canReachProviders(fetch)).toBe(true)
})

test("error statuses, as from a firewall, do not count as answers of providers", async () => {
  expect(await canReachProviders(async () => new Response("blocked", { status: 403 }))).toBe(false)
})

test("the check of providers that do not answer ends after five seconds", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout")
  const ended = new AbortController()
  timeout.mockReturnValue(ended.signal)
  const silent = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true })
    })
  const answer = canReachProviders(silent)
  ended.abort()
  expect(await answer).toBe(false)
  expect(timeout).toHaveBeenCalledWith(5_000)
  timeout.mockRestore()
})
