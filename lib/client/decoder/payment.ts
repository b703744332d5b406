import {
  checkAddress,
  checkAmount,
  checkHash,
  checkNetwork,
  checkSeconds,
  checkSignature,
  object,
  secondsOf,
  text,
  tokenAt,
  type Version,
} from "./checks"
import {
  type Checked,
  type DecodeContext,
  error,
  explain,
  type Field,
  isObject,
  type Json,
  type Rule,
  warning,
} from "./field"
import { explainRequirements, resourceFields } from "./requirements"
import { versionRule } from "./version"

/** A payment: `PAYMENT-SIGNATURE` (version 2) or `X-PAYMENT` (version 1). */
export function explainPayment(value: Json, version: Version, context: DecodeContext): readonly Field[] {
  const accepted = version === 2 && isObject(value["accepted"]) ? value["accepted"] : value
  const payload: Rule = {
    key: "payload",
    meaning: "What was signed.",
    isRequired: true,
    check: object,
    inside: (found, path) => (isObject(found) ? payloadFields(found, `${path}.`, accepted, context) : []),
  }
  if (version === 1) {
    return explain(value, [
      versionRule(1),
      { key: "scheme", meaning: "How the payment works.", isRequired: true, check: text },
      {
        key: "network",
        meaning: "The chain, by its version 1 name.",
        isRequired: true,
        check: (found) => checkNetwork(found, 1),
      },
      payload,
    ])
  }
  return explain(value, [
    versionRule(2),
    { key: "resource", meaning: "What is paid for, as the challenge named it.", check: object, inside: resourceFields },
    {
      key: "accepted",
      meaning: "The entry of accepts that the payer chose, repeated.",
      isRequired: true,
      check: object,
      inside: (found, path) => (isObject(found) ? explainRequirements(found, `${path}.`, 2, context) : []),
    },
    payload,
    { key: "extensions", meaning: "Answers to the challenge's extensions.", check: object },
  ])
}

function payloadFields(value: Json, prefix: string, accepted: Json, context: DecodeContext): readonly Field[] {
  if (typeof value["type"] === "string") return channelFields(value, prefix, accepted, context)
  const isTransfer = value["authorization"] !== undefined
  return explain(
    value,
    [
      {
        key: "signature",
        meaning: "EIP-712 signature of the authorization. It moves this money once, and nothing else.",
        isRequired: isTransfer,
        check: checkSignature,
      },
      {
        key: "authorization",
        meaning: "TransferWithAuthorization (EIP-3009): the transfer that the payer allows.",
        check: object,
        inside: (found, path) => (isObject(found) ? authorizationFields(found, `${path}.`, accepted, context) : []),
      },
      { key: "permit2Authorization", meaning: "A transfer by Permit2, for tokens without EIP-3009.", check: object },
      {
        key: "transaction",
        meaning: "A signed transaction (Solana), or a transfer that was already made.",
        check: text,
      },
      { key: "txHash", meaning: "Hash of a transfer that was already made.", check: checkHash },
    ],
    prefix,
  )
}

function authorizationFields(value: Json, prefix: string, accepted: Json, context: DecodeContext): readonly Field[] {
  const { network, payTo, asset } = accepted
  const price = accepted["amount"] ?? accepted["maxAmountRequired"]
  const address = (found: unknown) => checkAddress(found, network)
  return explain(
    value,
    [
      { key: "from", meaning: "The payer.", isRequired: true, check: address },
      {
        key: "to",
        meaning: "Who receives the money.",
        isRequired: true,
        check: (to) => add(address(to), differs(to, payTo), error("Not the payTo of the accepted terms.")),
      },
      {
        key: "value",
        meaning: "The amount that moves.",
        isRequired: true,
        check: (amount) => checkValue(amount, price, checkAmount(amount, tokenAt(asset, network, context), null)),
      },
      {
        key: "validAfter",
        meaning: "Not chargeable before.",
        isRequired: true,
        check: (at) => add(checkSeconds(at), isLater(at, context.nowMs), error("Not valid yet.")),
      },
      {
        key: "validBefore",
        meaning: "Not chargeable from then on.",
        isRequired: true,
        check: (at) => checkExpiry(at, value["validAfter"], context.nowMs),
      },
      {
        key: "nonce",
        meaning: "32 random bytes. The token takes each once, so nobody charges twice.",
        isRequired: true,
        check: checkNonce,
      },
    ],
    prefix,
  )
}

function checkExpiry(at: unknown, after: unknown, nowMs: number): Checked {
  const form = checkSeconds(at)
  const seconds = secondsOf(at)
  if (seconds === null || form.findings?.length) return form
  const starts = secondsOf(after)
  if (starts !== null && starts >= seconds) return add(form, true, error("Not later than validAfter: never valid."))
  return add(form, seconds * 1_000 <= nowMs, error("Expired: nobody can charge it any more."))
}

function isLater(at: unknown, nowMs: number): boolean {
  const seconds = secondsOf(at)
  return seconds !== null && seconds * 1_000 > nowMs
}

function checkValue(amount: unknown, price: unknown, form: Checked): Checked {
  if (form.findings?.length || typeof amount !== "string" || typeof price !== "string" || !/^\d{1,78}$/.test(price)) {
    return form
  }
  const [paid, asked] = [BigInt(amount), BigInt(price)]
  if (paid < asked) return add(form, true, error(`Less than the price of ${asked}.`))
  return add(form, paid > asked, warning(`More than the price of ${asked}; "exact" asks for exactly the price.`))
}

function checkNonce(value: unknown): Checked {
  const form = checkHash(value)
  return add(form, typeof value === "string" && /^0x0{64}$/.test(value), warning("All zeros: not random."))
}

function channelFields(value: Json, prefix: string, accepted: Json, context: DecodeContext): readonly Field[] {
  const token = tokenAt(accepted["asset"], accepted["network"], context)
  const amount = (found: unknown) => checkAmount(found, token, null)
  return explain(
    value,
    [
      {
        key: "type",
        meaning: "deposit: money into the channel. voucher: pays an answer. refund: ends the channel.",
        check: checkType,
      },
      {
        key: "channelConfig",
        meaning: "The channel. The EIP-712 hash of these fields is its id.",
        isRequired: true,
        check: object,
        inside: (found, path) => (isObject(found) ? configFields(found, `${path}.`, accepted) : []),
      },
      {
        key: "voucher",
        meaning: "A signature by the session's key: no prompt, no gas.",
        isRequired: true,
        check: object,
        inside: (found, path) =>
          isObject(found)
            ? explain(
                found,
                [
                  { key: "channelId", meaning: "Which channel.", isRequired: true, check: checkHash },
                  {
                    key: "maxClaimableAmount",
                    meaning: "What the service may take in total, all earlier answers included.",
                    isRequired: true,
                    check: amount,
                  },
                  { key: "signature", meaning: "By payerAuthorizer.", isRequired: true, check: checkSignature },
                ],
                `${path}.`,
              )
            : [],
      },
      {
        key: "deposit",
        meaning: "Money that moves into the channel with this payment.",
        isRequired: value["type"] === "deposit",
        check: object,
        inside: (found, path) =>
          isObject(found)
            ? explain(
                found,
                [
                  { key: "amount", meaning: "The deposit.", isRequired: true, check: amount },
                  {
                    key: "authorization",
                    meaning: "ReceiveWithAuthorization (EIP-3009), signed by the wallet.",
                    isRequired: true,
                    check: object,
                  },
                ],
                `${path}.`,
              )
            : [],
      },
      { key: "amount", meaning: "The part that is refunded; without it, everything.", check: amount },
    ],
    prefix,
  )
}

function checkType(value: unknown): Checked {
  return value === "deposit" || value === "voucher" || value === "refund"
    ? {}
    : { findings: [error('Must be "deposit", "voucher" or "refund".')] }
}

function configFields(value: Json, prefix: string, accepted: Json): readonly Field[] {
  const address = (key: string, meaning: string): Rule => ({
    key,
    meaning,
    isRequired: true,
    check: (found) => checkAddress(found, accepted["network"]),
  })
  return explain(
    value,
    [
      address("payer", "Whose money it is."),
      {
        key: "payerAuthorizer",
        meaning: "The key that signs vouchers; zero: the payer's own contract does.",
        isRequired: true,
        check: text,
      },
      address("receiver", "Who is paid."),
      address("receiverAuthorizer", "Who may claim and refund for the receiver."),
      address("token", "Contract of the token."),
      { key: "withdrawDelay", meaning: "Seconds until the payer can withdraw without the service.", isRequired: true },
      { key: "salt", meaning: "Tells channels of the same parties apart.", isRequired: true, check: checkHash },
    ],
    prefix,
  )
}

/** The settlement: `PAYMENT-RESPONSE` (version 2) or `X-PAYMENT-RESPONSE` (version 1). */
export function explainResponse(value: Json): readonly Field[] {
  const hasFailed = value["success"] === false
  return explain(value, [
    { key: "success", meaning: "Whether the payment was settled.", isRequired: true, check: checkFlag },
    { key: "errorReason", meaning: "Why not.", isRequired: hasFailed, check: text },
    { key: "errorMessage", meaning: "The same for people.", check: text },
    {
      key: "transaction",
      meaning: "Hash of the transfer; empty for a voucher, which is claimed later.",
      isRequired: !hasFailed,
      check: checkTransaction,
    },
    { key: "network", meaning: "The chain, in the payer's version.", isRequired: true, check: text },
    { key: "payer", meaning: "Who paid.", check: text },
    { key: "amount", meaning: "What was charged, in atomic units.", check: text },
    {
      key: "extra",
      meaning: "Of a channel: what was charged, and its state.",
      check: object,
      inside: (extra, path) => (isObject(extra) ? explain(extra, CHARGE, `${path}.`) : []),
    },
  ])
}

const CHARGE: readonly Rule[] = [
  { key: "chargedAmount", meaning: "Price of this answer in atomic units." },
  { key: "channelState", meaning: "Balance, total charged and total claimed." },
  { key: "voucherState", meaning: "The newest voucher that the service holds." },
]

function checkFlag(value: unknown): Checked {
  return typeof value === "boolean" ? {} : { findings: [error("Must be true or false, without quotes.")] }
}

function checkTransaction(value: unknown): Checked {
  if (value === "") return { says: "No transaction of its own." }
  if (typeof value !== "string") return { findings: [error("Must be a string.")] }
  const isHash = /^0x[0-9a-fA-F]{64}$/.test(value) || /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(value)
  return isHash ? {} : { findings: [warning("Not the form of a transaction hash.")] }
}

function differs(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && a.toLowerCase() !== b.toLowerCase()
}

function add(form: Checked, isWrong: boolean, finding: ReturnType<typeof error>): Checked {
  return isWrong ? { ...form, findings: [...(form.findings ?? []), finding] } : form
}
