import { cookies } from "next/headers"
import { HealthLine } from "@/components/shell/health-line"
import { OWNED_COOKIE, parseOwned } from "@/lib/client/browser/owned-cookie"
import { COINS } from "@/lib/domain/market/coin"
import { CoinColumn } from "./_parts/coin-column"

export default async function DashboardPage() {
  const owned = parseOwned((await cookies()).get(OWNED_COOKIE)?.value)
  return (
    <>
      <div className="page-head">
        <h1>Signals by the view</h1>
        <HealthLine />
        <p>
          Each panel opens with one signed USDC payment of the price on its button. No account, no subscription, no gas.
          You are charged when the answer is delivered, and only then.
        </p>
      </div>
      <div className="coins">
        {COINS.map((coin) => (
          <CoinColumn coin={coin} owned={owned} key={coin} />
        ))}
      </div>
    </>
  )
}
