import { ImageResponse } from "next/og"

export const size = { width: 180, height: 180 }
export const contentType = "image/png"

/** `icon.svg` as PNG, for home screens that do not render SVG and round the corners themselves. */
export default function HomeScreenIcon() {
  return new ImageResponse(
    <svg width="180" height="180" viewBox="0 0 32 32">
      <rect width="32" height="32" fill="#0b0e13" />
      <path
        d="M5 22 12 14.5 18 19 26.5 8"
        fill="none"
        stroke="#7fb4ff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="26.5" cy="8" r="2.6" fill="#7fb4ff" />
    </svg>,
    size,
  )
}
