// Route handlers reach feeds through the composition root only.
export { assetPrices } from "@/lib/feeds/asset-prices"
