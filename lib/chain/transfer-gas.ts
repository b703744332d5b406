/** Gas of a transaction besides its transfers. */
export const GAS_BASE = 60_000n
/** Smart wallets verify in their own code; a passkey check without a precompile takes some 300,000. */
export const GAS_PER_CONTRACT_TRANSFER = 600_000n
/** A wallet that is deployed by its payment (ERC-6492). */
export const GAS_PER_DEPLOYMENT = 500_000n
