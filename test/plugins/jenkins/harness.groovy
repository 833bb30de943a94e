/*
 * Runs pipelines with the library as Jenkins would, as far as that goes without Jenkins: the same
 * version of Groovy, a real shell, real files and, with groovy-cps on the class path, the
 * transformation that makes every method a continuation. Not the sandbox.
 *
 * groovy -cp stubs[:groovy-cps.jar…] harness.groovy scenarios.json results.json
 */
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import java.lang.reflect.InvocationTargetException
import java.nio.file.Files
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import org.codehaus.groovy.control.CompilerConfiguration

/** One class loader for all: compiling is what takes long. */
class Compiler {

    final Map spec
    private final GroovyClassLoader loader
    private final Class library

    Compiler(Map spec, ClassLoader parent) {
        this.spec = spec
        CompilerConfiguration configuration = new CompilerConfiguration(scriptBaseClass: 'Steps', sourceEncoding: 'UTF-8')
        configuration.classpathList = ["${spec.library}/src" as String, spec.steps]
        if (spec.cps) {
            // By name, since the jar is there only for those who ask for it.
            def transformer = Class.forName('com.cloudbees.groovy.cps.CpsTransformer').newInstance()
            transformer.configuration = Class.forName('com.cloudbees.groovy.cps.TransformerConfiguration').newInstance()
            configuration.addCompilationCustomizers(transformer)
        }
        loader = new GroovyClassLoader(parent, configuration)
        loader.loadClass('Steps')
        loader.loadClass('Declarative')
        library = loader.parseClass(new File("${spec.library}/vars/milepost.groovy"))
    }

    Object evaluate(String pipeline, Binding binding) {
        Script step = library.newInstance()
        step.binding = binding
        binding.setVariable('milepost', step)
        Class parsed
        synchronized (this) {
            parsed = loader.parseClass(pipeline, "Jenkinsfile${System.nanoTime()}.groovy")
        }
        Script script = parsed.newInstance()
        script.binding = binding
        if (!spec.cps) {
            return script.run()
        }
        binding.setVariable('isCps', true)
        def continuable = Class.forName('com.cloudbees.groovy.cps.Continuable').newInstance(script)
        Object value = null
        while (continuable.isResumable()) {
            value = continuable.run(null)
        }
        return value
    }

}

Map spec = new JsonSlurper().parse(new File(args[0]), 'UTF-8')
Compiler compiler = new Compiler(spec, this.class.classLoader)

File prepare(Map scenario) {
    File root = Files.createTempDirectory('jenkins').toFile()
    File workspace = new File(root, scenario.workspace ?: 'shop_main')
    workspace.mkdirs()
    scenario.files.each { name, text ->
        File file = new File(workspace, name)
        file.text = text
        file.setExecutable(true)
    }
    return workspace
}

Map run(Map scenario, Compiler compiler, File workspace) {
    Build build = new Build(scenario, workspace.path)
    Map problem = null
    Object returned = null
    try {
        returned = compiler.evaluate(scenario.script, new Binding([build: build, library: compiler.spec.library]))
    } catch (Throwable caught) {
        Throwable thrown = caught instanceof InvocationTargetException ? caught.cause : caught
        problem = [type: thrown.class.name, message: thrown.message]
    }
    List<String> left = new File("${workspace.path}@tmp").list() ?: []
    workspace.parentFile.deleteDir()
    return [log: build.log, problem: problem, returned: returned as String, result: build.currentResult, left: left]
}

Map workspaces = spec.scenarios.collectEntries { name, scenario -> [(name): prepare(scenario)] }
// Most of the time is spent waiting for commands.
def pool = Executors.newFixedThreadPool(4)
Map jobs = spec.scenarios.collectEntries { name, scenario ->
    [(name): pool.submit({ run(scenario, compiler, workspaces[name]) } as Callable)]
}
Map results = jobs.collectEntries { name, job -> [(name): job.get()] }
pool.shutdown()
new File(args[1]).setText(JsonOutput.toJson(results), 'UTF-8')
