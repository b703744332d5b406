import { ImageResponse } from "next/og"
import { CARD_COLORS, SHARE_CARD } from "@/lib/client/share/card-layout"
import { marketPrice } from "@/lib/client/format/money"

type ShareFacts = {
  readonly price: number | null
  readonly sparkline: readonly number[]
  readonly mode: "sandbox" | "live"
}

const { width, height, padding, call } = SHARE_CARD

/** The share card with the call blurred. It has free figures only. */
export function shareImage(coin: string, { price, sparkline, mode }: ShareFacts): ImageResponse {
  return new ImageResponse(
    <div
      style={{
        display: "flex",
        position: "relative",
        width: "100%",
        height: "100%",
        background: CARD_COLORS.background,
        color: CARD_COLORS.text,
      }}
    >
      <div style={{ position: "absolute", left: padding, top: 56, display: "flex", fontSize: 40 }}>Signal402</div>
      <div
        style={{
          position: "absolute",
          right: padding,
          top: 60,
          display: "flex",
          fontSize: 30,
          color: CARD_COLORS.muted,
        }}
      >
        {mode === "sandbox" ? "simulated market" : "research, not advice"}
      </div>
      <div style={{ position: "absolute", left: padding, top: 140, display: "flex", fontSize: 88 }}>
        {coin} {price === null ? "" : marketPrice(price)}
      </div>
      <svg
        width="380"
        height="110"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        style={{ position: "absolute", right: padding, top: 145 }}
      >
        <path d={sparkPath(sparkline)} fill="none" stroke={CARD_COLORS.accent} strokeWidth="2" />
      </svg>
      <div
        style={{
          position: "absolute",
          left: call.x,
          top: call.y,
          width: call.width,
          height: call.height,
          display: "flex",
          flexDirection: "column",
          justifyContent: "center",
          gap: 26,
          padding: 36,
          borderRadius: 20,
          background: CARD_COLORS.surface,
        }}
      >
        {["52%", "84%", "67%"].map((share) => (
          <div
            key={share}
            style={{
              display: "flex",
              width: share,
              height: 30,
              borderRadius: 15,
              backgroundImage: "linear-gradient(90deg, #29333f, #1c2430)",
            }}
          />
        ))}
      </div>
      <div
        style={{
          position: "absolute",
          left: padding,
          top: 552,
          display: "flex",
          fontSize: 28,
          color: CARD_COLORS.muted,
        }}
      >
        Direction, odds, 80% ranges, stop and targets: in the {coin} signal
      </div>
    </div>,
    { width, height },
  )
}

function sparkPath(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length < 2 || high <= low) return "M0 50H100"
  const points = values.map(
    (value, index) => `${(100 * index) / (values.length - 1)} ${4 + (92 * (high - value)) / (high - low)}`,
  )
  return `M${points.join("L")}`
}
