import { expect, test } from "vitest"
import { databases } from "@/tools/testing/databases/databases"
import { acquireDeploymentLease, forgetDeployment } from "./deployment-lease"

const own = { NETWORK: "eip155:8453", PAY_TO: "0xa", SETTLER_PRIVATE_KEY: "0xb" }
const other = { ...own, PAY_TO: "0xc" }

test.each(databases)(
  "on $name processes with one fingerprint share the database, and one with another payee or key is refused by name",
  async ({ open }) => {
    const { store, close } = await open()
    const first = await acquireDeploymentLease(store, own)
    const second = await acquireDeploymentLease(store, { ...own })
    expect([await first.hold(), await second.hold()]).toEqual([true, true])
    const refused = acquireDeploymentLease(store, other)
    await expect(refused).rejects.toThrow("PAY_TO: 0xa there, 0xc here")
    await expect(refused).rejects.not.toThrow("SETTLER_PRIVATE_KEY")
    expect(await first.hold(), "the refused one has not taken it").toBe(true)
    await close()
  },
)

test.each(databases)(
  "on $name the settings stay when every process has ended, until an operator accepts others",
  async ({ open }) => {
    const { store, close } = await open()
    expect(await forgetDeployment(store)).toBeNull()
    const old = await acquireDeploymentLease(store, own)
    await expect(forgetDeployment(store), "a process lives").rejects.toThrow("still runs")
    await store.updateTable("leases").set({ until_ms: 1 }).execute()
    await expect(acquireDeploymentLease(store, other)).rejects.toThrow("accept-settings")
    expect(await forgetDeployment(store)).toEqual(own)
    const changed = await acquireDeploymentLease(store, other)
    expect([await changed.hold(), await old.hold()], "one that wakes up has lost it").toEqual([true, false])
    await expect(acquireDeploymentLease(store, own)).rejects.toThrow("PAY_TO: 0xc there, 0xa here")
    await close()
  },
)
