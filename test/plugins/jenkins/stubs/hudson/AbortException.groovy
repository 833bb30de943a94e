package hudson

class AbortException extends IOException {

    AbortException(String message) {
        super(message)
    }

}
