"""Does scripts/check_layers notice what it is there for? Plants one include at a time."""

import contextlib
import io
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

sys.dont_write_bytecode = True
SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_layers"
LOADER = SourceFileLoader("check_layers", str(SCRIPT))  # by hand: it has no .py in its name
check_layers = module_from_spec(spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(check_layers)


def run_checker(root):
    """Returns (exit status, output)."""
    with contextlib.redirect_stdout(io.StringIO()) as output:
        status = check_layers.main([root])
    return status, output.getvalue()


def check(path, include):
    """Runs the checker on a small tree with that include in it."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in {"src/base/error.cpp": "#include <string>\n",
                           path: f"// why it exists\n{include}\n"}.items():
            file = Path(root, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return run_checker(root)


class CheckLayers(unittest.TestCase):
    def assert_breach(self, path, include, rule):
        status, output = check(path, include)
        self.assertEqual(status, 1, output)
        self.assertIn(f"{path}:2: ", output)
        self.assertIn(rule, output)

    def assert_allowed(self, path, include):
        self.assertEqual(check(path, include), (0, ""))

    def test_a_component_may_include_itself_lower_layers_and_public_headers(self):
        self.assert_allowed("src/store/a.cpp", '#include "store/schema.h"')
        self.assert_allowed("src/store/a.cpp", '#include "sqlite/statement.h"')
        self.assert_allowed("src/store/a.cpp", '#include "gaia/memory/types.h"')

    def test_a_component_may_not_include_what_is_above_it(self):
        self.assert_breach("src/store/a.cpp", '#include "memory/session.h"', "which is above it")
        self.assert_breach("src/text/a.h", '#include "runtime/log_capture.h"', "which is above it")

    def test_a_component_may_not_include_what_is_beside_it(self):
        self.assert_breach("src/vector/a.h", '#include "sqlite/statement.h"', "which is beside it")

    def test_an_include_with_spaces_is_seen(self):
        self.assert_breach("src/text/a.h", '  #  include "store/schema.h"', "which is above it")

    def test_doors_reach_the_engine_through_public_headers_only(self):
        self.assert_breach("apps/cli/a.cpp", '#include "store/schema.h"', "public headers")
        self.assert_breach("src/wire/a.cpp", '#include "base/uuid.h"', "public headers")
        self.assert_allowed("apps/cli/a.cpp", '#include "wire/json.h"')

    def test_third_party_headers_belong_to_one_component(self):
        self.assert_allowed("src/sqlite/a.cpp", "#include <sqlite3.h>")
        self.assert_breach("src/store/a.cpp", "#include <sqlite3.h>", "does not own")
        self.assert_breach("src/models/a.cpp", "#include <llama.h>", "does not own")
        self.assert_breach("src/store/a.cpp", "#include <unistd.h>", "does not own")
        self.assert_breach("src/platform/a.cpp", "#include <sqlite3.h>", "does not own")
        self.assert_allowed("src/platform/a.cpp", "#include <sys/stat.h>")

    def test_json_stays_in_source_files(self):
        self.assert_allowed("src/wire/a.cpp", "#include <nlohmann/json.hpp>")
        self.assert_allowed("src/wire/a.h", "#include <nlohmann/json_fwd.hpp>")
        self.assert_breach("src/wire/a.h", "#include <nlohmann/json.hpp>", "only a .cpp file")
        self.assert_breach("src/text/a.cpp", "#include <nlohmann/json.hpp>", "does not own")

    def test_public_headers_use_standard_and_public_headers_only(self):
        self.assert_allowed("include/gaia/memory/a.h", "#include <span>")
        self.assert_breach("include/gaia/memory/a.h", "#include <sqlite3.h>", "public header")
        self.assert_breach("include/gaia/memory/a.h", '#include "base/uuid.h"', "public header")

    def test_an_unknown_component_is_refused(self):
        self.assert_breach("src/store/a.cpp", '#include "utils/strings.h"', "not a component")
        status, output = check("src/utils/a.cpp", "#include <string>")
        self.assertEqual(status, 1)
        self.assertIn("utils is not a component", output)

    def test_a_folder_without_sources_does_not_pass(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertEqual(run_checker(root)[0], 1)


if __name__ == "__main__":
    unittest.main()
