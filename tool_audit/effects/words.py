"""The verbs of tool names and descriptions: which say that a tool reads, which that it writes."""

READS = frozenset(
    """
    get fetch read find show describe retrieve lookup inspect explore browse recall summarize analyze analyse
    compare detect explain whoami peek ls glob grep discover examine identify estimate rank recommend suggest
    autocomplete validate calculate compute lint translate aggregate traverse display echo ping is has can are
    does exists what which who how count hget hgetall hkeys hvals hlen lrange llen smembers scard sismember
    zrange zcard xrange xlen xinfo mget ttl dbsize look see
    """.split()
)
"""Words that are nothing but reading verbs: the first verb of a name decides where it is one of these."""

READING_NOUNS_AND_VERBS = frozenset(
    """
    list search view query check preview diff scan tail head cat outline blame measure
    """.split()
)
"""Words that read as verbs, and that also name things which can be written: `search_replace`, `list_add`."""

READING_NOUNS = frozenset(
    """
    status info information details detail stats statistics summary tree log logs history docs documentation help
    version current health overview metadata schema forecast weather
    """.split()
)
"""Words that name what is told. They speak only where no verb does."""

WRITES = frozenset(
    """
    create delete remove update write set put add insert modify move rename drop clear purge destroy erase wipe
    nuke kill stop restart push checkout install uninstall deploy publish append apply save unregister toggle
    enable disable grant revoke cancel approve reject unarchive close reopen pay buy migrate replace truncate
    revert rollback rebase assign unassign subscribe unsubscribe invite upsert configure mark unpin unlock
    complete submit rotate expire flush evict prune forget shutdown reboot terminate provision init initialize
    type drag hover navigate hset hmset hdel hincrby mset setex setnx lpush rpush lset lrem ltrim rpop lpop sadd
    srem spop smove zadd zrem zincrby xadd xdel xtrim xack del incr incrby decr decrby persist unset retract
    attach detach unlink bind unbind mount unmount ingest learn remember memorize teach train upvote downvote
    unfollow unstar unblock escalate acknowledge ack dismiss snooze silence suspend resume pause activate
    deactivate arm disarm turn dim refund withdraw deposit swap sell stake burn donate rent broadcast announce
    emit consume pop enqueue dequeue lease claim allocate deallocate drain cordon uncordon taint untaint annotate
    cp mv rm mkdir rmdir chmod chown flushall flushdb vacuum optimize alter compact accept decline deny confirm
    finalize make new undo redo fix autofix amend override overwrite increment decrement hide unhide mute unmute
    resize scroll swipe tap fork clone reset associate disassociate promote demote evacuate
    authorize deauthorize whitelist blacklist ban unban kick leave join adjust switch setup teardown bootstrap
    scaffold unpublish untag unlabel unstage rekey reassign reorder reschedule enroll unenroll onboard offboard
    redeploy rerun retry requeue bump squash discard dispose abort inject patch edit upload
    """.split()
)
"""Words that are nothing but writing verbs."""

NEVER_NOUNS = frozenset(
    "delete remove create write modify overwrite erase destroy insert append publish send rename".split()
)
"""Writing verbs that name no thing, and whose third person is no plural of one."""

WRITING_NOUNS_AND_VERBS = frozenset(
    """
    commit merge post order book transfer upgrade restore archive register store purchase tag comment reply react
    change copy duplicate import pin lock sign reserve schedule scale cherry init click press fill bulk stash
    label link star block vote report draft mail email text sms charge trade bid play format group sort capture
    void mint tip touch skip seed repair like follow release pull request volume alert dial tweet
    retweet forward queue crop favorite bookmark note journal share trash flag rate poke nudge
    """.split()
)
"""Words that write as verbs, and that also name things which can be read: `get_commit`, `search_orders`."""

ACTS = frozenset(
    """
    run execute exec send sync refresh trigger invoke perform dispatch eval evaluate bash start spawn launch login
    logout authenticate connect disconnect crawl notify handle manage do control interact give respond simulate
    orchestrate delegate operate
    """.split()
)
"""Words that say that something is done, and not what: never called without consent, whatever the annotations say."""

ACTING_NOUNS_AND_VERBS = frozenset("process command script call shell job".split())
"""Words that act as verbs, and that also name things which can be read: `get_process`, `list_scripts`."""

AMBIGUOUS = frozenset(
    """
    build generate embed index render export download refactor rebuild reindex compile test open record plan wait
    sample select resolve verify review snapshot monitor trace track observe ask answer load encode decode take
    watch convert parse extract screenshot profile think sleep poll receive scrape transform compress decompress
    zip unzip encrypt decrypt expand split normalize cache warm prepare plot draw chat prompt predict classify
    print use
    """.split()
)
"""Words that leave it open: called only where readOnlyHint says so and nothing speaks against it."""

COMPOUNDS = frozenset({("pull", "request"), ("merge", "request"), ("pull", "requests"), ("merge", "requests")})
"""Pairs of words that name a thing, whatever verb they hold."""

PHRASAL = {
    "check": frozenset({"in", "out", "off"}),
    "log": frozenset({"in", "out", "off"}),
    "sign": frozenset({"in", "out", "up", "off"}),
    "back": frozenset({"up"}),
    "pick": frozenset({"up"}),
    "roll": frozenset({"back", "out"}),
    "shut": frozenset({"down"}),
    "spin": frozenset({"up", "down"}),
    "scale": frozenset({"up", "down", "in", "out"}),
    "opt": frozenset({"in", "out"}),
}
"""Verbs that write together with the word that follows them."""

REPOSITORIES = frozenset({"git", "hg", "svn", "jj", "vcs"})
"""In their tools `fetch` changes the repository, and `log` reads."""

QUANTITIES = frozenset(
    "time timezone currency currencies unit units temperature color colour coordinates date timestamp".split()
)
"""What can be converted without anything being written."""

IDENTITIES = frozenset("id ids name names url uri path handle alias hostname symbol dependency library".split())
"""What can be resolved without anything being closed."""

ANSWERING = frozenset("return give provide print load output tell answer".split())
"""Verbs that, at the start of a description, say that something is told."""

AUXILIARIES = frozenset("is has can are does what which who how use".split())
"""Words that ask in a name (`is_prime`), and say nothing at the start of a description."""

TELLING = frozenset({"log", "record", "track"})
"""Verbs that, at the start of a description, say that something is noted down."""

STARTING = frozenset("start trigger launch send dispatch notify enqueue queue kick initiate spawn begin".split())
"""Verbs that, at the start of a description, say that more happens than reading, whatever the name says."""

FILLERS = frozenset(
    """
    a an the this that these tool tools function method endpoint operation action command api mcp helper utility
    use used using to it will would can could may should must allows allow lets let enables enable helps help you
    your user users agent agents assistant for when whenever if need needs want wants asks ask by please beta
    alpha deprecated experimental legacy new warning note important permanently irreversibly safely quickly bulk
    batch batches optionally also then and or in on of with from which who is be able only just simply directly
    automatically immediately always first next
    """.split()
)
"""Words before the verb of a description: "Use this tool to delete", "(Beta) Update"."""

DETERMINERS = frozenset(
    """
    a an the this that these those it them its their your my one all any each every new multiple several some many
    specified specific given existing to on as into
    """.split()
)
"""Words after a verb: they tell "Posts a message" from "Posts of a user"."""

WRITER_ARGUMENTS = frozenset(
    """
    dryrun overwrite confirm confirmed confirmation force forcedelete idempotencykey outputpath outputfile outfile
    outputdir outputdirectory savepath saveto savedir destination recipient recipients commitmessage
    consumername consumergroup consumerid visibilitytimeout
    """.split()
)
"""Arguments that only a tool that changes something has."""

STATEMENTS = frozenset(
    """
    sql sqlquery statement statements cypher cypherquery code script cmd shell javascript js python pythoncode
    command commandline mutation graphql program
    """.split()
)
"""Arguments whose text is carried out."""

ACTION_ARGUMENTS = frozenset(
    {"action", "operation", "command", "method", "op", "subcommand", "actiontype", "operationtype", "verb"}
)
"""Arguments that choose what a tool does."""
