import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException

/** As much of Declarative Pipeline as the examples in the documentation use. */
class Declarative {

    private final Steps steps
    private final Build build

    Declarative(Steps steps, Build build) {
        this.steps = steps
        this.build = build
    }

    void run(Closure body) {
        runSection(new Section(steps), body)
    }

    private void runSection(Section section, Closure body) {
        section.read(body)
        if (!section.isWanted) {
            return
        }
        Map changes = [overrides: section.variables(build), secrets: section.secrets]
        if (section.where == 'none') {
            changes.folder = null
        } else if (section.where != null) {
            changes.folder = build.workspace
        }
        if (section.name != null) {
            changes.overrides.STAGE_NAME = section.name
        }
        steps.inside(changes) { runInside(section) }
    }

    private void runInside(Section section) {
        Throwable thrown = null
        try {
            for (Closure step in section.steps) {
                runSteps(step)
            }
            runStages(section)
        } catch (Throwable problem) {
            thrown = problem
            build.result = problem instanceof FlowInterruptedException ? problem.result : 'FAILURE'
        }
        for (String condition in ['always', 'aborted', 'failure', 'success', 'unstable', 'cleanup']) {
            if (section.post.containsKey(condition) && fits(condition)) {
                runSteps(section.post.get(condition))
            }
        }
        if (thrown != null) {
            throw thrown
        }
    }

    private void runStages(Section section) {
        for (Map stage in section.stages) {
            runSection(new Section(steps, stage.name), stage.body)
        }
        if (section.branches) {
            Map branches = [:]
            for (Map stage in section.branches) {
                Map branch = stage
                branches.put(branch.name, { runSection(new Section(steps, branch.name), branch.body) })
            }
            steps.parallel(branches)
        }
        for (Map<String, String> cell in section.cells()) {
            steps.inside([overrides: cell]) { runSection(new Section(steps), section.cellBody) }
        }
    }

    private boolean fits(String condition) {
        return condition in ['always', 'cleanup'] || condition.toUpperCase() == build.currentResult
    }

    private void runSteps(Closure body) {
        body.delegate = steps
        body.resolveStrategy = Closure.DELEGATE_FIRST
        body()
    }

}

/** One `pipeline { }`, `stage { }` or `matrix { }`, read but not yet run. */
class Section {

    final String name
    String where
    boolean isWanted = true
    final List<Closure> steps = []
    final List<Map> stages = []
    final List<Map> branches = []
    final Map<String, Closure> post = [:]
    final List<String> secrets = []
    Closure cellBody
    private final Steps script
    private final List<Map> axes = []
    private final List<Closure> environments = []
    private List<Map> target = stages

    Section(Steps script, String name = null) {
        this.script = script
        this.name = name
    }

    void read(Closure body) {
        body.delegate = this
        body.resolveStrategy = Closure.DELEGATE_FIRST
        body()
    }

    Map<String, String> variables(Build build) {
        Map<String, String> found = [:]
        for (Closure body in environments) {
            body.delegate = new Assignments(script, found, secrets)
            body.resolveStrategy = Closure.DELEGATE_FIRST
            body()
        }
        return found
    }

    List<Map<String, String>> cells() {
        List<Map<String, String>> all = cellBody == null ? [] : [[:]]
        for (Map axis in axes) {
            all = all.collectMany { cell -> axis.values.collect { cell + [(axis.name): it] } }
        }
        return all
    }

    String getAny() {
        return 'any'
    }

    String getNone() {
        return 'none'
    }

    void agent(Object given) {
        where = given instanceof Closure ? 'any' : given
    }

    void environment(Closure body) {
        environments.add(body)
    }

    void stages(Closure body) {
        read(body)
    }

    void stage(String name, Closure body) {
        target.add([name: name, body: body])
    }

    void parallel(Closure body) {
        target = branches
        read(body)
        target = stages
    }

    void matrix(Closure body) {
        cellBody = body
        Section axesOnly = new Section(script)
        axesOnly.read(body)
        axes.addAll(axesOnly.axes)
    }

    void axes(Closure body) {
        read(body)
    }

    void axis(Closure body) {
        Map axis = [:]
        body.delegate = new Axis(axis)
        body.resolveStrategy = Closure.DELEGATE_FIRST
        body()
        axes.add(axis)
    }

    void when(Closure body) {
        isWanted = new Condition(script).holds(body)
    }

    void steps(Closure body) {
        steps.add(body)
    }

    void post(Closure body) {
        body.delegate = new Conditions(post)
        body.resolveStrategy = Closure.DELEGATE_FIRST
        body()
    }

    void options(Closure ignored) {
    }

    void triggers(Closure ignored) {
    }

    void parameters(Closure ignored) {
    }

    void tools(Closure ignored) {
    }

}

class Axis {

    private final Map axis

    Axis(Map axis) {
        this.axis = axis
    }

    void name(String name) {
        axis.name = name
    }

    void values(String... values) {
        axis.values = values as List
    }

}

/** `environment { NAME = 'value' }`. */
class Assignments {

    private final Steps script
    private final Map<String, String> found
    private final List<String> secrets

    Assignments(Steps script, Map<String, String> found, List<String> secrets) {
        this.script = script
        this.found = found
        this.secrets = secrets
    }

    String credentials(String id) {
        secrets.add(script.secretOf(id))
        return secrets.last()
    }

    void setProperty(String name, Object value) {
        found.put(name, value as String)
    }

}

/** `post { always { } }`. */
class Conditions {

    private final Map<String, Closure> post

    Conditions(Map<String, Closure> post) {
        this.post = post
    }

    def methodMissing(String name, Object arguments) {
        post.put(name, arguments[0])
    }

}

/** `when { }`. */
class Condition {

    private final Steps script
    private boolean holds = true

    Condition(Steps script) {
        this.script = script
    }

    boolean holds(Closure body) {
        body.delegate = this
        body.resolveStrategy = Closure.DELEGATE_FIRST
        body()
        return holds
    }

    void branch(String name) {
        holds &= script.env.BRANCH_NAME == name
    }

    void buildingTag() {
        holds &= script.env.TAG_NAME != null
    }

    void expression(Closure body) {
        body.delegate = script
        holds &= body() as boolean
    }

}
