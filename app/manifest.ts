import type { MetadataRoute } from "next"

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Signal402",
    short_name: "Signal402",
    description: "Crypto signals by the view, paid with one signed USDC payment each.",
    start_url: "/",
    display: "standalone",
    background_color: "#0b0e13",
    theme_color: "#0b0e13",
    categories: ["finance"],
    shortcuts: [
      { name: "Bitcoin", url: "/coins/BTC" },
      { name: "Receipts", url: "/receipts" },
    ],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon", sizes: "180x180", type: "image/png" },
    ],
  }
}
