//! Buys one answer with a wallet's key in KEY.

use std::{env, error::Error};

use alloy_primitives::U256;
use alloy_signer_local::PrivateKeySigner;
use reqwest::Client;
use x402_chain_eip155::V2Eip155ExactClient;
use x402_reqwest::{ReqwestWithPayments, ReqwestWithPaymentsBuild, X402Client};
use x402_types::scheme::client::MaxAmount;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let signer: PrivateKeySigner = env::var("KEY")?.parse()?;
    let client = X402Client::new()
        .register(V2Eip155ExactClient::new(signer))
        .with_selector(MaxAmount(U256::from(100_000))); // atomic units: $0.10 for one payment
    let http = Client::new().with_payments(client).build();
    let answer = http.get("http://localhost:3402/api/signal/BTC").send().await?;
    println!("{} {}", answer.status(), answer.text().await?);
    Ok(())
}
