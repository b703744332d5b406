import Link from "next/link"
import { catalogue } from "@/lib/endpoints/catalogue"
import type { Contract } from "@/lib/api/contract"
import { documents } from "@/components/shell/documents"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { spanText } from "@/lib/client/format/time"
import { publicConfig } from "@/lib/server/runtime/public-config"
import { Endpoint } from "./_parts/endpoint"
import { FromAProgram } from "./_parts/from-a-program"
import { FromAnAgent } from "./_parts/from-an-agent"

export const metadata = screenMetadata("/docs")

const contracts: readonly Contract[] = catalogue

export default function DocsPage() {
  const { origin, redeliveryWindowMs } = publicConfig()
  return (
    <>
      <ScreenHead
        href="/docs"
        aside={
          <span>
            <a href={documents.openapi}>OpenAPI 3.1</a> · <a href={documents.llms}>llms.txt</a> ·{" "}
            <Link prefetch={false} href="/docs/errors">
              Errors
            </Link>
          </span>
        }
      />
      <section className="prose" aria-labelledby="pay">
        <h2 className="section-head" id="pay">
          How a call is paid
        </h2>
        <ol>
          <li>
            <code>GET</code> the path. The answer is <code>402</code>; its <code>PAYMENT-REQUIRED</code> header names
            price, token, network and payee.{" "}
            <Link prefetch={false} href="/stage#decoder">
              Decode any 402
            </Link>{" "}
            explains each field.
          </li>
          <li>
            Sign an EIP-3009 <code>TransferWithAuthorization</code> of exactly that amount. It costs you no gas.
          </li>
          <li>
            Repeat the same <code>GET</code> with <code>PAYMENT-SIGNATURE</code>. The transfer is sent once the answer
            is ready, and you get both.
          </li>
          <li>No answer came? Repeat with the same header. It is charged once, whatever happens; never sign again.</li>
          <li>
            Lost it later? For {spanText(redeliveryWindowMs)} the wallet that paid gets it again, free: sign the text
            that the body of the <code>402</code> offers as <code>sign-in-with-x</code>, and repeat the <code>GET</code>{" "}
            with <code>SIGN-IN-WITH-X</code>. Panels and receipts do that by a button.
          </li>
          <li>
            Many calls? A session moves an amount into an escrow contract with one signature; each call then signs a
            voucher, without a prompt and without a transaction. The second entry of <code>accepts</code> (scheme{" "}
            <code>batch-settlement</code>) names its terms. What is not spent comes back when you end it, and after its{" "}
            <code>withdrawDelay</code> you can withdraw without this service. Press <kbd>s</kbd> to start one here.
          </li>
          <li>
            No client for x402? Transfer the amount in USDC yourself, sign the text that the body of the{" "}
            <code>402</code> offers as <code>transferProof</code>, and repeat the <code>GET</code> with both in{" "}
            <code>X-PAYMENT</code>, as described there.
          </li>
        </ol>
      </section>
      <FromAProgram />
      <FromAnAgent origin={origin} />
      <ul className="endpoints">
        {contracts.map((contract) => (
          <li key={contract.id}>
            <Endpoint contract={contract} origin={origin} />
          </li>
        ))}
      </ul>
    </>
  )
}
