/** The share card in pixels. The server draws it with `call` blurred, the browser of an owner draws the call over it. */
export const SHARE_CARD = {
  width: 1_200,
  height: 630,
  padding: 64,
  call: { x: 64, y: 300, width: 1_072, height: 220 },
} as const

export const CARD_COLORS = {
  background: "#0b0e13",
  surface: "#171d26",
  text: "#dde4ee",
  muted: "#97a5b8",
  accent: "#7fb4ff",
  up: "#3fcdb8",
  down: "#ffa066",
} as const
