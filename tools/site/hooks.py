"""What makes a site of pages that are written to be read in the tree.

- README.md and CONTRIBUTING.md, which lie above docs/, become pages of it.
- A file of the tree that a page links to becomes a page that shows it.
- A link to a folder of the tree becomes its name.
"""

import pathlib
import posixpath
import re
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# Pages of the site, and the files of the tree that they are.
ABOVE = {"index.md": "README.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
LINK = re.compile(r"\[([^\]\[]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
LANGUAGES = {".py": "python", ".c": "c", ".h": "c", ".cpp": "cpp", ".sh": "sh"}


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages that are not in docs/."""
    for page, path in ABOVE.items():
        files.append(File.generated(config, page, content=(ROOT / path).read_text()))
    shown: set[str] = set()
    for page in files.documentation_pages():
        text = page.content_string
        shown.update(s for s in linked(page.src_uri, text) if (ROOT / s).is_file())
    for source in sorted(shown):
        files.append(File.generated(config, page_of(source), content=show(source)))
    return files


def on_page_markdown(markdown: str, page: Any, **unused: Any) -> str:
    """Leads links to where the site has what they mean."""
    place = page.file.src_uri

    def lead(match: re.Match[str]) -> str:
        text, path, anchor = match[1], match[2], match[3] or ""
        found = in_tree(place, path)
        if found is None:
            return match[0]
        if found.startswith("docs/"):
            target = found.removeprefix("docs/")
        elif found in ABOVE.values():
            target = next(page for page, path in ABOVE.items() if path == found)
        elif (ROOT / found).is_file():
            target = page_of(found)
        else:
            return text
        start = posixpath.dirname(place) or "."
        return f"[{text}]({posixpath.relpath(target, start)}{anchor})"

    return LINK.sub(lead, markdown)


def linked(page: str, text: str) -> set[str]:
    """Paths in the tree, outside of docs/, that a page links to."""
    paths = {in_tree(page, match[2]) for match in LINK.finditer(text)}
    return {
        path
        for path in paths
        if path and not path.startswith("docs/") and path not in ABOVE.values()
    }


def in_tree(page: str, link: str) -> str | None:
    """The path in the tree that a link of a page leads to; None for addresses."""
    if ":" in link:
        return None
    place = ABOVE.get(page, f"docs/{page}")
    return posixpath.normpath(posixpath.join(posixpath.dirname(place), link))


def page_of(source: str) -> str:
    """The page that shows a file of the tree."""
    return f"source/{source}.md"


def show(source: str) -> str:
    """A page with the text of a file."""
    text = (ROOT / source).read_text()
    language = LANGUAGES.get(pathlib.Path(source).suffix, "text")
    fence = "`" * max(4, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"# {source}\n{fence}{language}\n{text}\n{fence}\n"
