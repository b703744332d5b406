import { parseAbi } from "viem"

/** https://github.com/Uniswap/permit2: at the same address on every chain. A payer's allowance is for this contract. */
export const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3"

/**
 * x402ExactPermit2Proxy, at the same address on every chain: the only spender that payers sign for. It moves the signed
 * amount to the signed payee, whoever calls it.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/schemes/exact/scheme_exact_evm.md (Annex)
 */
export const EXACT_PERMIT2_PROXY = "0x402085c248EeA27D92E8b30b2C58ed07f9E20001"

export const permit2Abi = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"])

export const exactPermit2ProxyAbi = parseAbi([
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "struct Witness { address to; uint256 validAfter; }",
  "function settle(PermitTransferFrom permit, address owner, Witness witness, bytes signature)",
  "event Settled()",
])
