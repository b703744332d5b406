"use client"

import { useAppConfig } from "@/components/app/app-context"
import type { SignInTrace } from "@/lib/client/inspector/sign-in-trace"
import { signInToCurl, signInToPython, signInToTypeScript } from "@/lib/client/inspector/sign-in-snippets"
import { signInStepsOf } from "@/lib/client/inspector/sign-in-steps"
import { decodeHeader } from "@/lib/client/purchase/header"
import { SignInProof } from "@/lib/client/sign-in/wire"
import { SignerCheck } from "./signer-check"
import { Snippets } from "./snippets"
import { StepItem } from "./step-item"

/** A sign-in step by step, and as code. */
export function SignInView({ trace }: { readonly trace: SignInTrace }) {
  const { origin } = useAppConfig()
  const { text, header, address } = trace
  const recover = async () => {
    const { recoverTextSigner } = await import("@/lib/client/inspector/recover")
    const proof = SignInProof.safeParse(decodeHeader(header ?? "")).data
    return proof ? recoverTextSigner(text, proof.signature) : null
  }
  return (
    <>
      <ol className="inspector-steps">
        {signInStepsOf(trace).map((step) => (
          <StepItem step={step} key={step.id}>
            {step.id === "signature" && step.state === "done" ? (
              <SignerCheck recover={recover} signer={address} expected="the wallet that signed in" />
            ) : null}
          </StepItem>
        ))}
      </ol>
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
