"""What a server lists + settings -> the plan of its audit."""

from tool_audit.clients import lines_for, load_client
from tool_audit.model import ServerSpec, ToolSpec
from tool_audit.plan import Plan
from tool_audit.plan.gate import decide
from tool_audit.settings import Settings
from tool_audit.surroundings import surroundings_of


def plan_of(tools: tuple[ToolSpec, ...], spec: ServerSpec, settings: Settings) -> Plan:
    """Return all that the probes of a server are made from, but what its replies say."""
    probing, policy = settings.probing, settings.policy
    profile = load_client(policy.client[0], policy.clients)
    pinned = {tool.name: probing.arguments_for(tool.name) for tool in tools}
    return Plan(
        tools={tool.name: tool for tool in tools},
        decisions=decide(tools, probing),
        lines={tool.name: lines_for(profile, tool, policy.overrides) for tool in tools},
        pinned={name: arguments for name, arguments in pinned.items() if arguments},
        experiments=probing.experiments,
        writes=probing.allow_writes,
        max_calls=probing.max_calls,
        surroundings=surroundings_of(spec),
    )
