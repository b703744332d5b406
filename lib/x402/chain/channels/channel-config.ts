/** The parameters of a channel, in lower case. They never change; their EIP-712 hash is the channel's id. */
export type ChannelConfig = {
  readonly payer: `0x${string}`
  /** The key that signs vouchers. */
  readonly payerAuthorizer: `0x${string}`
  readonly receiver: `0x${string}`
  /** The key that signs claims and refunds. */
  readonly receiverAuthorizer: `0x${string}`
  readonly token: `0x${string}`
  readonly withdrawDelayS: number
  readonly salt: `0x${string}`
}

/** A cumulative voucher: the receiver may take up to `total` from the channel, over its whole life. */
export type Voucher = {
  readonly channelId: `0x${string}`
  /** Atomic units. `maxClaimableAmount` on the wire. */
  readonly total: bigint
  readonly signature: `0x${string}`
}

/** A deposit by EIP-3009. The nonce of its authorization is the hash of channel and salt. */
export type Deposit = {
  readonly amount: bigint
  readonly validAfterS: number
  readonly validBeforeS: number
  readonly salt: `0x${string}`
  readonly signature: `0x${string}`
}

/** The state of a channel in the contract. */
export type ChannelOnChain = {
  /** All deposits less withdrawals and refunds; claimed amounts are included. */
  readonly balance: bigint
  readonly totalClaimed: bigint
  /** When a withdrawal was announced, in seconds; 0: none was. */
  readonly withdrawRequestedS: number
  readonly refundNonce: bigint
}
