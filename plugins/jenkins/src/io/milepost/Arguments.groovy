package io.milepost

import com.cloudbees.groovy.cps.NonCPS

/** What the author of a pipeline wrote, checked; problems are told in the author's own words. Pure. */
class Arguments {

    static final String NAMED_ONLY = "milepost takes named arguments, as in milepost(environment: 'production')"
    static final String BLOCK_MISSING =
        "track needs a block, as in milepost.track(environment: 'production') { sh './deploy.sh' }"

    /** Arguments that become a field of the event. */
    private static final List<String> TEXTS = ['environment', 'type', 'version', 'source', 'severity', 'description']
    private static final List<String> OTHERS =
        ['data', 'status', 'url', 'credentialsId', 'failOnError', 'timeout', 'dryRun']
    private static final List<String> STATUSES =
        ['started', 'success', 'failure', 'cancelled', 'unstable', 'aborted', 'not_built']
    private static final List<String> POLICIES = ['never', 'config', 'always']
    /** What people write who come from the other plugins. */
    private static final Map<String, String> OTHER_NAMES =
        [subject: 'environment', env: 'environment', message: 'description', credentials: 'credentialsId']
    private static final List<String> KEYS = ['key', 'apikey', 'token', 'secret', 'password']

    private static final String ADDRESS = '(?i)https?://[^\\s/?#"\\\\@]+(/[^\\s?#"\\\\@]*)?'

    /** Changed letters up to which a name counts as mistyped. */
    private static final int TYPO_DISTANCE = 2
    private static final int LONGEST_TIMEOUT_S = 3600

    /**
     * `given`: texts by name. `problems`: empty when all is well. What is null or empty counts as not
     * given, so that `version: env.TAG_NAME` may be written for every branch.
     */
    @NonCPS
    static Map read(Map arguments, boolean isTrack) {
        List<String> problems = []
        Map<String, String> given = [:]
        Map options = [given: given, problems: problems, status: '', url: '', credentialsId: '']
        options.putAll([failOnError: 'never', timeout: 30, dryRun: false, isTrack: isTrack])
        for (entry in (arguments ?: [:]).entrySet()) {
            String name = entry.getKey() as String
            Object value = entry.getValue()
            if (!TEXTS.contains(name) && !OTHERS.contains(name)) {
                problems.add(unknown(name))
            } else if (value != null && value != '') {
                readOne(name, value, options)
            }
        }
        if (isTrack && options.status) {
            problems.add('status: track finds it out by itself')
        }
        return options
    }

    /** Empty for an address that can be one. */
    @NonCPS
    static String urlProblem(String url) {
        if (!url) {
            return "url: is missing, give url: 'https://milepost.example.com' or set MILEPOST_URL for all builds " +
                'under Manage Jenkins, System, Environment variables'
        }
        return url.matches(ADDRESS) ? '' : 'url: must be an address such as https://milepost.example.com, ' +
            'without a user name, a query or a fragment'
    }

    @NonCPS
    private static void readOne(String name, Object value, Map options) {
        List<String> problems = options.problems
        switch (name) {
            case 'data':
                String json = value instanceof Map ? Json.write(value, problems) : text(name, value, problems)
                options.given.data = json
                break
            case 'status':
                options.status = choice(name, value, STATUSES, problems)
                break
            case 'failOnError':
                // Nobody can say what a wrong policy was meant to fail on, so it fails on nothing.
                options.failOnError = choice(name, value, POLICIES, problems) ?: 'never'
                break
            case 'timeout':
                options.timeout = seconds(value, problems)
                break
            case 'dryRun':
                options.dryRun = flag(name, value, problems)
                break
            case 'url':
            case 'credentialsId':
                options.put(name, text(name, value, problems).trim())
                break
            default:
                options.given.put(name, text(name, value, problems))
        }
    }

    @NonCPS
    private static String text(String name, Object value, List<String> problems) {
        if (value instanceof CharSequence || value instanceof Number) {
            return value.toString()
        }
        problems.add("${name}: must be text, not ${kindOf(value)}" as String)
        return ''
    }

    @NonCPS
    private static String choice(String name, Object value, List<String> known, List<String> problems) {
        String word = value.toString().trim().toLowerCase(Locale.ROOT)
        if (value instanceof CharSequence && known.contains(word)) {
            return word
        }
        problems.add("${name}: must be one of ${known.join(', ')}" as String)
        return ''
    }

    @NonCPS
    private static int seconds(Object value, List<String> problems) {
        String digits = value as String
        if ((value instanceof Number || value instanceof CharSequence) && digits.matches('[0-9]{1,4}')) {
            int number = Integer.parseInt(digits)
            if (number >= 1 && number <= LONGEST_TIMEOUT_S) {
                return number
            }
        }
        problems.add("timeout: must be a whole number of seconds, 1 to ${LONGEST_TIMEOUT_S}" as String)
        return 0
    }

    @NonCPS
    private static boolean flag(String name, Object value, List<String> problems) {
        if (value instanceof Boolean) {
            return value
        }
        String word = value as String
        if (word != 'true' && word != 'false') {
            problems.add("${name}: must be true or false" as String)
        }
        return word == 'true'
    }

    @NonCPS
    private static String kindOf(Object value) {
        if (value instanceof Map) {
            return 'a map'
        }
        return value instanceof Collection ? 'a list' : "a ${value.getClass().getSimpleName()}" as String
    }

    @NonCPS
    private static String unknown(String name) {
        String plain = name.replaceAll('[-_ ]', '').toLowerCase(Locale.ROOT)
        if (KEYS.contains(plain)) {
            return "${Answer.oneLine(name)}: keep the key as a credential of the kind Secret text and name it, " +
                "credentialsId: '...'"
        }
        String meant = OTHER_NAMES.get(plain) ?: nearest(plain)
        return "unknown argument ${Answer.oneLine(name)}${meant ? ", did you mean ${meant}?" : ''}" as String
    }

    @NonCPS
    private static String nearest(String plain) {
        String found = ''
        int best = TYPO_DISTANCE + 1
        for (String one in TEXTS + OTHERS) {
            int distance = distance(plain, one.toLowerCase(Locale.ROOT))
            if (distance < best) {
                best = distance
                found = one
            }
        }
        return found
    }

    /** Levenshtein's. */
    @NonCPS
    private static int distance(String one, String other) {
        List<Integer> above = []
        for (int column = 0; column <= other.length(); column++) {
            above.add(column)
        }
        for (int row = 1; row <= one.length(); row++) {
            List<Integer> current = [row]
            for (int column = 1; column <= other.length(); column++) {
                int same = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1
                int changed = above.get(column - 1) + same
                int shifted = Math.min(above.get(column) as int, current.get(column - 1) as int) + 1
                current.add(Math.min(changed, shifted))
            }
            above = current
        }
        return above.get(other.length())
    }

}
