import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.Sign;
import org.web3j.crypto.StructuredDataEncoder;
import org.web3j.utils.Numeric;

/** Buys one answer with a wallet's key in KEY (and the sandbox's token in ASSET). Needs org.web3j:crypto:4.12.3 (pom.xml). */
public class Buy {
  static final String NETWORK = "eip155:8453"; // Base
  static final String USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"; // on Base; ASSET names the sandbox's token
  static final BigInteger MAX_AMOUNT = BigInteger.valueOf(100_000); // atomic units of this token: $0.10 for one payment
  static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] args) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    URI url = URI.create("http://localhost:3402/api/signal/BTC");
    HttpResponse<String> priced = http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
    String header = priced.headers().firstValue("PAYMENT-REQUIRED").orElseThrow();
    JsonNode exact = findOffer(JSON.readTree(Base64.getDecoder().decode(header)).get("accepts"));

    Credentials wallet = Credentials.create(System.getenv("KEY"));
    byte[] nonce = new byte[32];
    new SecureRandom().nextBytes(nonce);
    Map<String, String> authorization = Map.of(
        "from", wallet.getAddress(), "to", exact.get("payTo").asText(), "value", exact.get("amount").asText(),
        "validAfter", "0", "validBefore", Long.toString(Instant.now().getEpochSecond() + 300),
        "nonce", Numeric.toHexString(nonce));
    Map<String, Object> payload = Map.of("signature", sign(authorization, exact, wallet), "authorization", authorization);
    byte[] payment = JSON.writeValueAsBytes(Map.of("x402Version", 2, "accepted", exact, "payload", payload));

    HttpRequest paid = HttpRequest.newBuilder(url)
        .header("PAYMENT-SIGNATURE", Base64.getEncoder().encodeToString(payment)).build();
    HttpResponse<String> answer = http.send(paid, BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }

  /** @throws IllegalStateException when nothing is offered in this token, or the price is above the limit */
  static JsonNode findOffer(JsonNode accepts) {
    String asset = System.getenv().getOrDefault("ASSET", USDC);
    for (JsonNode one : accepts) {
      if (!one.get("scheme").asText().equals("exact") || !one.get("network").asText().equals(NETWORK)) continue;
      if (!one.get("asset").asText().equalsIgnoreCase(asset)) continue;
      if (new BigInteger(one.get("amount").asText()).compareTo(MAX_AMOUNT) <= 0) return one;
      throw new IllegalStateException("The price is above the limit.");
    }
    throw new IllegalStateException("Nothing is offered in this token on this network.");
  }

  static String sign(Map<String, String> authorization, JsonNode exact, Credentials wallet) throws Exception {
    Map<String, Object> domain = Map.of(
        "name", exact.at("/extra/name").asText(), "version", exact.at("/extra/version").asText(),
        "chainId", Long.parseLong(NETWORK.split(":")[1]), "verifyingContract", exact.get("asset").asText());
    Map<String, Object> types = Map.of(
        "EIP712Domain", fields("name string", "version string", "chainId uint256", "verifyingContract address"),
        "TransferWithAuthorization", fields("from address", "to address", "value uint256", "validAfter uint256",
            "validBefore uint256", "nonce bytes32"));
    Map<String, Object> data = Map.of(
        "types", types, "primaryType", "TransferWithAuthorization", "domain", domain, "message", authorization);
    byte[] digest = new StructuredDataEncoder(JSON.writeValueAsString(data)).hashStructuredData();
    Sign.SignatureData signature = Sign.signMessage(digest, wallet.getEcKeyPair(), false);
    return Numeric.toHexString(signature.getR())
        + Numeric.toHexStringNoPrefix(signature.getS()) + Numeric.toHexStringNoPrefix(signature.getV());
  }

  static List<Map<String, String>> fields(String... fields) {
    return List.of(fields).stream().map((field) -> field.split(" "))
        .map((field) -> Map.of("name", field[0], "type", field[1])).toList();
  }
}
