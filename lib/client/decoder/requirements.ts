import {
  checkAddress,
  checkAmount,
  checkAsset,
  checkNetwork,
  checkTimeout,
  checkUrl,
  networkId,
  object,
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

const SCHEMES: Readonly<Record<string, string>> = {
  exact: "One transfer of exactly this amount.",
  upto: "At most this amount; the service charges what was used.",
  "batch-settlement": "A payment channel: one deposit, then vouchers without a transaction each.",
  "auth-capture": "An authorization that is captured later.",
}

/** One entry of `accepts`, or the requirements that a payment accepted. */
export function explainRequirements(value: Json, prefix: string, version: Version, context: DecodeContext) {
  return explain(value, version === 1 ? v1Rules(value, context) : v2Rules(value, context), prefix)
}

function sharedRules(value: Json, version: Version, context: DecodeContext): readonly Rule[] {
  const { network } = value
  return [
    {
      key: "payTo",
      meaning: "Who receives the money.",
      isRequired: true,
      check: (payTo) => checkPayTo(payTo, value),
    },
    {
      key: "asset",
      meaning: "Contract of the token.",
      isRequired: true,
      check: (found) => checkAsset(found, network, context),
    },
    {
      key: "maxTimeoutSeconds",
      meaning: "How long the payment may stay valid after it was signed.",
      isRequired: true,
      check: checkTimeout,
    },
    {
      key: "extra",
      meaning: "What the scheme needs besides. For EIP-3009: the token's EIP-712 domain, which the wallet signs.",
      isRequired: needsDomain(value),
      check: object,
      inside: (extra, path) => (isObject(extra) ? explain(extra, extraRules(value, context), `${path}.`) : []),
    },
    ...(version === 2
      ? (["maxAmountRequired", "resource", "description", "mimeType", "outputSchema"] as const).map((key) =>
          foreignField(
            key,
            `A version 1 field. ${key === "maxAmountRequired" ? 'Version 2 names it "amount".' : V1_MOVED}`,
          ),
        )
      : [foreignField("amount", 'A version 2 field. Version 1 names it "maxAmountRequired".')]),
  ]
}

const V1_MOVED = 'Version 2 describes the resource once, in "resource" beside "accepts".'

function foreignField(key: string, says: string): Rule {
  return { key, meaning: "Belongs to the other version.", check: () => ({ findings: [error(says)] }) }
}

function headRules(version: Version): readonly Rule[] {
  return [
    {
      key: "scheme",
      meaning: "How the payment works.",
      isRequired: true,
      check: (found) => checkScheme(found, version),
    },
    {
      key: "network",
      meaning: version === 1 ? "The chain, by its version 1 name." : "The chain, as a CAIP-2 id.",
      isRequired: true,
      check: (found) => checkNetwork(found, version),
    },
  ]
}

function v2Rules(value: Json, context: DecodeContext): readonly Rule[] {
  return [
    ...headRules(2),
    {
      key: "amount",
      meaning: "The price in the token's smallest unit.",
      isRequired: true,
      check: (amount) => checkAmount(amount, tokenAt(value["asset"], value["network"], context), 2),
    },
    ...sharedRules(value, 2, context),
  ]
}

function v1Rules(value: Json, context: DecodeContext): readonly Rule[] {
  return [
    ...headRules(1),
    {
      key: "maxAmountRequired",
      meaning: "The price in the token's smallest unit.",
      isRequired: true,
      check: (amount) => checkAmount(amount, tokenAt(value["asset"], value["network"], context), 1),
    },
    { key: "resource", meaning: "The URL that is paid for.", isRequired: true, check: checkUrl },
    { key: "description", meaning: "What is bought.", isRequired: true, check: text },
    { key: "mimeType", meaning: "Media type of the answer.", isRequired: true, check: text },
    { key: "outputSchema", meaning: "Shape of request and answer, for directories.", check: object },
    ...sharedRules(value, 1, context),
  ]
}

function checkScheme(value: unknown, version: Version): Checked {
  if (typeof value !== "string") return { findings: [error("Must be a string.")] }
  if (version === 1 && value !== "exact") return { findings: [error('Version 1 clients know "exact" only.')] }
  const says = Object.hasOwn(SCHEMES, value) ? SCHEMES[value] : undefined
  return says === undefined ? { findings: [warning("No scheme of the specification has this name.")] } : { says }
}

function checkPayTo(payTo: unknown, { network, asset }: Json): Checked {
  const form = checkAddress(payTo, network)
  if (form.findings?.length || typeof payTo !== "string" || typeof asset !== "string") return form
  const isToken = payTo.toLowerCase() === asset.toLowerCase()
  return isToken ? { findings: [error("This is the token's own contract: the money would be lost.")] } : form
}

/** EIP-3009 is the default of `exact` on EVM chains. */
function needsDomain({ scheme, network, extra }: Json): boolean {
  const method = isObject(extra) ? extra["assetTransferMethod"] : undefined
  const isEvm = networkId(network)?.startsWith("eip155:") ?? false
  return (
    isEvm && (scheme === "exact" || scheme === "batch-settlement") && (method === undefined || method === "eip3009")
  )
}

function extraRules(value: Json, context: DecodeContext): readonly Rule[] {
  const token = tokenAt(value["asset"], value["network"], context)
  const isRequired = needsDomain(value)
  const domain = (key: "name" | "version"): Rule => ({
    key,
    meaning: `EIP-712 domain of the token: its ${key}.`,
    isRequired,
    check: (found) => {
      if (typeof found !== "string") return { findings: [error("Must be a string.")] }
      if (token === null || found === token[key]) return {}
      return { findings: [error(`The contract's ${key} is "${token[key]}". Every signature would be refused.`)] }
    },
  })
  const isChannel = value["scheme"] === "batch-settlement"
  return [
    domain("name"),
    domain("version"),
    { key: "assetTransferMethod", meaning: "How the token moves: eip3009 (default) or permit2.", check: text },
    {
      key: "receiverAuthorizer",
      meaning: "The key that signs claims and refunds for the receiver.",
      isRequired: isChannel,
      check: (found) => checkAddress(found, value["network"]),
    },
    {
      key: "withdrawDelay",
      meaning: "Seconds until the payer can withdraw without the service.",
      isRequired: isChannel,
      check: checkWithdrawDelay,
    },
    {
      key: "minDeposit",
      meaning: "The smallest deposit.",
      check: (found) => checkAmount(found, token, null),
    },
    { key: "channelState", meaning: "The channel as the service knows it.", check: object },
    { key: "voucherState", meaning: "The last voucher that the service holds.", check: object },
    { key: "feePayer", meaning: "Who pays the network's fee (Solana).", check: text },
  ]
}

function checkWithdrawDelay(value: unknown): Checked {
  if (typeof value !== "number") return { findings: [error("Must be a number of seconds.")] }
  const isInside = Number.isInteger(value) && value >= 900 && value <= 2_592_000
  return isInside
    ? { says: `${value} s.` }
    : { findings: [error("Must be 900 to 2592000 seconds (15 minutes to 30 days).")] }
}

/** The `resource` object of version 2. */
export function resourceFields(value: unknown, path: string): readonly Field[] {
  if (!isObject(value)) return []
  return explain(
    value,
    [
      { key: "url", meaning: "The URL that is paid for.", isRequired: true, check: checkUrl },
      { key: "description", meaning: "What is bought.", check: text },
      { key: "mimeType", meaning: "Media type of the answer.", check: text },
      { key: "serviceName", meaning: "Name of the seller, for directories.", check: (name) => checkLength(name, 32) },
      { key: "tags", meaning: "Up to five words, for directories.", check: checkTags },
      { key: "iconUrl", meaning: "Icon of the seller.", check: text },
    ],
    `${path}.`,
  )
}

function checkLength(value: unknown, most: number): Checked {
  if (typeof value !== "string") return { findings: [error("Must be a string.")] }
  return value.length > most ? { findings: [warning(`Longer than ${most} characters.`)] } : {}
}

function checkTags(value: unknown): Checked {
  if (!Array.isArray(value)) return { findings: [error("Must be a list of strings.")] }
  const isShort = value.length <= 5 && value.every((tag) => typeof tag === "string" && tag.length <= 32)
  return isShort ? {} : { findings: [warning("More than five tags, or a tag longer than 32 characters.")] }
}
