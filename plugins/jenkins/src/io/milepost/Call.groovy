package io.milepost

import com.cloudbees.groovy.cps.NonCPS
import groovy.json.JsonOutput

/** What is handed to the agent, in forms that leave no character to chance. Pure. */
class Call {

    /** Exit code of send.sh when curl has asked the server, and the answer is to be read. */
    static final int ANSWERED = 10
    /** Exit code of send.sh, and of the batch file, when there is nothing to send with. */
    static final int NOTHING_TO_SEND_WITH = 11
    /** Exit code of send.sh when nothing was to be sent. */
    static final int DRY_RUN = 12

    private static final String ENCODING = 'UTF-8'
    /** How long one attempt may take, s. */
    private static final int ATTEMPT_S = 10

    /** The variables that are there. */
    @NonCPS
    static Map<String, String> present(Map variables) {
        Map<String, String> found = [:]
        for (entry in variables.entrySet()) {
            if (entry.getValue()) {
                found.put(entry.getKey() as String, entry.getValue() as String)
            }
        }
        return found
    }

    @NonCPS
    static String withoutCredentials(String url) {
        return url?.replaceFirst('(?i)^(https?://)[^/]*@', '$1')
    }

    /**
     * The options of one call. Who says how something ended beside its beginning tells of a pair of
     * events, which is more than to say how the build is going.
     */
    @NonCPS
    static Map told(Map options, String status, long startedAt) {
        Map<String, String> given = [:]
        given.putAll(options.given)
        if (options.isTrack || options.status) {
            given.put('status', status)
        }
        if (options.isTrack) {
            given.put('startedAt', startedAt as String)
        }
        Map all = [:]
        all.putAll(options)
        all.put('given', given)
        return all
    }

    /** For start.mjs: the command line and the variables of the command. ASCII only. */
    @NonCPS
    static String json(Map options, String url, Map<String, String> variables) {
        List<String> args = ['send']
        for (entry in options.given.entrySet()) {
            String name = entry.getKey() == 'startedAt' ? 'started-at' : entry.getKey()
            args.add("--${name}=${entry.getValue()}" as String)
        }
        if (url) {
            args.add("--url=${url}" as String)
        }
        args.add("--timeout=${options.timeout}" as String)
        if (options.dryRun) {
            args.add('--dry-run')
        }
        // The exit code is to say what happened; whether the step fails is decided here.
        args.add('--fail-on-error=always')
        return JsonOutput.toJson([args: args, env: variables])
    }

    /** For POST /api/v1/ingest/jenkins: what was given, and the variables. ASCII only. */
    @NonCPS
    static String form(Map options, Map<String, String> variables) {
        List<String> fields = []
        for (entry in options.given.entrySet()) {
            fields.add(field("given.${entry.getKey()}" as String, entry.getValue() as String))
        }
        for (entry in variables.entrySet()) {
            fields.add(field("env.${entry.getKey()}" as String, entry.getValue() as String))
        }
        return fields.join('&')
    }

    /**
     * The shebang keeps Jenkins from tracing the commands. One attempt and the time within which
     * others may begin add up to the timeout.
     */
    @NonCPS
    static String script(String text, String folder, String url, Map options) {
        int timeout = options.timeout as int
        int attempt = Math.max(1, Math.min(ATTEMPT_S, Math.floorDiv(timeout, 3)))
        String way = options.dryRun ? 'dry-run' : 'send'
        List<String> args = [folder, url.replaceAll('/+$', ''), way, attempt as String, (timeout - attempt) as String]
        List<String> quoted = []
        for (String one in args) {
            quoted.add("'" + one.replace("'", "'\\''") + "'")
        }
        return '#!/bin/sh\nset -- ' + quoted.join(' ') + '\n' + text
    }

    /** Windows. A percent sign in a path would begin the name of a variable. */
    @NonCPS
    static String batch(String folder) {
        String path = folder.replace('%', '%%')
        return '@node -e "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)" >nul 2>nul || exit /b ' +
            "${NOTHING_TO_SEND_WITH}\r\n@node \"${path}\\start.mjs\"\r\n"
    }

    @NonCPS
    private static String field(String name, String value) {
        return URLEncoder.encode(name, ENCODING) + '=' + URLEncoder.encode(value, ENCODING)
    }

}
