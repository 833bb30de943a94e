import java.util.regex.Matcher
import java.util.regex.Pattern

/** One build: its environment, its result, its log. What steps change is kept for each thread. */
class Build {

    /** As Jenkins expands it in the values of withEnv. */
    private static final Pattern MACRO = Pattern.compile('\\$([A-Za-z0-9_]+|\\{[A-Za-z0-9_.]+\\}|\\$)')

    final String workspace
    final Map<String, String> credentials
    final Map facts
    private final Map<String, String> variables
    private final StringBuffer log = new StringBuffer()
    private final InheritableThreadLocal<Map> context = new InheritableThreadLocal<Map>()
    private String result

    Build(Map scenario, String workspace) {
        this.workspace = workspace
        this.variables = [:] + scenario.env
        this.credentials = scenario.credentials ?: [:]
        this.facts = scenario.facts ?: [:]
        context.set([overrides: [:], secrets: [], folder: scenario.agent == false ? null : workspace])
    }

    Map<String, String> environment() {
        return variables + context.get().overrides
    }

    String variable(String name) {
        return environment().get(name)
    }

    void setVariable(String name, String value) {
        variables.put(name, value)
    }

    /** Other variables, secrets or another folder from now on; returns what `leave` takes. */
    Map enter(Map changes) {
        Map before = context.get()
        context.set([
            overrides: before.overrides + (changes.overrides ?: [:]),
            secrets: before.secrets + (changes.secrets ?: []),
            folder: changes.containsKey('folder') ? changes.folder : before.folder,
        ])
        return before
    }

    void leave(Map before) {
        context.set(before)
    }

    String folder() {
        return context.get().folder
    }

    String expand(String value) {
        Map<String, String> known = environment()
        Matcher found = MACRO.matcher(value)
        StringBuffer text = new StringBuffer()
        while (found.find()) {
            String name = found.group(1).replaceAll('[{}]', '')
            String other = name == '$' ? '$' : known.get(name)
            found.appendReplacement(text, Matcher.quoteReplacement(other == null ? found.group() : other))
        }
        found.appendTail(text)
        return text.toString()
    }

    void say(Object text) {
        String shown = text as String
        for (String secret in context.get().secrets) {
            shown = shown.replace(secret, '****')
        }
        log.append(shown).append('\n')
    }

    String getLog() {
        return log.toString()
    }

    /** A result only ever gets worse. */
    void setResult(String value) {
        List<String> order = ['SUCCESS', 'UNSTABLE', 'FAILURE', 'NOT_BUILT', 'ABORTED']
        if (result == null || order.indexOf(value) > order.indexOf(result)) {
            result = value
        }
    }

    String getResult() {
        return result
    }

    String getCurrentResult() {
        return result ?: 'SUCCESS'
    }

}
