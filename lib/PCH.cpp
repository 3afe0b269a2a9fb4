// Builds the precompiled header, nothing else.
