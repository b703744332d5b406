import { documents } from "@/components/shell/documents"
import { type Change, changes } from "@/lib/endpoints/changelog/entries"
import { groupBy } from "@/lib/domain/group-by"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/changelog")

export default function ChangelogPage() {
  return (
    <>
      <ScreenHead href="/changelog" />
      <section className="prose" aria-label="What an entry is">
        <p>
          Every answer names the version of its method, because the same question may have another answer after a change
          of the method. Sealed calls keep the version that they were made with. Signal402 has not been released yet.
        </p>
      </section>
      {groupBy(changes, ({ date }) => date).map((ofDay) => (
        <Day changes={ofDay} key={ofDay[0].date} />
      ))}
      <p className="section-foot">
        Machine-readable: <a href={documents.changelog}>{documents.changelog}</a>
      </p>
    </>
  )
}

function Day({ changes }: { readonly changes: readonly [Change, ...Change[]] }) {
  const [{ date }] = changes
  return (
    <section className="prose" aria-labelledby={`on-${date}`}>
      <h2 className="section-head" id={`on-${date}`}>
        <time dateTime={date}>{date}</time>
      </h2>
      {changes.map((change) => (
        <Entry change={change} key={change.title} />
      ))}
    </section>
  )
}

/** Answers link to their method version, so each method version has an anchor. */
function Entry({ change: { kind, versions, title, effect } }: { readonly change: Change }) {
  return (
    <article className="change">
      <h3>{title}</h3>
      <p>{effect}</p>
      <p className="muted">
        {kind === "method" ? "Method" : "Interface"}
        {versions.map((version) => (
          <span className="mono together" key={version} {...(kind === "method" && { id: version })}>
            {version}
          </span>
        ))}
      </p>
    </article>
  )
}
