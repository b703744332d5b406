/**
 * The typed data that a wallet signs (EIP-712).
 *
 * @example
 * const show = ({ primaryType, message }: TypedData) => console.log(primaryType, message)
 */
export type TypedData = {
  readonly domain: Record<string, unknown>
  readonly types: Record<string, unknown>
  readonly primaryType: string
  readonly message: Record<string, unknown>
}

/**
 * A wallet: each account of viem is one.
 *
 * @example
 * // The wallet of a browser, by viem's WalletClient.
 * const [address = "0x"] = await wallet.requestAddresses()
 * const signer: BuyerSigner = {
 *   address,
 *   signTypedData: (data) => wallet.signTypedData({ account: address, ...data } as never),
 *   signMessage: ({ message }) => wallet.signMessage({ account: address, message }),
 * }
 */
export type BuyerSigner = {
  readonly address: `0x${string}`
  readonly signTypedData: (data: TypedData) => Promise<`0x${string}`>
  /** Needed for `alerts` alone. */
  readonly signMessage?: (data: { readonly message: string }) => Promise<`0x${string}`>
}
