"""What clients take of a server's definitions: names, descriptions, schemas."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Construct(StrEnum):
    """What is valid in a schema, and refused by some clients or by the model APIs behind them."""

    ROOT_COMBINATOR = "root-combinator"  # anyOf, oneOf or allOf beside the root's properties
    ARRAY_WITHOUT_ITEMS = "array-without-items"
    TUPLE_ITEMS = "tuple-items"  # `items` as a list, as in draft-07 and before
    PREFIX_ITEMS = "prefix-items"  # a tuple as 2020-12 writes it
    TYPE_ARRAY = "type-array"  # several types in one list
    NULLABLE_TYPE = "nullable-type"  # one type and null in a list
    EXTERNAL_REF = "external-ref"  # a $ref out of the schema
    PROPERTY_NAME = "property-name"  # characters, or a length, of an argument's name


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionLimits:
    """What one client takes of definitions, as far as that is known; patterns hold for the whole name."""

    client: str
    checked: str
    """The day on which the sources were looked at."""
    name_pattern: str | None = None
    name_chars: int | None = None
    """The longest name, with the prefix."""
    name_prefix: str = ""
    """What the client puts before a tool's name; {server} stands for the server's."""
    names_source: str = ""
    property_pattern: str | None = None
    """Names of arguments; others are `PROPERTY_NAME`."""
    description_chars: int | None = None
    """The longest description or instructions; what stands behind is cut without a word."""
    refuses: Mapping[Construct, str] = field(default_factory=dict)
    """Construct -> where that is known from."""
