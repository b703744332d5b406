import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Sends one GET with the default HttpClient, which offers an HTTP/2 upgrade. Prints the status and the body. */
public class HttpGet {
  public static void main(String[] args) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(args[0]));
    if (args.length > 1) request.header("PAYMENT-SIGNATURE", args[1]);
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}
