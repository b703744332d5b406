import { expect, test } from "vitest"
import { databases } from "@/tools/testing/databases/databases"
import { acquireDeploymentLease } from "./deployment-lease"

const NOW = () => Promise.resolve()
const own = { NETWORK: "eip155:8453", PAY_TO: "0xa", SETTLER_PRIVATE_KEY: "0xb" }

test.each(databases)(
  "on $name processes with one fingerprint share the database, and one with another payee or key is refused by name",
  async ({ open }) => {
    const { store, close } = await open()
    const first = await acquireDeploymentLease(store, own, NOW)
    const second = await acquireDeploymentLease(store, { ...own }, NOW)
    expect([await first.hold(), await second.hold()]).toEqual([true, true])
    const other = acquireDeploymentLease(store, { ...own, PAY_TO: "0xc" }, NOW)
    await expect(other).rejects.toThrow("PAY_TO: 0xa there, 0xc here")
    await expect(other).rejects.not.toThrow("SETTLER_PRIVATE_KEY")
    expect(await first.hold(), "the refused one has not taken it").toBe(true)
    await close()
  },
)

test.each(databases)(
  "on $name settings can be changed once every process with the old ones has ended",
  async ({ open }) => {
    const { store, close } = await open()
    await acquireDeploymentLease(store, own, NOW)
    await store.updateTable("leases").set({ until_ms: 1 }).execute()
    const changed = await acquireDeploymentLease(store, { ...own, PAY_TO: "0xc" }, NOW)
    expect(await changed.hold()).toBe(true)
    await expect(acquireDeploymentLease(store, own, NOW)).rejects.toThrow("PAY_TO: 0xc there, 0xa here")
    await close()
  },
)
