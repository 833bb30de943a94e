package io.milepost

import com.cloudbees.groovy.cps.NonCPS
import groovy.json.JsonOutput

/**
 * Data as JSON text. JsonOutput writes any object by calling its getters, which is why the sandbox
 * allows it for maps alone; so what is in the map is copied first, and what is no JSON is refused.
 */
class Json {

    /** As deep as the server takes. */
    private static final int DEEPEST = 32

    /** ASCII only. Adds to `problems` what cannot be written. */
    @NonCPS
    static String write(Map value, List<String> problems) {
        Object plain = copy(value, 'data', 0, problems)
        return plain instanceof Map ? JsonOutput.toJson((Map) plain) : ''
    }

    @NonCPS
    private static Object copy(Object value, String path, int depth, List<String> problems) {
        if (depth > DEEPEST) {
            problems.add("data: is nested too deeply, at most ${DEEPEST} levels" as String)
            return null
        }
        if (value instanceof Map) {
            return copyMap(value, path, depth, problems)
        }
        if (value instanceof Collection) {
            return copyList(value, path, depth, problems)
        }
        return copyOne(value, path, problems)
    }

    @NonCPS
    private static Map copyMap(Map value, String path, int depth, List<String> problems) {
        Map result = [:]
        for (entry in value.entrySet()) {
            String name = entry.getKey() as String
            result.put(name, copy(entry.getValue(), "${path}.${Answer.oneLine(name)}" as String, depth + 1, problems))
        }
        return result
    }

    @NonCPS
    private static List copyList(Collection value, String path, int depth, List<String> problems) {
        List result = []
        for (one in value) {
            result.add(copy(one, "${path}[${result.size()}]" as String, depth + 1, problems))
        }
        return result
    }

    @NonCPS
    private static Object copyOne(Object value, String path, List<String> problems) {
        if (value == null || value instanceof Boolean) {
            return value
        }
        if (value instanceof CharSequence) {
            return value.toString()
        }
        if (value instanceof Number && value.toString().matches('-?[0-9].*')) {
            return value
        }
        // readJSON has an object of its own for null.
        if (value.getClass().getSimpleName() != 'JSONNull') {
            problems.add("${path}: must be text, a number, true, false, null, a list or a map" as String)
        }
        return null
    }

}
