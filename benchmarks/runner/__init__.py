"""Runs the tasks of a suite: a queue, worker processes with a browser each, and their output.

`pool` hands tasks to workers and ends those that exceed their time, `worker` is such a process,
`episode` is one try at one task, `store` is the folder that keeps all of it for resuming.
"""
