import { quoteShell } from "./quote-shell"
import type { SignInTrace } from "./sign-in-trace"

type Question = Pick<SignInTrace, "path">
type Deployment = { readonly origin: string }

/**
 * The sign-in as shell commands with the user's own key. A sign-in is single use, so the recorded one would not work
 * again.
 */
export function signInToCurl({ path }: Question, { origin }: Deployment): string {
  return `# Fetches again what this key bought in the last minutes. Free. Needs curl, jq and cast (Foundry).
URL=${quoteShell(origin + path)}
ADDRESS=$(cast wallet address --private-key $PRIVATE_KEY)

# 1. Ask without paying: the body of the 402 offers what to sign.
OFFER=$(curl -s "$URL" | jq -c '.extensions["sign-in-with-x"] | .info + .supportedChains[0]')

# 2. Sign the text.
TEXT=$(jq -r --arg address "$ADDRESS" '"\\(.domain) wants you to sign in with your Ethereum account:
\\($address)

\\(.statement)

URI: \\(.uri)
Version: \\(.version)
Chain ID: \\(.chainId | ltrimstr("eip155:"))
Nonce: \\(.nonce)
Issued At: \\(.issuedAt)
Expiration Time: \\(.expirationTime)"' <<<"$OFFER")
SIGNATURE=$(cast wallet sign --private-key $PRIVATE_KEY "$TEXT")

# 3. Repeat the question with it.
PROOF=$(jq -c --arg a "$ADDRESS" --arg s "$SIGNATURE" '. + {address: $a, signature: $s}' <<<"$OFFER" | base64 | tr -d '\\n')
curl -i "$URL" -H "SIGN-IN-WITH-X: $PROOF"
`
}

/** The sign-in with viem. */
export function signInToTypeScript({ path }: Question, { origin }: Deployment): string {
  return `// npm install viem
import { privateKeyToAccount } from "viem/accounts"
import { createSiweMessage } from "viem/siwe"

const account = privateKeyToAccount(process.env.PRIVATE_KEY as \`0x\${string}\`)
const url = ${JSON.stringify(origin + path)}

// The body of the 402 offers what to sign.
const { extensions } = await (await fetch(url)).json()
const { info, supportedChains } = extensions["sign-in-with-x"]
const { chainId, type } = supportedChains[0]
const message = createSiweMessage({
  ...info,
  address: account.address,
  chainId: Number(chainId.replace("eip155:", "")),
  issuedAt: new Date(info.issuedAt),
  expirationTime: new Date(info.expirationTime),
})
const signature = await account.signMessage({ message })
const proof = btoa(JSON.stringify({ ...info, chainId, type, address: account.address, signature }))

// Free: nothing is charged, and there is no payment in this request.
const response = await fetch(url, { headers: { "SIGN-IN-WITH-X": proof } })
console.log(await response.json())
console.log(response.headers.get("X-PURCHASE"))
`
}

/** The sign-in with Python. */
export function signInToPython({ path }: Question, { origin }: Deployment): string {
  return `# pip install requests eth-account
import base64
import json
import os

import requests
from eth_account import Account
from eth_account.messages import encode_defunct

account = Account.from_key(os.environ["PRIVATE_KEY"])
url = ${JSON.stringify(origin + path)}

# The body of the 402 offers what to sign.
offer = requests.get(url).json()["extensions"]["sign-in-with-x"]
proof = {**offer["info"], **offer["supportedChains"][0], "address": account.address}
text = "\\n".join([
    f"{proof['domain']} wants you to sign in with your Ethereum account:",
    account.address,
    "",
    proof["statement"],
    "",
    f"URI: {proof['uri']}",
    f"Version: {proof['version']}",
    f"Chain ID: {proof['chainId'].removeprefix('eip155:')}",
    f"Nonce: {proof['nonce']}",
    f"Issued At: {proof['issuedAt']}",
    f"Expiration Time: {proof['expirationTime']}",
])
proof["signature"] = "0x" + account.sign_message(encode_defunct(text=text)).signature.hex().removeprefix("0x")

# Free: nothing is charged, and there is no payment in this request.
header = base64.b64encode(json.dumps(proof).encode()).decode()
response = requests.get(url, headers={"SIGN-IN-WITH-X": header})
print(response.json())
print(response.headers["X-PURCHASE"])
`
}
