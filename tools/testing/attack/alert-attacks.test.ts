import { expect, test } from "vitest"
import { alertAttacks, runAlertAttack } from "./alert-attacks"

test.each(alertAttacks.map((attack) => [attack.name, attack] as const))(
  "%s: the service holds",
  async (_, attack) => expect((await runAlertAttack(attack)).faults).toEqual([]),
  60_000,
)
