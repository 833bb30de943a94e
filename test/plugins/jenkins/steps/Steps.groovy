import hudson.AbortException
import org.jenkinsci.plugins.credentialsbinding.impl.CredentialNotFoundException
import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException
import org.jenkinsci.plugins.workflow.steps.MissingContextVariableException

/** The steps of a pipeline, over a real shell and real files. Base class of pipelines and of the library. */
abstract class Steps extends Script {

    // Through the binding: a property of a script would end up there anyway.
    Build getBuild() {
        return binding.getVariable('build')
    }

    Env getEnv() {
        return new Env(build)
    }

    CurrentBuild getCurrentBuild() {
        return new CurrentBuild(build)
    }

    /** Runs `body` with other variables, secrets or another folder. */
    def inside(Map changes, Closure body) {
        Map before = build.enter(changes)
        try {
            return body()
        } finally {
            build.leave(before)
        }
    }

    /** A variable of the library is called like a step. */
    def methodMissing(String name, Object arguments) {
        if (!binding.hasVariable(name)) {
            throw new NoSuchMethodError("No such DSL method '${name}' found among steps")
        }
        return binding.getVariable(name).invokeMethod('call', arguments)
    }

    /** A variable of the environment is read like one of the script. */
    def propertyMissing(String name) {
        String value = build.variable(name)
        if (value == null) {
            throw new MissingPropertyException(name, this.class)
        }
        return value
    }

    Map getParams() {
        return build.facts.params ?: [:]
    }

    void library(Map ignored) {
    }

    Map modernSCM(Map arguments) {
        return arguments
    }

    void echo(String message) {
        build.say(message)
    }

    void error(String message) {
        throw new AbortException(message)
    }

    def sh(Object given) {
        Map arguments = given instanceof Map ? given : [script: given]
        String folder = requireFolder()
        File script = File.createTempFile('script', '.sh')
        script.setText(arguments.script as String, 'UTF-8')
        // The file itself may be busy: what another thread starts has it open for a moment, too.
        String firstLine = (arguments.script as String).split('\n', 2)[0]
        List<String> shell = firstLine.startsWith('#!') ? firstLine.substring(2).trim().split(' ') as List : ['/bin/sh', '-xe']
        ProcessBuilder builder = new ProcessBuilder(shell + [script.path])
        builder.directory(new File(folder))
        builder.environment().clear()
        builder.environment().putAll(build.environment())
        builder.redirectErrorStream(!arguments.returnStdout)
        Process process = builder.start()
        process.outputStream.close()
        StringBuffer out = new StringBuffer()
        StringBuffer err = new StringBuffer()
        process.waitForProcessOutput(out, err)
        script.delete()
        build.say(arguments.returnStdout ? err : out)
        int code = process.exitValue()
        if (arguments.returnStatus) {
            return code
        }
        if (code != 0) {
            error("script returned exit code ${code}")
        }
        return arguments.returnStdout ? out.toString() : null
    }

    boolean isUnix() {
        return build.facts.isUnix != false
    }

    /** There is no Windows here; what would run is said. */
    def bat(Map arguments) {
        build.say("bat: ${arguments.script}")
        return build.facts.batchCode
    }

    String pwd(Map arguments = [:]) {
        String folder = requireFolder()
        if (build.facts.isAborted) {
            interrupt('ABORTED')
        }
        if (!arguments.tmp) {
            return folder
        }
        new File("${folder}@tmp").mkdirs()
        return "${folder}@tmp"
    }

    void writeFile(Map arguments) {
        requireString(arguments.file)
        requireString(arguments.text)
        File file = resolve(arguments.file)
        file.parentFile.mkdirs()
        file.setText(arguments.text, arguments.encoding ?: 'US-ASCII')
    }

    String readFile(Map arguments) {
        return resolve(arguments.file).getText(arguments.encoding ?: 'US-ASCII')
    }

    String libraryResource(String path) {
        return new File("${binding.getVariable('library')}/resources/${path}").getText('UTF-8')
    }

    def dir(String path, Closure body) {
        return inside([folder: resolve(path).path], body)
    }

    void deleteDir() {
        new File(requireFolder()).deleteDir()
    }

    def withEnv(List pairs, Closure body) {
        Map overrides = [:]
        for (Object pair in pairs) {
            String[] parts = (pair as String).split('=', 2)
            overrides.put(parts[0], build.expand(parts[1]))
        }
        return inside([overrides: overrides], body)
    }

    Map string(Map arguments) {
        return arguments
    }

    def withCredentials(List<Map> bindings, Closure body) {
        Map overrides = [:]
        for (Map one in bindings) {
            overrides.put(one.variable as String, secretOf(one.credentialsId as String))
        }
        return inside([overrides: overrides, secrets: overrides.values() as List], body)
    }

    String secretOf(String id) {
        String secret = build.credentials.get(id)
        if (secret == null) {
            throw new CredentialNotFoundException("Could not find credentials entry with ID '${id}'")
        }
        return secret
    }

    def node(String ignored = '', Closure body) {
        return inside([folder: build.workspace], body)
    }

    def stage(String name, Closure body) {
        return inside([overrides: [STAGE_NAME: name]], body)
    }

    def script(Closure body) {
        return body()
    }

    /**
     * On real threads, so that branches do meet; one after the other where every method is a
     * continuation. The first failure wins.
     */
    void parallel(Map branches) {
        List bodies = []
        for (Object body in branches.values()) {
            if (body instanceof Closure) {
                bodies.add(body)
            }
        }
        if (!binding.hasVariable('isCps')) {
            new Branches(bodies).run()
            return
        }
        Throwable first = null
        for (Closure body in bodies) {
            try {
                body()
            } catch (Throwable problem) {
                first = first ?: problem
            }
        }
        if (first != null) {
            throw first
        }
    }

    void unstable(String message) {
        build.say("WARNING: ${message}")
        build.result = 'UNSTABLE'
    }

    void catchError(Map arguments = [:], Closure body) {
        try {
            body()
        } catch (FlowInterruptedException interruption) {
            throw interruption
        } catch (Exception problem) {
            build.say("ERROR: ${problem.message}")
            build.result = arguments.buildResult ?: 'FAILURE'
        }
    }

    def retry(int times, Closure body) {
        for (int attempt = 1; ; attempt++) {
            try {
                return body()
            } catch (AbortException problem) {
                if (attempt == times) {
                    throw problem
                }
                build.say("ERROR: ${problem.message}\nRetrying")
            }
        }
    }

    /** What an aborted build, or a failed one downstream, throws out of the step that runs. */
    void interrupt(String result) {
        throw new FlowInterruptedException(result)
    }

    def getScm() {
        return [:]
    }

    Map checkout(Object ignored) {
        return build.environment()
    }

    def pipeline(Closure body) {
        new Declarative(this, build).run(body)
    }

    File resolve(String path) {
        return path.startsWith('/') ? new File(path) : new File(requireFolder(), path)
    }

    String requireFolder() {
        String folder = build.folder()
        if (folder == null) {
            throw new MissingContextVariableException('hudson.FilePath')
        }
        return folder
    }

    /** Steps take no GString where Java wants a String. */
    String requireString(Object value) {
        if (!(value instanceof String)) {
            throw new ClassCastException("a String was expected, not a ${value?.getClass()?.name}")
        }
        return value
    }

}
