/** Why a sign-in was refused. Codes are those of `@x402/extensions` where it has one. A sign-in is always free. */
export type SignInReason = keyof typeof signInReasons

export const signInReasons = {
  invalid_siwx_payload: "The sign-in header is not a signed message.",
  invalid_siwx_domain_mismatch: "The sign-in is for another domain.",
  invalid_siwx_uri_mismatch: "The sign-in is for another resource.",
  invalid_siwx_unsupported_chain: "The sign-in is for another chain.",
  invalid_siwx_issued_at_too_old: "The sign-in is older than five minutes.",
  invalid_siwx_issued_at_in_future: "The sign-in is dated in the future.",
  invalid_siwx_expired: "The sign-in has expired.",
  invalid_siwx_not_yet_valid: "The sign-in is not valid yet.",
  invalid_siwx_signature: "The wallet did not sign this sign-in, or has no purchase to fetch.",
  invalid_siwx_nonce: "This sign-in was used already. Sign a new one.",
  siwx_nothing_bought: "This wallet has not bought this resource within the redelivery window. Pay for it.",
} as const
