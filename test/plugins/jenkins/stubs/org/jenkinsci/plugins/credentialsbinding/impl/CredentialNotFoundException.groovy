package org.jenkinsci.plugins.credentialsbinding.impl

import hudson.AbortException

class CredentialNotFoundException extends AbortException {

    CredentialNotFoundException(String message) {
        super(message)
    }

}
