import { screenAt, screens } from "@/lib/client/screens"

export const WIDTHS = [390, 1440, 2560] as const
export const THEMES = ["dark", "light"] as const
/** `stale`: bought a day ago, and newer versions exist. */
export const STATES = ["unpaid", "sample", "bought", "stale", "no-script"] as const

export type State = (typeof STATES)[number]

export type Picture = {
  readonly href: string
  readonly state: State
  readonly width: (typeof WIDTHS)[number]
  readonly theme: (typeof THEMES)[number]
}

/** Two screens in every state and width; the others once, as a buyer sees them. */
const MAIN = ["/", "/coins/BTC"]
/** Shown above, or like `/coins/BTC`. */
const NOT_REPEATED: ReadonlySet<string> = new Set([...MAIN, "/coins/ETH", "/coins/SOL"])

const ofMain = (href: string): readonly Picture[] => [
  { href, state: "unpaid", width: 1440, theme: "dark" },
  { href, state: "sample", width: 1440, theme: "light" },
  { href, state: "bought", width: 1440, theme: "dark" },
  { href, state: "stale", width: 1440, theme: "light" },
  { href, state: "bought", width: 2560, theme: "light" },
  { href, state: "unpaid", width: 390, theme: "dark" },
  { href, state: "bought", width: 390, theme: "light" },
  { href, state: "no-script", width: 390, theme: "dark" },
]

const others = screens.map(({ href }) => href).filter((href) => !NOT_REPEATED.has(href))

/** The pictures of `docs/screens`. */
export const kept: readonly Picture[] = [
  ...MAIN.flatMap(ofMain),
  ...others.map((href, index): Picture => ({
    href,
    state: "bought",
    width: 1440,
    theme: index % 2 === 0 ? "dark" : "light",
  })),
]

export function fileOf({ href, state, width, theme }: Picture): string {
  const name = href === "/" ? "overview" : href.slice(1).replaceAll("/", "-").toLowerCase()
  return `${name}-${state}-${width}-${theme}.webp`
}

const stateNames: Readonly<Record<State, string>> = {
  unpaid: "nothing bought",
  sample: "a sample open",
  bought: "everything bought",
  stale: "bought a day ago",
  "no-script": "without JavaScript",
}

const shownWidths = { 390: 170, 1440: 400, 2560: 600 } as const

function image(picture: Picture): string {
  const { href, state, width, theme } = picture
  const alt = `${screenAt(href).title}, ${stateNames[state]}, ${width} pixels wide, ${theme}`
  return `<img src="screens/${fileOf(picture)}" width="${shownWidths[width]}" alt="${alt}">`
}

/** The text of `docs/screens.md`. */
export function gallery(): string {
  const hrefs = [...new Set(kept.map(({ href }) => href))]
  const parts = hrefs.map((href) => {
    const { title, description } = screenAt(href)
    const images = kept.filter((picture) => picture.href === href).map(image)
    return `## ${title}\n\n${description}\n\n${images.join(" ")}\n`
  })
  const head = `# Screens

The screens of the sandbox. Overview and Bitcoin are shown in five states: nothing bought, a sample open, everything bought,
bought a day ago, and without JavaScript. The other screens are shown once, with their panels bought. Ethereum and Solana look
like Bitcoin. \`npm run screenshots\` renews these pictures; \`npm run screenshots -- FOLDER\` draws every screen in every state,
${WIDTHS.join(", ")} pixels wide, dark and light.
`
  return [head, ...parts].join("\n")
}
