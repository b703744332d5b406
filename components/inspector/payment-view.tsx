"use client"

import { useAppConfig } from "@/components/app/app-context"
import type { PaymentTrace } from "@/lib/client/inspector/payment-trace"
import { mayShowSignature, toCurl, toPython, toTypeScript } from "@/lib/client/inspector/snippets"
import { stepsOf } from "@/lib/client/inspector/steps"
import { decodeHeader } from "@/lib/client/purchase/header"
import { isSessionPayment } from "@/lib/client/purchase/is-session-payment"
import { PaymentPayload } from "@/lib/client/purchase/wire"
import { SignerCheck } from "./signer-check"
import { Snippets } from "./snippets"
import { StepItem } from "./step-item"

/** A payment step by step, and as code. */
export function PaymentView({ trace }: { readonly trace: PaymentTrace }) {
  const { chainId, origin, network, mode } = useAppConfig()
  const payload = PaymentPayload.safeParse(decodeHeader(trace.signature ?? "")).data ?? null
  const amount = payload?.accepted.amount ?? "0"
  const session = payload && isSessionPayment(payload) ? payload.payload : null
  const context = { origin, network, amount, sandbox: mode === "sandbox" }
  const recover = async () => {
    if (!payload) return null
    if (isSessionPayment(payload)) {
      const { recoverVoucherSigner } = await import("@/lib/client/inspector/recover-voucher")
      return recoverVoucherSigner(payload, chainId)
    }
    const { recoverSigner } = await import("@/lib/client/inspector/recover")
    return recoverSigner(payload, chainId)
  }
  return (
    <>
      <ol className="inspector-steps">
        {stepsOf(trace, chainId).map((step) => (
          <StepItem step={step} key={step.id}>
            {step.id === "signature" && step.state === "done" ? (
              <>
                <SignerCheck
                  recover={recover}
                  signer={session?.channelConfig.payerAuthorizer ?? trace.payer}
                  expected={session ? "the session's key" : "the payer"}
                />
                <p className="muted">{session ? VOUCHER_TEXT : spentText(trace)}</p>
              </>
            ) : null}
          </StepItem>
        ))}
      </ol>
      <Snippets
        what="This purchase"
        texts={{
          curl: toCurl(trace, context),
          TypeScript: toTypeScript(trace, context),
          Python: toPython(trace, context),
        }}
      />
    </>
  )
}

const VOUCHER_TEXT = "Claimable up to its total only, and only by this service's payee."

function spentText(trace: PaymentTrace): string {
  return mayShowSignature(trace)
    ? "Single use: its nonce is spent, so nobody can charge it again."
    : "May be unspent: do not share it until it expires. It can only pay this amount to this payee."
}
