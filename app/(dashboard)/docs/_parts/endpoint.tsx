import { panelOf, soldOf } from "@/components/panels"
import { Preview } from "@/components/panels/previews"
import { addressOf } from "@/components/panels/product/product-of"
import { TryIt } from "@/components/panels/try-it"
import { type Column, DataTable } from "@/components/ui/data-table"
import { JsonBlock } from "@/components/ui/json-block"
import { ScrollRegion } from "@/components/ui/scroll-region"
import { type Contract, fullDescription, isPaid, type PaidContract } from "@/lib/api/contract"
import { dollars } from "@/lib/client/format/money"
import { publicConfig } from "@/lib/server/runtime/public-config"
import { FreshnessTable } from "./freshness-table"
import { type ParamInfo, paramsOf } from "./params-of"

type EndpointProps = { readonly contract: Contract; readonly origin: string }

/** The documentation of one endpoint: description, parameters, example answer and a form to try it. */
export function Endpoint({ contract, origin }: EndpointProps) {
  const params = paramsOf(contract)
  const paid = isPaid(contract)
  const sold = soldOf(contract)
  const example = addressOf(contract.path, contract.exampleParams)
  const isNotSold = publicConfig().notSold[contract.id] !== undefined
  return (
    <details className="endpoint">
      <summary>
        <span className="mono">GET {contract.path}</span>
        <span>{contract.title}</span>
        <span className={paid && !isNotSold ? "price-tag" : "muted"}>
          {isNotSold ? "not sold now" : paid ? priceOf(contract) : "free"}
        </span>
      </summary>
      {/*
       * Browsers open a `details` element for a link to an element inside it, not for a link to the element itself.
       */}
      <div className="endpoint-body" id={contract.id}>
        <div className="answer">
          <p>{fullDescription(contract)}</p>
          <ParamTable params={params} title={contract.title} />
          {contract.freshness && <FreshnessTable freshness={contract.freshness} title={contract.title} />}
          <h3>
            {paid ? "Ask for the price" : "Ask"}
            <span className="visually-hidden">
              {paid ? " of" : " for"} {contract.title}
            </span>
          </h3>
          <ScrollRegion className="json" label={`Command for ${contract.title}`}>
            <pre>{`curl -i "${origin}${example}"`}</pre>
          </ScrollRegion>
          <h3>
            Answer<span className="visually-hidden"> of {contract.title}</span>, sample values
          </h3>
          <JsonBlock label={`Example answer of ${contract.title}`} value={contract.example} />
        </div>
        {sold ? (
          <TryIt sold={sold} params={params} preview={<Preview rows={panelOf(contract.id)?.preview ?? []} />} />
        ) : (
          <p>{paid ? "Buy it from a program." : <FreeLink href={example} />}</p>
        )}
      </div>
    </details>
  )
}

function priceOf({ price, priceRange }: PaidContract): string {
  return priceRange ? `${dollars(priceRange.min)} to ${dollars(priceRange.max)}` : dollars(price)
}

function FreeLink({ href }: { readonly href: string }) {
  return (
    <>
      Free: <a href={href}>open it</a>.
    </>
  )
}

const paramColumns: readonly Column<ParamInfo>[] = [
  { name: "Parameter", cell: ({ name }) => <span className="mono">{name}</span> },
  { name: "In", cell: ({ where }) => where },
  { name: "Default", cell: ({ fallback }) => fallback ?? "–" },
  {
    name: "Meaning",
    cell: ({ about, options }) => (
      <span className="wrap">
        {about} {options.length > 0 ? `One of ${options.join(", ")}.` : ""}
      </span>
    ),
  },
]

function ParamTable({ params, title }: { readonly params: readonly ParamInfo[]; readonly title: string }) {
  if (params.length === 0) return <p className="muted">No parameters.</p>
  return (
    <DataTable
      caption={`Parameters of ${title}`}
      columns={paramColumns}
      rows={params}
      keyOf={({ name }) => name}
      widthRem={36}
    />
  )
}
