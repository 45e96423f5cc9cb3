"""Run the tasks of a suite: a queue, worker processes with a browser each, and what they leave.

`pool` hands tasks to workers and ends those that overstay, `worker` is such a process, `episode`
is one try at one task, `store` is the folder in which all of it is kept and taken up again.
"""
