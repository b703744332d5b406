import { ImageResponse } from "next/og"

export const alt = "Signal402: crypto signals by the view, one signed USDC payment each"
export const size = { width: 1200, height: 630 }
export const contentType = "image/png"

/** The image for shared links. It shows no market figures because they would be outdated. */
export default function SocialCard() {
  return new ImageResponse(
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding: 80,
        background: "#0b0e13",
        color: "#dde4ee",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 24, fontSize: 44 }}>
        <svg width="64" height="64" viewBox="0 0 20 20">
          <path d="M2 14 L7 9 L11 12 L18 4" fill="none" stroke="#7fb4ff" strokeWidth="2.2" />
        </svg>
        Signal402
      </div>
      <div style={{ display: "flex", fontSize: 76, lineHeight: 1.15 }}>
        Crypto signals by the view. One signature per panel.
      </div>
      <div style={{ display: "flex", fontSize: 32, color: "#97a5b8" }}>
        No account, no subscription, no gas. Charged only when the answer is delivered.
      </div>
    </div>,
    size,
  )
}
