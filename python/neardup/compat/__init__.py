"""Drop-in replacements for other packages; each module has the names of the package that it replaces."""
