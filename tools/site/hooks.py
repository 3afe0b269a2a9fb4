"""What makes a site of pages that are written to be read in the tree.

- README.md and CONTRIBUTING.md, which lie above docs/, become pages of it.
- A file of the tree that a page links to becomes a page that shows it.
- A link to a folder of the tree becomes its name.
- A notebook becomes a page that shows it with its outputs, and can be downloaded.
"""

import base64
import html
import pathlib
import posixpath
import re
from collections.abc import Iterator
from typing import Any

import nbformat
from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# Pages of the site, and the files of the tree that they are.
ABOVE = {"index.md": "README.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
LINK = re.compile(r"\[([^\]\[]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
NOTEBOOK = ".ipynb"
LANGUAGES = {".py": "python", ".c": "c", ".h": "c", ".cpp": "cpp", ".sh": "sh"}


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages that are not in docs/."""
    for page, path in ABOVE.items():
        files.append(File.generated(config, page, content=(ROOT / path).read_text()))
    for file in [file for file in files if file.src_uri.endswith(NOTEBOOK)]:
        page, text = page_of_notebook(file.src_uri), show_notebook(DOCS / file.src_uri)
        files.append(File.generated(config, page, content=text))
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
            if target.endswith(NOTEBOOK) and page_of_notebook(target) != place:
                target = page_of_notebook(target)
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
    return f"# {source}\n{fenced(language, text)}"


def fenced(language: str, text: str) -> str:
    """A block of code."""
    fence = "`" * max(4, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}\n"


def page_of_notebook(source: str) -> str:
    """The page that shows a notebook."""
    return source.removesuffix(NOTEBOOK) + ".md"


def show_notebook(path: pathlib.Path) -> str:
    """A page with the cells of a notebook, and what they have printed."""
    title, *cells = nbformat.read(path, as_version=4).cells
    heading, _, rest = title.source.partition("\n")
    note = f"*A notebook, with what it printed when it was last run: [{path.name}]"
    parts = [heading, f"{note}({path.name}).*", rest]
    for cell in cells:
        if cell.cell_type == "code":
            parts.append(fenced("python", cell.source))
            parts.extend(
                part for output in cell.outputs for part in show_output(output)
            )
        else:
            parts.append(cell.source)
    return "\n\n".join(parts)


def show_output(output: Any) -> Iterator[str]:
    """What a cell has printed or drawn."""
    data = output.get("data", {})
    text = output.get("text") or data.get("text/plain")
    if "image/svg+xml" in data:
        image = base64.b64encode(data["image/svg+xml"].encode()).decode()
        yield f'<img alt="" src="data:image/svg+xml;base64,{image}">'
    elif "image/png" in data:
        yield f'<img alt="" src="data:image/png;base64,{data["image/png"].strip()}">'
    elif text:
        yield f'<pre style="overflow-x: auto">{html.escape(text.rstrip())}</pre>'
