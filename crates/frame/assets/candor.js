// Live updates and changes in place. Every page works without it.
