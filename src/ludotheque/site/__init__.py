"""The page as a folder of files that needs no server: `ludotheque site`."""
