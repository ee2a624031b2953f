#!/usr/bin/env python3
"""Writes poly/src/sys.rs: declarations of exactly the isl functions that poly/src names.

usage: python3 poly/gen/sys.py [--check]

The headers of the isl that isl-rs built last are run through `cc -E` with the ownership annotations kept as
markers, so `__isl_take`, `__isl_keep` and `__isl_give` become the types `Take`, `Keep` and `Give`: a wrapper that
passes the wrong number of arguments, or forgets who frees one, does not compile.
"""
import glob, os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SRC = os.path.join(ROOT, "poly", "src")
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
SKIP = ("cpp", "typed_cpp", "val_gmp", "hmap", "maybe_templ", "multi.h", "arg.h")
KEYWORDS = {"type", "str", "fn", "in", "ref", "match", "move", "box", "loop", "where", "use", "mod", "self", "final", "priv"}
SCALARS = {"int": "c_int", "unsigned": "c_uint", "unsigned int": "c_uint", "long": "c_long", "unsigned long": "c_ulong",
           "isl_bool": "IslBool", "isl_stat": "IslStat", "isl_size": "IslSize", "void": "c_void", "char": "c_char",
           "enum isl_dim_type": "DimType", "double": "f64", "size_t": "usize", "uint32_t": "u32"}


def headers():
    found = glob.glob(os.path.join(TARGET, "*", "build", "isl-rs-*", "out", "isl", "include"))
    if not found:
        sys.exit("no isl headers under " + TARGET + ": build first (cargo check -p polyvet-poly)")
    return max(found, key=os.path.getmtime)


def declarations():
    include = headers()
    names = [n for n in sorted(os.listdir(os.path.join(include, "isl"))) if n.endswith(".h") and not n.startswith(SKIP)]
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write("".join(f"#include <isl/{n}>\n" for n in names))
        file.flush()
        marks = [f"-D__isl_{k}={k.upper()}__" for k in ("take", "keep", "give", "null")]
        text = subprocess.run(["cc", "-E", "-P", "-I" + include, *marks, file.name], check=True, capture_output=True, text=True).stdout
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", text)
    for _ in range(3):
        text = re.sub(r"\{[^{}]*\}", ";", text)
    found = {}
    for statement in text.split(";"):
        m = re.match(r"^(?:extern )?([\w\s\*]+?[\s\*])(isl_\w+) ?\((.*)\)$", " ".join(statement.split()))
        if m and "typedef" not in m.group(1):
            found[m.group(2)] = (m.group(1).strip(), m.group(3))
    return found


def split(arguments):
    out, depth, current = [], 0, ""
    for ch in arguments:
        depth += (ch == "(") - (ch == ")")
        if ch == "," and depth == 0:
            out.append(current.strip())
            current = ""
        else:
            current += ch
    if current.strip() not in ("", "void"):
        out.append(current.strip())
    return out


opaque = set()


def rust_type(c, result=False):
    """The Rust type of a C type without a name in it."""
    mark = (re.findall(r"\b(TAKE|KEEP|GIVE|NULL)__", c) or [""])[0]
    c = re.sub(r"\b(TAKE|KEEP|GIVE|NULL)__", "", c)
    const = "const" in c.split() or "const " in c
    c = " ".join(re.sub(r"\b(const|struct)\b", "", c).replace("*", " * ").split())
    stars = c.count("*")
    base = c.replace("*", "").strip()
    if base == "void" and stars == 0:
        return "()"
    if base == "char" and stars == 1:
        if result:
            return "GiveStr" if mark == "GIVE" else "LendStr"
        return "*const c_char" if const else "*mut c_char"
    if base in SCALARS:
        name = SCALARS[base]
    elif base.startswith("enum "):
        name = "c_int"
    elif base.startswith("isl_"):
        name = base
        opaque.add(base)
    else:
        raise SystemExit("unknown C type " + c)
    if stars == 0:
        return name
    if stars == 1 and mark in ("TAKE", "KEEP"):
        return f"{mark.capitalize()}<{name}>"
    if stars == 1 and mark in ("GIVE", "NULL") and result:
        return f"Give<{name}>"
    return "*mut " * stars + name


def parameter(c, i):
    m = re.match(r"^(.*?)\(\s*\*\s*(\w*)\s*\)\s*\((.*)\)$", c)
    if m:
        inner = ", ".join(parameter(x, j)[1] for j, x in enumerate(split(m.group(3))))
        result = rust_type(m.group(1), True)
        return m.group(2) + "_" * (m.group(2) in KEYWORDS), f"unsafe extern \"C\" fn({inner}){'' if result == '()' else ' -> ' + result}"
    m = re.match(r"^(.*[\s\*])(\w+)$", c)
    if m and m.group(2) not in SCALARS and not m.group(2).startswith("isl_"):
        name = m.group(2) + "_" if m.group(2) in KEYWORDS else m.group(2)
        return name.lower(), rust_type(m.group(1))
    return f"a{i}", rust_type(c)


def main():
    wanted = set()
    for path in glob.glob(os.path.join(SRC, "*.rs")):
        if os.path.basename(path) != "sys.rs":
            code = "\n".join(line.split("//")[0] for line in open(path).read().splitlines())
            wanted |= set(re.findall(r"\bisl_\w+", code))
    known = declarations()
    lines = []
    for name in sorted(wanted & known.keys()):
        result, arguments = known[name]
        if name == "isl_id_copy":
            arguments = "KEEP__ " + arguments  # the one whose annotation is missing
        if result == "int" and "_is_" in name:
            result = "isl_bool"  # predicates older than `isl_bool`: -1, 0 or 1
        result = rust_type(result, True)
        parameters = ", ".join(f"{n}: {t}" for n, t in (parameter(x, i) for i, x in enumerate(split(arguments))))
        lines.append(f"    pub fn {name}({parameters}){'' if result == '()' else ' -> ' + result};")
    text = open(os.path.join(ROOT, "poly", "gen", "head.rs")).read()
    text += "opaque! {\n" + "".join(f"    {n}\n" for n in sorted(opaque)) + "}\n\n"
    text += 'unsafe extern "C" {\n' + "\n".join(lines) + "\n}\n"
    text = subprocess.run(["rustfmt", "--edition", "2024"], input=text, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    target = os.path.join(SRC, "sys.rs")
    if "--check" in sys.argv:
        if open(target).read() != text:
            sys.exit("poly/src/sys.rs differs from isl's headers: run python3 poly/gen/sys.py")
    else:
        open(target, "w").write(text)
    print(len(lines), "declarations agree with", headers())


main()
