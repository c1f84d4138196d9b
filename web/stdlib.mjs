// Compile the standard library of Python for browsers, so that no browser has to do it at each start:
//
//     node stdlib.mjs FILE
//
// writes the archive that the npm package has, compiled, without what no table can need. Python compiles it itself.

import { writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const LEFT_OUT = {
  debugging: "bdb cProfile doctest pdb profile pstats pyclbr pydoc symtable tabnanny timeit trace unittest",
  terminals: "_pyrepl antigravity cmd getpass pty rlcompleter this tty",
  network: "ftplib http imaplib mailbox netrc poplib smtplib socketserver webbrowser wsgiref xmlrpc",
  formats: "colorsys configparser email html mimetypes pickletools plistlib quopri sqlite3 wave xml zoneinfo",
  packaging: "compileall modulefinder py_compile tarfile zipapp",
  system: "_pyio ctypes fileinput filecmp getopt gettext multiprocessing nturl2path optparse sched shelve",
};
const ENCODINGS = "__init__ aliases ascii charmap cp437 idna latin_1 raw_unicode_escape unicode_escape utf_8 utf_8_sig";

const COMPILE = `
import io, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from sys import path

LIBRARY = next(place for place in path if place.endswith(".zip"))
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files are the same archive, whenever it is made


def is_needed(name):
    top, *rest = name.removesuffix(".py").split("/")
    return not name.endswith("/") and top not in left_out and (top != "encodings" or rest[0] in encodings)


def compiled(name, source):
    code = compile(source, f"{LIBRARY}/{name}", "exec", dont_inherit=True)
    return _code_to_hash_pyc(code, bytes(8), False)  # nobody compares it with its source


archive = io.BytesIO()
with zipfile.ZipFile(LIBRARY) as sources, zipfile.ZipFile(archive, "w") as files:
    for name in filter(is_needed, sorted(sources.namelist())):
        content, is_source = sources.read(name), name.endswith(".py")
        info = zipfile.ZipInfo(name + "c" if is_source else name, EPOCH)
        info.compress_type = zipfile.ZIP_DEFLATED
        files.writestr(info, compiled(name, content) if is_source else content, compresslevel=9)
archive.getvalue()
`;

const python = await loadPyodide();
python.globals.set("left_out", python.toPy(Object.values(LEFT_OUT).join(" ").split(" ")));
python.globals.set("encodings", python.toPy(ENCODINGS.split(" ")));
await writeFile(process.argv[2], python.runPython(COMPILE).toJs());
