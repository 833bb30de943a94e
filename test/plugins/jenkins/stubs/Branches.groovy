/** Runs closures on one thread each. */
class Branches {

    private final List<Closure> bodies

    Branches(List<Closure> bodies) {
        this.bodies = bodies
    }

    void run() {
        List<Throwable> problems = [].asSynchronized()
        List<Thread> threads = bodies.collect { body ->
            Thread.start {
                try {
                    body()
                } catch (Throwable problem) {
                    problems.add(problem)
                }
            }
        }
        threads*.join()
        if (problems) {
            throw problems.first()
        }
    }

}
