package org.jenkinsci.plugins.workflow.steps

/** Somebody aborts, a timeout ends, or a downstream build has this result. Has no message, as there. */
class FlowInterruptedException extends InterruptedException {

    final String result

    FlowInterruptedException(String result) {
        this.result = result
    }

}
