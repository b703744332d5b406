import org.openapitools.client.ApiClient;
import org.openapitools.client.api.SignalsApi;
import org.openapitools.client.model.SignalAnswer;

/** Buys with a client that openapi-generator generated. */
public class Buy {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("ORIGIN"));
    SignalAnswer answer = new SignalsApi(client).signal("BTC", System.getenv("PAYMENT"), null, null);
    Integer votes = answer.getVotes().getTotal();
    System.out.println("bought " + answer.getCoin() + " " + answer.getSignal().getDirection() + " " + votes);
  }
}
