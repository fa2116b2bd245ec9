"""No file of the repository names a folder of the machine it was written on, or the host of a
package registry: packages are fetched by name, and the checkout works anywhere.

Usage: check_places.py FOLDER
"""

import re
import sys
from pathlib import Path

# Put together here, so that this file does not name them either.
FORBIDDEN = re.compile(
    r"(?<![\w.~-])/(?:" + "work|root" + r")/"
    + r"|registry\." + r"npmjs|pypi\." + r"org|python" + r"hosted")
SKIPPED = {".git", "build", ".cache", "__pycache__"}


def files_of(folder):
    for path in sorted(folder.iterdir()):
        if path.name in SKIPPED:
            continue
        if path.is_dir():
            yield from files_of(path)
        elif path.is_file():
            yield path


def main(root):
    files = list(files_of(root))
    found = [(file.relative_to(root), number, match.group())
             for file in files
             for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1)
             for match in FORBIDDEN.finditer(line)]
    for file, number, place in found:
        print(f"{file}:{number}: names {place}")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
