import { beforeAll, beforeEach, expect, test } from "vitest"
import { GET as getLive } from "@/app/api/live/route"
import { runtime } from "@/lib/server/runtime/runtime"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { GET as getReady } from "./route"

const CONTEXT = { params: Promise.resolve({}) }
const SHARED: Record<symbol, unknown> = globalThis

beforeAll(() => openCatalogueHarness(Date.UTC(2026, 10, 20, 15, 7)), 60_000)
beforeEach(() => void delete SHARED[Symbol.for("signal402.shutdown")])

async function ask(get: typeof getReady, path: string) {
  const response = await get(new Request(`https://signal402.example${path}`), CONTEXT)
  return [response.status, await response.json()]
}

test("a process is live and ready, and a stopping process is live and not ready", async () => {
  expect(await ask(getLive, "/api/live")).toEqual([200, { status: "live" }])
  expect(await ask(getReady, "/api/ready")).toEqual([200, { status: "ready" }])

  SHARED[Symbol.for("signal402.shutdown")] = { isStopping: true, listeners: new Set() }
  expect(await ask(getReady, "/api/ready")).toEqual([503, { status: "stopping" }])
  expect(await ask(getLive, "/api/live")).toEqual([200, { status: "live" }])
})

test("without its store a process is not ready", async () => {
  await (await runtime()).store.destroy()
  expect(await ask(getReady, "/api/ready")).toEqual([503, { status: "store", detail: "unreachable" }])
})
