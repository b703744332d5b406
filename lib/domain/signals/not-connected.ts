import { abstains, type Reading } from "./indicator"

/** For indicators whose data this release does not read yet. They abstain by name instead of voting neutral. */
export function notConnected(): Reading {
  return abstains("its source is not connected in this release")
}
