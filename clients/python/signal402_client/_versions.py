import re
from urllib.parse import parse_qsl


def version_key_of(resource: str, keys: list[str]) -> str | None:
    """The key of a resource in /api/versions: its path, with the parameter that has versions of its own."""
    path, _, query = resource.partition("?")
    given = set(parse_qsl(query))
    found = [key for key in keys if key.partition("?")[0] == path and set(parse_qsl(key.partition("?")[2])) <= given]
    return max(found, key=len, default=None)


def version_of(etag: str) -> int | None:
    """The version in the ETag of an answer: `W/"17-2c26b46b68ffc68f"`."""
    match = re.match(r'(?:W/)?"(\d+)-', etag)
    return int(match[1]) if match else None
