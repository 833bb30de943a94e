import groovy.transform.CompileStatic

/**
 * What Jenkins writes down while a step runs, to go on after a restart: every local variable has to
 * be serializable. What belongs to the harness is left out.
 */
@CompileStatic
class Snapshot extends ObjectOutputStream {

    Snapshot() {
        super(new ByteArrayOutputStream())
        enableReplaceObject(true)
    }

    @Override
    protected Object replaceObject(Object value) {
        boolean isOurs = value instanceof Script || value instanceof Binding || value instanceof Build ||
            value instanceof Env || value instanceof CurrentBuild || value instanceof Thread
        return isOurs ? null : value
    }

}
