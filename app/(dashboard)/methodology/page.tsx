import Link from "next/link"
import { type Column, DataTable } from "@/components/ui/data-table"
import { words } from "@/components/ui/format"
import { evidenceSentenceOf, measuredEvidence } from "@/lib/domain/signals/evidence"
import { type RegimeRule, regimeRules } from "@/lib/domain/regime/regime-rules"
import { CATEGORIES, type Indicator } from "@/lib/domain/signals/indicator"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { idOf, indicators } from "@/lib/domain/signals/registry"
import { indicatorName } from "@/lib/client/format/indicator"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const metadata = screenMetadata("/methodology")

export default function MethodologyPage() {
  return (
    <>
      <ScreenHead
        href="/methodology"
        aside={
          <p>
            Method{" "}
            <Link className="mono" href={`/changelog#${METHOD_VERSION}`}>
              {METHOD_VERSION}
            </Link>
          </p>
        }
      />
      <VotingMethod />
      {CATEGORIES.map((category) => (
        <section aria-labelledby={category} key={category}>
          <h2 className="section-head" id={category}>
            {words(category)}
          </h2>
          <IndicatorTable category={category} />
        </section>
      ))}
      <RegimeRules />
    </>
  )
}

const { fitUntil, tests } = measuredEvidence

function VotingMethod() {
  return (
    <section className="prose" aria-label="How a vote becomes a signal">
      <p>
        Each of the {indicators.length} indicators reads closed candles and dated figures only, and votes long, short or
        neutral by the rule printed below. An indicator whose data is missing or too old abstains: it is named and not
        counted. Strength is how far the votes agree; it is not a probability. The probability is calibrated on history,
        and it is rarely far from a coin flip. That is the honest state of the art: read the track record before you
        pay.
      </p>
      <p>
        The fingerprint in the version changes with every parameter of the method, and each answer carries it. Evidence
        says what the votes of a reading were worth before and after {fitUntil}, the date of the fit:{" "}
        <code>npm run evidence</code> measures it with {tests} tests, corrected for their number.
      </p>
    </section>
  )
}

function IndicatorTable({ category }: { readonly category: Indicator["category"] }) {
  return (
    <DataTable
      caption={`${words(category)} indicators`}
      columns={indicatorColumns}
      rows={indicators.filter((indicator) => indicator.category === category)}
      keyOf={({ name }) => name}
      widthRem={56}
    />
  )
}

function Reference({ text }: { readonly text: string }) {
  if (!URL.canParse(text)) return <span className="wrap">{text}</span>
  return (
    <a href={text} rel="noreferrer" target="_blank">
      {new URL(text).hostname.replace("www.", "")}
    </a>
  )
}

function RegimeRules() {
  return (
    <section aria-labelledby="regimes">
      <h2 className="section-head" id="regimes">
        Regimes
      </h2>
      <p className="muted">In order of precedence: the first whose tests all hold names a day.</p>
      <DataTable
        caption="Rules of the regimes"
        columns={regimeColumns}
        rows={regimeRules}
        keyOf={({ regime }) => regime}
        widthRem={22}
      />
    </section>
  )
}

const indicatorColumns: readonly Column<Indicator>[] = [
  {
    name: "Indicator",
    cell: ({ name, unit }) => (
      <>
        {indicatorName(name)} <small>{unit}</small>
      </>
    ),
  },
  { name: "Rule", cell: ({ rule }) => <span className="wrap">{rule}</span> },
  { name: "Horizon", cell: ({ horizon }) => horizon },
  { name: "Evidence", cell: (indicator) => <span className="wrap">{evidenceSentenceOf(idOf(indicator))}</span> },
  { name: "Oldest data", numeric: true, cell: ({ maxAgeMs }) => `${maxAgeMs / HOUR_MS}h` },
  { name: "Formula", cell: ({ reference }) => <Reference text={reference} /> },
]

const regimeColumns: readonly Column<RegimeRule>[] = [
  { name: "Regime", cell: ({ regime }) => words(regime) },
  {
    name: "All of",
    cell: ({ tests }) => (
      <span className="wrap">{tests.map(({ text }) => text).join("; ") || "none of the others"}</span>
    ),
  },
]
