/** Accounts without a known key: what they hold is out of the market for ever. In lower case. */
const BURN_ACCOUNTS: ReadonlySet<string> = new Set([
  "0x0000000000000000000000000000000000000000",
  "0x0000000000000000000000000000000000000001",
  "0x000000000000000000000000000000000000dead",
  "0xdead000000000000000042069420694206942069",
  "1nc1nerator11111111111111111111111111111111",
])

export function isBurnAccount(account: string): boolean {
  return BURN_ACCOUNTS.has(account.toLowerCase())
}

/** Tags of contracts that hold tokens until a date or for ever; not of names that contain such a word: "Clockwork", "Blocknet". */
const KEEPER_TAG =
  /(?<![a-z])(?:(?:pink|dx|floki|mudra|team|token|liquidity|lp)?lock(?:er|ed|up)?|uncx|unicrypt|team ?finance|streamflow|burn(?:ed|er|t)?|null address|dead)(?![a-z])/i

export function isKeeperTag(tag: string | null | undefined): boolean {
  return KEEPER_TAG.test(tag ?? "")
}
