import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.List;

/** A stand-in for MongoDB that has change streams, which FerretDB 1 lacks. In memory, for tests. */
public class Server {
  static class Backend extends MemoryBackend {
    /** The driver says hello by its new name when it pins the Stable API. */
    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
      if (!command.equals("hello")) return super.handleCommand(channel, database, command, query);
      Document answer = super.handleCommand(channel, database, "ismaster", query);
      answer.put("isWritablePrimary", true);
      return answer;
    }
  }

  /** The driver refuses anything older than 4.4, whose wire version is 9. */
  static class Version implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }
  }

  public static void main(String[] args) throws Exception {
    Backend backend = new Backend();
    backend.version(new Version());
    MongoServer server = new MongoServer(backend);
    server.enableOplog();
    // A waiting change stream holds a thread.
    server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 1, 64);
    System.out.println("listening");
    Thread.currentThread().join();
  }
}
