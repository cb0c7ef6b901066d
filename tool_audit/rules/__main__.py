"""`python -m tool_audit.rules`: write what `tool-audit rules` lists, index.json, from the rules themselves."""

import json
from pathlib import Path

from tool_audit.rules import catalogue

INDEX = Path(__file__).with_name("index.json")

if __name__ == "__main__":
    lines = [
        json.dumps(
            {
                "id": rule.id,
                "group": rule.group,
                "severity": rule.severity,
                "confidence": rule.confidence,
                "summary": rule.summary,
                "options": dict(rule.option_defaults),
            }
        )
        for rule in catalogue().values()
    ]
    INDEX.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
