/** `currentBuild`, as far as it is asked. */
class CurrentBuild {

    private final Build build

    CurrentBuild(Build build) {
        this.build = build
    }

    String getResult() {
        return build.result
    }

    void setResult(String value) {
        build.result = value
    }

    String getCurrentResult() {
        return build.currentResult
    }

    long getStartTimeInMillis() {
        return build.facts.startTimeInMillis ?: 1700000000000L
    }

    List getBuildCauses() {
        return build.facts.causes ?: []
    }

    Map getPreviousBuild() {
        return build.facts.previousResult ? [result: build.facts.previousResult] : null
    }

    String getAbsoluteUrl() {
        if (!build.facts.absoluteUrl) {
            throw new IllegalStateException('Jenkins URL is not configured')
        }
        return build.facts.absoluteUrl
    }

}
