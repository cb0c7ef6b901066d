"""The same rows written in every form that a server may choose, and how a reply is read."""

import csv
import io
import json
from collections.abc import Callable

from hypothesis import strategies as st

from tool_audit.measure.items import find_items
from tool_audit.measure.payload import payload
from tool_audit.measure.signs import find_signs
from tool_audit.model import ABSENT, Items, Json, Replied, Signs

Rows = list[dict[str, Json]]

_WORD = st.text(alphabet="abcdefgh가나다라", min_size=1, max_size=12)
_ROW = st.fixed_dictionaries(
    {"title": _WORD, "state": st.sampled_from(["open", "closed"]), "size": st.integers(0, 9999)}
)
ROWS = st.lists(_ROW, min_size=2, max_size=30).map(
    lambda rows: [{"id": f"item-{index}", **row} for index, row in enumerate(rows)]
)


def read(*texts: str, structured: Json = ABSENT) -> tuple[Signs, Items | None]:
    """Return the signs and the list in a reply of these text blocks."""
    result: dict[str, Json] = {"content": [{"type": "text", "text": text} for text in texts]}
    if structured is not ABSENT:
        result["structuredContent"] = structured
    parts = payload(Replied(result=result))
    assert parts is not None
    items = find_items(parts.document, parts.text, parts.blocks)
    return find_signs(parts.document, parts.text, items, parts.structured, parts.blocks), items


def as_table(rows: Rows) -> str:
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    return "\n".join([*lines, *("| " + " | ".join(str(row[name]) for name in names) + " |" for row in rows)])


def as_grid(rows: Rows) -> str:
    rule = "+" + "-----+" * len(rows[0])
    header, _, *body = as_table(rows).split("\n")
    return "\n".join([rule, header, rule.replace("-", "="), *(part for line in body for part in (line, rule))])


def as_csv(rows: Rows) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_numbers(rows: Rows) -> str:
    return "\n\n".join(
        f"{n}. {row['title']}\n   Id: {row['id']}\n   State: {row['state']}" for n, row in enumerate(rows, 1)
    )


def as_sections(rows: Rows) -> str:
    return "# All\n\n" + "\n\n".join(
        f"## {row['title']}\n\n- **Id**: {row['id']}\n- **State**: {row['state']}" for row in rows
    )


def as_records(rows: Rows) -> str:
    return "Found these:\n\n" + "\n\n".join(
        "\n".join(f"{key.title()}: {value}" for key, value in row.items()) for row in rows
    )


def as_xml(rows: Rows) -> str:
    inner = "\n".join(f'<item id="{row["id"]}"><title>{row["title"]}</title></item>' for row in rows)
    return f"<results><list>{inner}</list></results>"


def as_yaml(rows: Rows, indent: str = "") -> str:
    return "\n".join(
        f"{indent}- id: {row['id']}\n{indent}  title: '{row['title']}'\n{indent}  tags:\n{indent}  - a\n{indent}  - b"
        for row in rows
    )


FORMS: dict[str, Callable[[Rows], list[str]]] = {
    "json": lambda rows: [json.dumps(rows)],
    "indented": lambda rows: [json.dumps(rows, indent=2)],
    "wrapped": lambda rows: [json.dumps({"records": rows})],
    "wrapped twice": lambda rows: [json.dumps({"ok": True, "data": {"items": rows}})],
    "keyed by id": lambda rows: [json.dumps({"all": {row["id"]: row for row in rows}})],
    "grouped": lambda rows: [json.dumps({"a.py": rows[:1], "b.py": rows[1:]})],
    "edges": lambda rows: [json.dumps({"edges": [{"cursor": "c", "node": row} for row in rows]})],
    "a string in JSON": lambda rows: [json.dumps({"result": json.dumps(rows)})],
    "below a label": lambda rows: ["Here they are:\n" + json.dumps(rows)],
    "fenced": lambda rows: ["```json\n" + json.dumps(rows, indent=1) + "\n```"],
    "blocks": lambda rows: [json.dumps(row) for row in rows],
    "a label and a block": lambda rows: ["Results follow.", json.dumps(rows)],
    "JSON lines": lambda rows: ["\n".join(json.dumps(row) for row in rows)],
    "table": lambda rows: [as_table(rows)],
    "grid": lambda rows: [as_grid(rows)],
    "csv": lambda rows: [as_csv(rows)],
    "numbers": lambda rows: [as_numbers(rows)],
    "sections": lambda rows: [as_sections(rows)],
    "records": lambda rows: [as_records(rows)],
    "xml": lambda rows: [as_xml(rows)],
    "yaml": lambda rows: [as_yaml(rows)],
    "yaml under a key": lambda rows: ["items:\n" + as_yaml(rows, "  ")],
    "yaml fenced": lambda rows: ["```yaml\nitems:\n" + as_yaml(rows) + "\n```"],
    "yaml keyed by id": lambda rows: [
        "all:\n" + "\n".join(f"  {row['id']}:\n    title: '{row['title']}'\n    state: x" for row in rows)
    ],
    "blank lines": lambda rows: ["\n\n".join(f"{row['title']}\nhttps://a.example/{row['id']}" for row in rows)],
    "bullets": lambda rows: ["Found:\n" + "\n".join(f"- {row['title']} ({row['id']})" for row in rows)],
    "paths": lambda rows: ["\n".join(f"src/{row['id']}.py" for row in rows)],
    "tags": lambda rows: ["\n".join(f"[FILE] {row['title']} {row['id']}" for row in rows)],
}

WITHOUT_ID = {"bullets", "paths", "tags", "blank lines"}
"""Forms in which no id is named as such: the content tells the items apart."""
