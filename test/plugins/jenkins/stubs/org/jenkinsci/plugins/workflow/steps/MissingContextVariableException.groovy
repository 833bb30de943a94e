package org.jenkinsci.plugins.workflow.steps

class MissingContextVariableException extends Exception {

    MissingContextVariableException(String type) {
        super("Required context class ${type} is missing\nPerhaps you forgot to surround the step with a step that provides this, such as: node")
    }

}
