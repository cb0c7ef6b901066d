"""The verbs of tool names and descriptions: which say that a tool reads, which that it writes."""

READS = frozenset(
    """
    get list search find read show describe fetch view count lookup status info inspect explore browse recall
    retrieve tree stats statistics summarize summary analyze analyse compare diff log logs history preview
    traverse detect explain scan whoami version help docs documentation current query check peek head tail cat
    ls glob grep blame outline exists discover display examine identify measure estimate rank recommend suggest
    validate convert calculate compute parse lint health overview
    """.split()
)
"""Words that, as a tool's verb, say that nothing is changed."""

WRITES = frozenset(
    """
    create delete remove update write set put add insert edit modify move rename drop reset clear purge destroy
    kill stop restart commit push merge checkout install uninstall upload deploy publish post append apply save
    store register unregister toggle enable disable grant revoke cancel approve reject archive unarchive close
    reopen pay buy purchase order book transfer upgrade migrate restore replace truncate revert rollback rebase
    stash tag assign unassign subscribe unsubscribe invite ban mute comment reply react upsert patch change
    configure copy duplicate clone import mark pin unpin lock unlock complete submit sign rotate expire flush
    evict prune forget reserve schedule shutdown reboot terminate provision scale cherry init initialize click
    type press drag drop fill hover navigate hset lpush rpush sadd zadd hdel del incr decr rpop lpop xadd
    persist bulk retract unset
    """.split()
)
"""Words that, as a tool's verb, say that something is changed."""

ACTS = frozenset(
    """
    run execute exec send sync refresh trigger invoke call perform dispatch eval evaluate shell bash script
    command start spawn launch login logout authenticate connect crawl notify handle manage process do
    """.split()
)
"""Words that say that something is done, and not what: never called without consent, whatever the annotations say."""

AMBIGUOUS = frozenset(
    """
    build generate embed simulate index train render export download refactor rebuild reindex compile test open
    record schedule plan wait sample report select resolve verify review snapshot monitor trace track observe
    ask answer load submit format encode decode capture take watch
    """.split()
)
"""Words that leave it open: called only where readOnlyHint says so and nothing speaks against it."""

WRITING_PHRASES = (
    "cannot be undone",
    "can't be undone",
    "irreversibl",
    "permanently",
    "this will delete",
    "this will modify",
    "will overwrite",
    "overwrites",
    "destructive operation",
    "modifies the",
    "written to disk",
    "pages are written",
    "writes to",
    "side effect",
)
"""Phrases of a description that say that something is changed."""

READING_PHRASES = (
    "read-only",
    "read only",
    "readonly",
    "does not modify",
    "doesn't modify",
    "without modifying",
    "no side effect",
)
"""Phrases of a description that say that nothing is."""

WRITER_ARGUMENTS = frozenset({"dryrun", "overwrite", "confirm", "confirmed", "force", "forcedelete", "idempotencykey"})
"""Arguments that only a tool that changes something has."""

ACTION_ARGUMENTS = frozenset(
    {"action", "operation", "command", "method", "op", "subcommand", "actiontype", "operationtype"}
)
"""Arguments that choose what a tool does."""
