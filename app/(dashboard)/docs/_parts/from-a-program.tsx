import { Snippets } from "@/components/stage/snippets"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { toPython, toTypeScript } from "@/lib/client/stage/snippets"
import { publicConfig } from "@/lib/server/runtime/public-config"

const product = { path: "/api/signal/BTC" }

/** A purchase with the official clients, ready to copy. Tests run these texts. */
export function FromAProgram() {
  const { origin, network, mode } = publicConfig()
  const context = { origin, network, amount: signalContract.price.toString(), sandbox: mode === "sandbox" }
  return (
    <section aria-labelledby="programs">
      <h2 className="section-head" id="programs">
        From a program
      </h2>
      <Snippets
        what="A purchase"
        texts={{
          curl: `# 402: price, token and payee in PAYMENT-REQUIRED, and in the body.\ncurl -i ${origin}${product.path}\n`,
          TypeScript: toTypeScript(product, context),
          Python: toPython(product, context),
        }}
      />
    </section>
  )
}
