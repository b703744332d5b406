/** Line icons on a 20 unit square. They are decorative. */
const paths = {
  overview: "M3 3h6v6H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 11h6v6H3z",
  coin: "M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM7 12l2-2.5 1.5 1.5L13.5 8",
  regime: "M2 13c2-7 4-7 6 0s4 4 5-1 3-6 5-3",
  market: "M3 17V9M8 17V4M13 17v-6M17 17V7",
  calendar: "M3 5h14v12H3zM3 9h14M7 3v4M13 3v4",
  bank: "M3 8l7-5 7 5zM5 8v6M10 8v6M15 8v6M3 17h14",
  globe: "M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM3 10h14M10 3c-4 4-4 10 0 14M10 3c4 4 4 10 0 14",
  yield: "M10 17V8M10 8c0-3 2-5 6-5 0 4-2 5-6 5M10 12c0-2-2-4-6-4 0 3 2 4 6 4",
  token: "M6.5 4.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM11 5a5.5 5.5 0 1 1 0 10",
  record: "M3 17V3M3 17h14M6 13l3-3 3 1 4-6",
  arena: "M6 3h8v5a4 4 0 0 1-8 0zM6 4H3c0 4 2 5 3 5M14 4h3c0 4-2 5-3 5M10 12v3M6 17h8",
  method: "M4 3h9l3 3v11H4zM7 9h6M7 12h6M7 6h3",
  status: "M2 10h4l2-6 4 12 2-6h4",
  changes: "M4.4 8a6 6 0 1 1-.2 3M4 3.5V8h4.5M10 7v3.5l2.5 1.5",
  receipt: "M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM8 7h4M8 10h4",
  code: "M7 6l-4 4 4 4M13 6l4 4-4 4",
  bell: "M4 14h12l-1.5-2V9a4.5 4.5 0 0 0-9 0v3zM8.5 16.5a1.5 1.5 0 0 0 3 0",
  lanes: "M4 3v14M10 3v14M16 3v14M4 6h6M10 10h6M10 14H4",
  pin: "M7 3h6l-1 6 3 3H5l3-3zM10 12v5",
  watch: "M2 10c2-4 5-6 8-6s6 2 8 6c-2 4-5 6-8 6s-6-2-8-6zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  search: "M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM13 13l4 4",
  menu: "M3 5h14M3 10h14M3 15h14",
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}
