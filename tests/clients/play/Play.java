import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.MatchesApi;
import org.openapitools.client.api.PaperApi;
import org.openapitools.client.model.*;

/** The Java client that openapi-generator makes: a match of two games, hand by hand. */
public class Play {
  static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

  static ApiClient client() {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("OVERTRICK_URL"));
    return client;
  }

  static void play(Path file) throws Exception {
    JsonNode sample = JSON.readTree(file.toFile());
    String game = sample.get("game").asText();
    ObjectNode opening = sample.deepCopy();
    opening.remove(List.of("adjustments", "finished"));
    opening.putArray("hands");
    CreatedMatch opened =
        new MatchesApi(client())
            .createMatch(JSON.treeToValue(opening, MatchDocument.class), null, null, null, null);
    ApiClient directing = client();
    String key = opened.getKeys().getDirect();
    directing.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    MatchesApi matches = new MatchesApi(directing);
    long version = opened.getVersion();
    int hands = 0;
    for (JsonNode hand : sample.get("hands")) {
      ObjectNode record = JSON.createObjectNode().put("action", "record");
      record.set("hand", ((ObjectNode) hand.deepCopy()).put("game", game));
      version = change(matches, opened.getId(), version, record);
      hands += 1;
      for (JsonNode adjustment : sample.path("adjustments")) {
        if (adjustment.get("after_hand").asInt() == hands) {
          ObjectNode adjust = JSON.createObjectNode().put("action", "adjust");
          adjust.set("adjustment", adjustment);
          version = change(matches, opened.getId(), version, adjust);
        }
      }
    }
    if (sample.path("finished").asBoolean()) {
      change(matches, opened.getId(), version, JSON.createObjectNode().put("action", "finish"));
    }
    File pad = new PaperApi(client()).printPad(GameId.fromValue(game), new PadRequest());
    File sheet =
        matches.getSheet(opened.getId(), null, null, null, null, null, null, null, null);
    for (File printed : List.of(pad, sheet)) {
      String start = new String(Files.readAllBytes(printed.toPath()), 0, 5);
      if (!start.equals("%PDF-")) {
        throw new IllegalStateException(game + ": a PDF begins with " + start);
      }
    }
    List<Standing> standings = matches.getStandings(opened.getId(), null, null).getStandings();
    JsonNode totals = JSON.readTree(System.getenv("OVERTRICK_TOTALS")).get(game);
    for (int index = 0; index < totals.size(); index += 1) {
      Standing one = standings.get(index);
      JsonNode expected = totals.get(index);
      if (!one.getPlayer().equals(expected.get("player").asText())
          || one.getTotal().doubleValue() != expected.get("total").asDouble()) {
        throw new IllegalStateException(game + ": " + one + " in the place of " + expected);
      }
    }
    System.out.println("  " + game + ": " + standings.size() + " players, pad and sheet");
  }

  static long change(MatchesApi matches, String id, long version, JsonNode body) throws Exception {
    Change change = JSON.treeToValue(body, Change.class);
    String tag = "\"" + version + "\"";
    return matches.changeMatch(id, tag, change, null, null, null).getVersion();
  }

  public static void main(String[] arguments) throws Exception {
    for (String game : List.of("mariash", "contract_sabacc")) {
      play(Path.of(arguments[0], game, "sample.json"));
    }
  }
}
