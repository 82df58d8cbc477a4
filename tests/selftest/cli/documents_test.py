"""S1 and D12: every command that the README and docs show is one that the command takes, and every link leads somewhere."""
import pathlib
import re
import shlex
import unittest

from harness import CommandTest

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown_commands(text):
    """Lines of fenced blocks and `inline code` that begin with one of our commands, continued lines joined."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.M | re.S)
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    lines += [re.sub(r"\s+", " ", code) for code in re.findall(r"`([^`]+)`", prose)]
    return [line for line in lines if re.match(r"(scripts/[a-z-]+|kernodeck(-diagnostic)?)( [^.,]|$)", line)]


class DocumentsTest(CommandTest):
    def arguments_of(self, line):
        words = shlex.split(line, comments=True)
        if words[0] == "scripts/diagnose":
            words = ["kernodeck", "diagnose", *(word for word in words[1:] if word != "--no-fetch")]
        if words == ["kernodeck", "run"]:  # its name; alone it lacks the tests
            return ["run", "--help"]
        words = ["./tests" if word.startswith("./") else word for word in words]
        # Placeholders stand for values; what they may be is said beside them.
        values = {"DIR": "torch", "FILE": "new file", "EXE": "python3", "CODE": "TIMEOUT", "KEY=VALUE": "a=b",
                  "CAUSE": "not_found", "NUMBER": "802", "SECONDS": "30", "N": "1", "PID": "1"}
        return [values.get(word, word) for word in words[1:]]

    def test_shown_commands_are_taken(self):
        self.add_standin_tests()
        seen = 0
        for document in DOCUMENTS:
            for line in shown_commands(document.read_text()):
                program = line.split()[0]
                if program.startswith("scripts/") and program != "scripts/diagnose":
                    self.assertTrue((ROOT / program).is_file(), f"{document.name}: {line}")
                    continue
                arguments = self.arguments_of(line)
                if not arguments or "..." in line:
                    continue
                with self.subTest(document=document.name, line=line):
                    result = self.run_command(*arguments)
                    self.assertNotEqual(result.returncode, 2, result.stderr.decode())
                    seen += 1
        self.assertGreater(seen, 10)

    def test_links_lead_somewhere(self):
        for document in [*DOCUMENTS, ROOT / "docs" / "evidence" / "README.md"]:
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
                self.assertTrue((document.parent / link).exists(), f"{document.name}: {link}")

    def test_no_figure_is_left_out(self):
        for document in DOCUMENTS:
            self.assertNotRegex(document.read_text(), r"@[A-Z_]+@", document.name)

    def test_the_first_page_is_short(self):
        self.assertLess(len((ROOT / "README.md").read_text().splitlines()), 150)


if __name__ == "__main__":
    unittest.main()
