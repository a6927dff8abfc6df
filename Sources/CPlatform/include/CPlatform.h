// Opens the platform libraries that velo-sync uses at run time.
