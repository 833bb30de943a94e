/** `env`. */
class Env {

    private final Build build

    Env(Build build) {
        this.build = build
    }

    Object getProperty(String name) {
        return build.variable(name)
    }

    void setProperty(String name, Object value) {
        build.setVariable(name, value as String)
    }

}
