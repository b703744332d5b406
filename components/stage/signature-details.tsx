"use client"

import { useAppConfig } from "@/components/app/app-context"
import { maskSecrets } from "@/lib/client/mask-secrets"
import { decodeHeader } from "@/lib/client/purchase/header"
import { isSessionPayment } from "@/lib/client/purchase/is-session-payment"
import { PaymentPayload } from "@/lib/client/purchase/wire"
import { SignInProof } from "@/lib/client/sign-in/wire"
import type { PaymentTrace } from "@/lib/client/stage/payment-trace"
import type { SignInTrace } from "@/lib/client/stage/sign-in-trace"
import { signInToCurl, signInToPython, signInToTypeScript } from "@/lib/client/stage/sign-in-snippets"
import { mayShowSignature, toCurl, toPython, toTypeScript } from "@/lib/client/stage/snippets"
import { SignerCheck } from "./signer-check"
import { Snippets } from "./snippets"
import type { StageEntry } from "./use-stage"

/** Who signed, checked in this browser, and the request as code. */
export function SignatureDetails({ entry }: { readonly entry: StageEntry }) {
  return entry.kind === "payment" ? (
    <PaymentSignature trace={entry.trace} key={entry.id} />
  ) : (
    <SignInSignature trace={entry.trace} key={entry.id} />
  )
}

function PaymentSignature({ trace }: { readonly trace: PaymentTrace }) {
  const { chainId, origin, network, mode } = useAppConfig()
  const payload = PaymentPayload.safeParse(decodeHeader(trace.signature ?? "")).data ?? null
  if (payload === null) return <p className="muted">The headers of this payment are no longer kept in this browser.</p>
  const session = isSessionPayment(payload) ? payload.payload : null
  const context = { origin, network, amount: payload.accepted.amount, sandbox: mode === "sandbox" }
  const recover = async () => {
    if (isSessionPayment(payload)) {
      const { recoverVoucherSigner } = await import("@/lib/client/stage/recover-voucher")
      return recoverVoucherSigner(payload, chainId)
    }
    const { recoverSigner } = await import("@/lib/client/stage/recover")
    return recoverSigner(payload, chainId)
  }
  return (
    <>
      <SignerCheck
        recover={recover}
        signer={session?.channelConfig.payerAuthorizer ?? trace.payer}
        expected={session ? "the session's key" : "the payer"}
      />
      <p className="muted">{session ? VOUCHER_TEXT : spentText(trace)}</p>
      {/* Code with the target of an alert would show it to everybody. */}
      {maskSecrets(trace.path) === trace.path ? (
        <Snippets
          what="This purchase"
          texts={{
            curl: toCurl(trace, context),
            TypeScript: toTypeScript(trace, context),
            Python: toPython(trace, context),
          }}
        />
      ) : null}
    </>
  )
}

const VOUCHER_TEXT = "Claimable up to its total only, and only by this service's payee."

function spentText(trace: PaymentTrace): string {
  return mayShowSignature(trace)
    ? "Single use: its nonce is spent, so nobody can charge it again."
    : "May be unspent: do not share it until it expires. It can only pay this amount to this payee."
}

function SignInSignature({ trace }: { readonly trace: SignInTrace }) {
  const { origin } = useAppConfig()
  const { text, header, address } = trace
  const recover = async () => {
    const { recoverTextSigner } = await import("@/lib/client/stage/recover")
    const proof = SignInProof.safeParse(decodeHeader(header ?? "")).data
    return proof ? recoverTextSigner(text, proof.signature) : null
  }
  return (
    <>
      <SignerCheck recover={recover} signer={address} expected="the wallet that signed in" />
      <Snippets
        what="This sign-in"
        texts={{
          curl: signInToCurl(trace, { origin }),
          TypeScript: signInToTypeScript(trace, { origin }),
          Python: signInToPython(trace, { origin }),
        }}
      />
    </>
  )
}
