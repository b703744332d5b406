import {
  type Address,
  type Hex,
  encodeFunctionData,
  hexToBigInt,
  numberToHex,
  parseAbi,
  parseSignature,
  serializeSignature,
} from "viem"

const bytesForms = parseAbi([
  "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
  "function receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
  "function cancelAuthorization(address,bytes32,bytes)",
  "function permit(address,address,uint256,uint256,bytes)",
])
const vrsForms = parseAbi([
  "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
  "function receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
  "function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)",
  "function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
])
export const tokenViews = parseAbi([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function version() view returns (string)",
  "function decimals() view returns (uint8)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function nonces(address owner) view returns (uint256)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
])

const authorizationFields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
]
export const typedData = {
  TransferWithAuthorization: authorizationFields,
  ReceiveWithAuthorization: authorizationFields,
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
}

/** The latest time that the token accepts. */
export const FOREVER = 2n ** 256n - 1n
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The fields of an EIP-3009 authorization. */
export type Terms = {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly nonce: Hex
}

/** Call data of `transferWithAuthorization` in both forms, by the shape of the signature. */
export const transferWith = {
  bytes: (terms: Terms, signature: Hex) =>
    encodeFunctionData({
      abi: bytesForms,
      functionName: "transferWithAuthorization",
      args: [...listed(terms), signature],
    }),
  vrs: (terms: Terms, signature: Hex) =>
    encodeFunctionData({
      abi: vrsForms,
      functionName: "transferWithAuthorization",
      args: [...listed(terms), ...split(signature)],
    }),
} as const

/** Call data of `receiveWithAuthorization` in both forms. */
export const receiveWith = {
  bytes: (terms: Terms, signature: Hex) =>
    encodeFunctionData({
      abi: bytesForms,
      functionName: "receiveWithAuthorization",
      args: [...listed(terms), signature],
    }),
  vrs: (terms: Terms, signature: Hex) =>
    encodeFunctionData({
      abi: vrsForms,
      functionName: "receiveWithAuthorization",
      args: [...listed(terms), ...split(signature)],
    }),
} as const

/** Call data of `cancelAuthorization` in both forms. */
export const cancelWith = {
  bytes: ({ from, nonce }: Terms, signature: Hex) =>
    encodeFunctionData({ abi: bytesForms, functionName: "cancelAuthorization", args: [from, nonce, signature] }),
  vrs: ({ from, nonce }: Terms, signature: Hex) =>
    encodeFunctionData({
      abi: vrsForms,
      functionName: "cancelAuthorization",
      args: [from, nonce, ...split(signature)],
    }),
} as const

export type PermitTerms = { readonly owner: Address; readonly spender: Address; readonly value: bigint }

/** Call data of a `permit` without a deadline in both forms. */
export const permitWith = {
  bytes: ({ owner, spender, value }: PermitTerms, signature: Hex) =>
    encodeFunctionData({ abi: bytesForms, functionName: "permit", args: [owner, spender, value, FOREVER, signature] }),
  vrs: ({ owner, spender, value }: PermitTerms, signature: Hex) =>
    encodeFunctionData({
      abi: vrsForms,
      functionName: "permit",
      args: [owner, spender, value, FOREVER, ...split(signature)],
    }),
} as const

/** The other signature of the same digest and key: high `s`, flipped parity. */
export function malleate(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature)
  return serializeSignature({ r, s: numberToHex(CURVE_ORDER - hexToBigInt(s), { size: 32 }), yParity: 1 - yParity })
}

function listed(terms: Terms) {
  return [terms.from, terms.to, terms.value, terms.validAfter, terms.validBefore, terms.nonce] as const
}

function split(signature: Hex) {
  const { r, s, yParity } = parseSignature(signature)
  return [27 + yParity, r, s] as const
}
