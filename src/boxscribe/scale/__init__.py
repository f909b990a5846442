"""SCALE: the verbs `write`, `check` and `evaluate` on many machines, by Ray. Needs the extra `[scale]`.

| module | what |
|---|---|
| `shards` | games in their order → shards of a few games, each with a digest |
| `folder` | finished shards on disk; joined in their order they are the output |
| `worker` | what a worker process does with a shard; the model is loaded once |
| `cluster` | shards to the workers of a Ray cluster, and their results back |
| `run` | all shards of a run, each once |
| `write`, `check`, `evaluate` | the verbs: `write_file`, `check_file`, and `ShardedCount` for `boxscribe.evaluate` |

    from boxscribe.scale.run import Sharding
    from boxscribe.scale.write import write_file

    write_file(boxscribe.read("games.jsonl"), "stories.jsonl", form="jsonl", sharding=Sharding("10.0.0.1:6379"))
"""
