"""Names and values that mean something to Mermaid, to Markdown or to a parser of either."""

HOSTILE_LABELS = (
    *('a"b', '"', '""', "'", "a:b", "a;b", "a`b", "`md`", "```", "~~~", "a,b", "[a]", "a]", "{a}", "{{", "(a", "a)"),
    *("%", "%%", "a%%b", "%%%%%", "%%c", "%%{init: {}}%%", "\\", "a\\", '\\"', "#quot;", "#35;", "&amp;", "<b>x</b>"),
    *("", " ", "\t", "a\nb", "a\rb", "a\x1b[31mb", "\ud800", "\u202e", "\u2028", "\u200b", "\xa0", "e\u0301"),
    *("결제", "👍", "x" * 64, "title", "x-axis", "bar [1]", "end", "---", "accTitle: x", "$$x^2$$", "**b**", "fa:fa-x"),
    *("null", "0", "-1", "1e9", "__proto__", "constructor", "@{", '{"a": [1, "b"]}', "https://host/path?a=b#c"),
)
