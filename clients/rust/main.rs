//! Buys one answer with a wallet's key in KEY, and the sandbox's token in ASSET.

use std::{env, error::Error};

use alloy_primitives::U256;
use alloy_signer_local::PrivateKeySigner;
use reqwest::Client;
use x402_chain_eip155::V2Eip155ExactClient;
use x402_reqwest::{ReqwestWithPayments, ReqwestWithPaymentsBuild, X402Client};
use x402_types::scheme::client::{PaymentCandidate, PaymentSelector};

const NETWORK: &str = "eip155:8453"; // Base
const USDC: &str = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"; // on Base
const MAX_AMOUNT: u64 = 100_000; // atomic units of this token: $0.10 for one payment

/// One token on one network, up to a limit. `MaxAmount` of the crate takes any token.
struct OneToken {
    asset: String,
}

impl PaymentSelector for OneToken {
    fn select<'a>(&self, candidates: &'a [PaymentCandidate]) -> Option<&'a PaymentCandidate> {
        candidates.iter().find(|one| {
            one.chain_id.to_string() == NETWORK
                && one.asset.eq_ignore_ascii_case(&self.asset)
                && one.amount <= U256::from(MAX_AMOUNT)
        })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let signer: PrivateKeySigner = env::var("KEY")?.parse()?;
    let asset = env::var("ASSET").unwrap_or(USDC.to_string());
    let client = X402Client::new()
        .register(V2Eip155ExactClient::new(signer))
        .with_selector(OneToken { asset });
    let http = Client::new().with_payments(client).build();
    let answer = http.get("http://localhost:3402/api/signal/BTC").send().await?;
    println!("{} {}", answer.status(), answer.text().await?);
    Ok(())
}
