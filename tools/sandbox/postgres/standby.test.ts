import { expect, onTestFinished, test } from "vitest"
import { sql } from "kysely"
import { openPostgresStore } from "@/lib/store/postgres-store"
import { openTcpProxy } from "@/tools/cli/operation/tcp-proxy"
import { startCluster } from "./cluster"
import { startStandby } from "./standby"

test("after a failover from a primary to its standby open connections to the demoted primary are given up at once", async () => {
  const primary = await startCluster()
  onTestFinished(() => primary.stop())
  const standby = await startStandby(primary)
  onTestFinished(() => standby.stop())
  const proxy = await openTcpProxy(Number(new URL(primary.url).port))
  onTestFinished(() => proxy.stop())
  const url = Object.assign(new URL(primary.url), { port: String(proxy.port) }).href
  const store = await openPostgresStore({ url, schema: "failover", onFault: () => undefined, connections: 4 })
  onTestFinished(() => store.destroy())
  const write = (n: number) =>
    store
      .insertInto("leases")
      .values({ name: `n${n}`, holder: "a", until_ms: 1 })
      .execute()
  await Promise.all([1, 2, 3, 4].map(write))
  await standby.failOver()
  // New connections reach the new primary; the old ones stay where they are.
  proxy.retarget(Number(new URL(standby.url).port))
  const written: boolean[] = []
  for (let n = 10; n < 30; n += 1)
    written.push(
      await write(n).then(
        () => true,
        () => false,
      ),
    )
  expect(written.filter((isWritten) => !isWritten).length, "one statement meets the failover").toBeLessThanOrEqual(1)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from leases`.execute(store)
  expect(rows[0]?.n, "what was written before is there").toBe(4 + written.filter(Boolean).length)
}, 90_000)
