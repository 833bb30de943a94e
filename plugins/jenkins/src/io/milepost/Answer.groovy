package io.milepost

import com.cloudbees.groovy.cps.NonCPS
import groovy.json.JsonOutput
import groovy.json.JsonSlurper

/**
 * How it went, in the same words whichever way the event took. An outcome is a map: `kind` is
 * recorded, dry-run, configuration or outage, `reason` says why not, `lines` are for the log. Pure.
 */
class Answer {

    private static final int LONGEST_REASON = 500
    private static final int LONGEST_VALUE = 200
    /** What ends a line, moves a cursor or reorders what is read. */
    private static final String UNPRINTABLE =
        '[\\p{Cntrl}\\u0080-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]+'
    private static final String NOTHING_TO_SEND_WITH =
        'this agent has neither Node.js 20 or newer nor curl; install one of them, or run the stage where it is'
    private static final String NO_AGENT = 'there is no agent here; call milepost inside a node or a stage that has one'
    /** curl's exit codes that another attempt would not change. */
    private static final Map<String, String> PERMANENT = [
        '1': 'this curl does not speak the protocol of the address',
        '3': 'the address is malformed',
        '60': 'the certificate is not trusted; if your organization has its own authority, set CURL_CA_BUNDLE ' +
            'to the file with its certificate',
        '63': 'the answer is too long to be that of Milepost: check the address',
        '77': 'the file with the certificates of the authorities cannot be read',
    ]
    private static final Map<String, String> PASSING = [
        '5': 'the host name of the proxy could not be looked up',
        '6': 'the host name could not be looked up',
        '7': 'the connection was refused',
        '28': 'there was no answer in time',
        '35': 'the server does not speak TLS on this port, or not the same',
        '52': 'the connection was cut',
        '56': 'the connection was cut',
    ]

    @NonCPS
    static Map configuration(String reason) {
        return [kind: 'configuration', reason: reason, lines: []]
    }

    @NonCPS
    static Map credentialProblem(String id, Throwable problem) {
        return configuration("there is no usable credential '${oneLine(id)}' (${oneLine(problem)}): keep the API key " +
            'as a credential of the kind Secret text where this job can see it, under this id or another that ' +
            'credentialsId names')
    }

    /** Whatever else was thrown: nothing that a deployment should have to care for. */
    @NonCPS
    static Map unexpected(Throwable problem) {
        if (problem.getClass().getName().endsWith('MissingContextVariableException')) {
            return configuration(NO_AGENT)
        }
        return [kind: 'outage', reason: oneLine(problem), lines: []]
    }

    /** `code`: the exit code of milepost.mjs, which has said everything in the log, or of our scripts. */
    @NonCPS
    static Map ofNode(int code, Map options = [:]) {
        switch (code) {
            case 0:
                return [kind: options.dryRun ? 'dry-run' : 'recorded']
            case 1:
                return [kind: 'outage', reason: 'see above']
            case 2:
                return configuration('see above')
            case Call.NOTHING_TO_SEND_WITH:
                return configuration(NOTHING_TO_SEND_WITH)
            case Call.DRY_RUN:
                return [kind: 'dry-run', lines: given(options) + ['Dry run: nothing was sent.']]
            default:
                return [kind: 'outage', reason: "the command ended with ${code}" as String]
        }
    }

    /** `status`: curl's exit code and the status of the answer, such as `0 201`. */
    @NonCPS
    static Map ofServer(String status, String body, String errors, String url, List<String> secrets) {
        List<String> numbers = status.trim().split(' ') as List<String>
        String code = numbers.get(0)
        if (code == 'key') {
            String problem = numbers.get(1) == 'missing' ? 'is empty' : 'holds characters that no API key has'
            return configuration("MILEPOST_API_KEY: ${problem}" as String)
        }
        if (code != '0') {
            String said = PERMANENT.get(code) ?: PASSING.get(code) ?: oneLine(hide(errors, secrets))
            String kind = PERMANENT.containsKey(code) ? 'configuration' : 'outage'
            return [kind: kind, reason: "${url}: ${said ?: "curl ended with ${code}"}" as String]
        }
        int http = Integer.parseInt(numbers.get(1))
        Map answer = parse(hide(body, secrets))
        boolean isStored = answer.get('success') == true && answer.get('data') instanceof Map
        if (isStored && (http == 200 || http == 201)) {
            return [kind: 'recorded', lines: recorded(http, answer, url)]
        }
        return refused(http, answer.get('error'), url)
    }

    @NonCPS
    static String warning(Map outcome) {
        String advice = outcome.kind == 'configuration' ? "; failOnError: 'config' would end it" : ''
        return "milepost: WARNING: ${said(outcome)}. The build goes on${advice}." as String
    }

    @NonCPS
    static String failure(Map outcome) {
        return "milepost: ${said(outcome)}" as String
    }

    /** Thrown when a build or a branch of it is aborted, runs into a timeout, or a downstream build fails. */
    @NonCPS
    static boolean isInterruption(Throwable problem) {
        return problem instanceof InterruptedException
    }

    /** A line that no terminal takes for more than text. */
    @NonCPS
    static String oneLine(Object text) {
        String said = text as String
        if (text instanceof Throwable) {
            said = text.getMessage() ?: text.getClass().getSimpleName()
        }
        String line = said.replaceAll(UNPRINTABLE, ' ').trim()
        return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON - 1) + '…' : line
    }

    @NonCPS
    private static String said(Map outcome) {
        String problem = outcome.kind == 'configuration' ? 'wrong configuration' : 'Milepost is down'
        return "${problem}, nothing was recorded: ${outcome.reason}" as String
    }

    @NonCPS
    private static Map refused(int http, Object error, String url) {
        String said = error instanceof CharSequence ? oneLine(error) : ''
        if (http >= 500 || [408, 425, 429].contains(http)) {
            return [kind: 'outage', reason: "the server answered ${http}${said ? ": ${said}" : ''}" as String]
        }
        if (http >= 300 && http < 400) {
            return configuration(
                "${url} redirects: set the address to where Milepost really is, a key is not sent along" as String
            )
        }
        if (!said) {
            return configuration(
                "what answers at ${url} is not Milepost (status ${http}): check the address" as String
            )
        }
        switch (http) {
            case 401:
                return configuration("the API key was refused: ${said}" as String)
            case 403:
                return configuration("the API key may not do this: ${said}" as String)
            case 404:
            case 405:
                return configuration(
                    "Milepost is not at ${url}, or older than this library (${said}): check the address" as String
                )
            case 409:
                return configuration("an event with this id is there already: ${said}" as String)
            default:
                return configuration("Milepost refused it: ${said}" as String)
        }
    }

    /** As `milepost send` says it. */
    @NonCPS
    private static List<String> recorded(int http, Map answer, String url) {
        List<String> lines = []
        Map event = answer.get('data') as Map
        Object origins = answer.get('origins')
        if (origins instanceof List) {
            for (one in origins) {
                if (one instanceof Map) {
                    String value = "${cut(one.get('value'))} (${cut(one.get('origin'))})"
                    lines.add("  ${cut(one.get('field'))} = ${value}" as String)
                }
            }
        }
        lines.add(JsonOutput.toJson(event))
        String page = "${url.replaceAll('/+$', '')}/timeline?event=${encode(event.get('id'))}"
        String source = encode(event.get('source'))
        lines.add("Recorded${http == 200 ? ' already' : ''}: ${page}&eventSource=${source}" as String)
        return lines
    }

    @NonCPS
    private static List<String> given(Map options) {
        List<String> lines = []
        for (entry in options.given.entrySet()) {
            lines.add("  ${entry.getKey()} = ${cut(entry.getValue())} (given)" as String)
        }
        return lines
    }

    @NonCPS
    private static Map parse(String body) {
        try {
            Object answer = new JsonSlurper().parseText(body)
            return answer instanceof Map ? answer : [:]
        } catch (Exception ignored) {
            return [:]
        }
    }

    @NonCPS
    private static String hide(String text, List<String> secrets) {
        String shown = text
        for (String secret in secrets) {
            if (secret?.trim()) {
                shown = shown.replace(secret.trim(), '***')
            }
        }
        return shown
    }

    @NonCPS
    private static String cut(Object value) {
        String line = oneLine(value)
        return line.length() > LONGEST_VALUE ? line.substring(0, LONGEST_VALUE - 1) + '…' : line
    }

    @NonCPS
    private static String encode(Object value) {
        return URLEncoder.encode(value as String, 'UTF-8').replace('+', '%20')
    }

}
