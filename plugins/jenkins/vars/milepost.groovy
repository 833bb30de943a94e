/*
 * Records what a pipeline does on the Milepost timeline; milepost.txt is its manual.
 *
 * What the author wrote and what Jenkins says of the build travels in files, never in a command line
 * or an environment variable: withEnv would put the values of other variables, the key among them,
 * where a commit message says "${...}". Where an event comes from which value is decided in
 * TypeScript, on the agent (milepost.mjs) or, without Node.js there, in the server.
 */
import io.milepost.Answer
import io.milepost.Arguments
import io.milepost.Call

/** One event. Its status is that of the build so far, unless it is given. Returns whether it was recorded. */
boolean call(Map arguments = [:]) {
    Map options = accept(arguments, false)
    if (options == null) {
        return false
    }
    String status = options.status ?: currentBuild.currentResult
    return record(options, status, currentBuild.startTimeInMillis as long)
}

/** `milepost(environment: 'production') { ... }` means track; anything else is a mistake. */
Object call(Map arguments, Object body) {
    if (body instanceof Closure) {
        return track(arguments, body)
    }
    return call(body)
}

/** `milepost { ... }` means track; anything else is a mistake. */
Object call(Object body) {
    if (body instanceof Closure) {
        return track([:], body)
    }
    return conclude(Answer.configuration(Arguments.NAMED_ONLY), 'never')
}

/**
 * Two events: one when the body begins and one when it has ended, however it ends. Returns what the
 * body returns and throws what it throws.
 */
Object track(Map arguments = [:], Closure body) {
    Map options = accept(arguments, true)
    long startedAt = System.currentTimeMillis()
    String before = currentBuild.currentResult
    if (options != null) {
        record(options, 'started', startedAt)
    }
    Object result = null
    try {
        result = body()
    } catch (Throwable problem) {
        if (options != null) {
            recordFailure(options, problem, startedAt)
        }
        throw problem
    }
    if (options != null) {
        // The body may have worsened the result without throwing, as unstable and catchError do.
        String after = currentBuild.currentResult
        record(options, after == before ? 'SUCCESS' : after, startedAt)
    }
    return result
}

/** A block is missing. */
boolean track(Object given = null) {
    String failOnError = given instanceof Map ? Arguments.read(given, true).failOnError : 'never'
    return conclude(Answer.configuration(Arguments.BLOCK_MISSING), failOnError)
}

/** Null when they are wrong, and that was said. */
private Map accept(Map arguments, boolean isTrack) {
    Map options = Arguments.read(arguments, isTrack)
    if (options.problems) {
        conclude(Answer.configuration(options.problems.join('; ')), options.failOnError)
        return null
    }
    return options
}

/** What the body threw is what counts, whatever recording it says. */
private void recordFailure(Map options, Throwable problem, long startedAt) {
    try {
        record(options, statusOf(problem), startedAt)
    } catch (Throwable other) {
        echo "milepost: ${Answer.oneLine(other)}"
    }
}

/** A failed downstream build throws the same exception as somebody who aborts; it says its result. */
private String statusOf(Throwable problem) {
    if (!Answer.isInterruption(problem)) {
        return 'FAILURE'
    }
    try {
        return problem.result as String
    } catch (Exception ignored) {
        // A library in the sandbox may not ask.
        return 'ABORTED'
    }
}

private boolean record(Map options, String status, long startedAt) {
    Map outcome
    try {
        outcome = attempt(options, status, startedAt)
    } catch (Throwable problem) {
        // An abort is not for us to swallow; everything else must not reach a deployment.
        if (Answer.isInterruption(problem)) {
            throw problem
        }
        outcome = Answer.unexpected(problem)
    }
    return conclude(outcome, options.failOnError)
}

/** Says how it went, and fails the step where the author wants that. */
private boolean conclude(Map outcome, Object failOnError) {
    List lines = outcome.lines ?: []
    for (int i = 0; i < lines.size(); i++) {
        echo lines[i]
    }
    if (outcome.kind == 'recorded' || outcome.kind == 'dry-run') {
        return outcome.kind == 'recorded'
    }
    if (failOnError == 'always' || (failOnError == 'config' && outcome.kind == 'configuration')) {
        error Answer.failure(outcome)
    }
    echo Answer.warning(outcome)
    return false
}

private Map attempt(Map options, String status, long startedAt) {
    String url = options.url ?: env.MILEPOST_URL ?: ''
    String problem = Arguments.urlProblem(url)
    if (problem && !options.dryRun) {
        return Answer.configuration(problem)
    }
    Map variables = readBuild()
    variables.MILEPOST_STATUS = status
    variables.MILEPOST_STARTED_AT = startedAt as String
    Map told = Call.told(options, status, startedAt)
    if (options.dryRun || hasOwnKey(options)) {
        return send(told, url, variables)
    }
    return sendWithCredential(told, url, variables)
}

/** A credential that the author names comes before a key that is there already. */
private boolean hasOwnKey(Map options) {
    return !options.credentialsId && (env.MILEPOST_API_KEY || env.MILEPOST_ID_TOKEN)
}

private Map sendWithCredential(Map options, String url, Map variables) {
    String id = options.credentialsId ?: 'milepost-api-key'
    Map outcome = null
    boolean isBound = false
    try {
        withCredentials([string(credentialsId: id, variable: 'MILEPOST_API_KEY')]) {
            isBound = true
            outcome = send(options, url, variables)
        }
    } catch (Throwable problem) {
        if (isBound || Answer.isInterruption(problem)) {
            throw problem
        }
        return Answer.credentialProblem(id, problem)
    }
    return outcome
}

/** The folder is one of its own: branches that run in parallel share a workspace. */
private Map send(Map options, String url, Map variables) {
    String folder = "${pwd(tmp: true)}/milepost-${UUID.randomUUID()}"
    try {
        write(folder, 'call.json', Call.json(options, url, variables))
        write(folder, 'form', Call.form(options, variables))
        write(folder, 'start.mjs', libraryResource('io/milepost/start.mjs'))
        write(folder, 'milepost.mjs', libraryResource('io/milepost/milepost.mjs'))
        if (!isUnix()) {
            return Answer.ofNode(bat(label: 'milepost', returnStatus: true, script: Call.batch(folder)))
        }
        String script = Call.script(libraryResource('io/milepost/send.sh'), folder, url, options)
        int code = sh(label: 'milepost', returnStatus: true, script: script)
        return code == Call.ANSWERED ? readAnswer(folder, url) : Answer.ofNode(code, options)
    } finally {
        remove(folder)
    }
}

private void write(String folder, String name, String text) {
    writeFile(file: "${folder}/${name}" as String, text: text, encoding: 'UTF-8')
}

/** What the server said to curl. */
private Map readAnswer(String folder, String url) {
    String status = readFile(file: "${folder}/status" as String, encoding: 'UTF-8')
    String body = readFile(file: "${folder}/answer" as String, encoding: 'UTF-8')
    String errors = readFile(file: "${folder}/errors" as String, encoding: 'UTF-8')
    // A server may say anything, the key that it was sent included.
    return Answer.ofServer(status, body, errors, url, [env.MILEPOST_API_KEY, env.MILEPOST_ID_TOKEN])
}

private void remove(String folder) {
    try {
        dir(folder) {
            deleteDir()
        }
    } catch (Exception ignored) {
        // The agent is gone: whatever happened before says so.
        echo "milepost: ${folder} could not be removed"
    }
}

/**
 * What Jenkins says of this build. Each variable is asked for by its name, since the sandbox refuses
 * to look one up by a computed name.
 */
private Map readBuild() {
    return Call.present([
        BRANCH_IS_PRIMARY: env.BRANCH_IS_PRIMARY,
        BRANCH_NAME: env.BRANCH_NAME,
        BUILD_NUMBER: env.BUILD_NUMBER,
        BUILD_TAG: env.BUILD_TAG,
        BUILD_URL: env.BUILD_URL ?: absoluteUrl(),
        BUILD_USER_ID: env.BUILD_USER_ID,
        CHANGE_AUTHOR: env.CHANGE_AUTHOR,
        CHANGE_BRANCH: env.CHANGE_BRANCH,
        CHANGE_ID: env.CHANGE_ID,
        CHANGE_TARGET: env.CHANGE_TARGET,
        CHANGE_TITLE: env.CHANGE_TITLE,
        CHANGE_URL: env.CHANGE_URL,
        GIT_BRANCH: env.GIT_BRANCH,
        GIT_COMMIT: env.GIT_COMMIT,
        GIT_URL: Call.withoutCredentials(env.GIT_URL),
        GIT_URL_1: Call.withoutCredentials(env.GIT_URL_1),
        JOB_NAME: env.JOB_NAME,
        JOB_URL: env.JOB_URL,
        MILEPOST_CAUSE_USER: causeUser(),
        MILEPOST_PREVIOUS_RESULT: currentBuild.previousBuild?.result,
        RUN_DISPLAY_URL: env.RUN_DISPLAY_URL,
        STAGE_NAME: env.STAGE_NAME,
        TAG_NAME: env.TAG_NAME,
    ])
}

/** Jenkins throws where nobody has told it its own address. */
private String absoluteUrl() {
    try {
        return currentBuild.absoluteUrl
    } catch (Exception ignored) {
        return null
    }
}

/** Who pressed the button; a push and a timer are nobody. */
private String causeUser() {
    List causes = currentBuild.getBuildCauses()
    for (int i = 0; i < causes.size(); i++) {
        Object user = causes[i].userName ?: causes[i].userId
        if (user) {
            return user as String
        }
    }
    return null
}
