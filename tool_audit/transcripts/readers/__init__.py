"""The formats that are read, one file each; the first that recognises a file reads it."""
