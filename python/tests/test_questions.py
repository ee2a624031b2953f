"""Questions and their answers."""

import pathlib
import pickle
import shutil
import subprocess
import sys
import threading

import polyvet
from run import Skip, needs

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
STENCIL = EXAMPLES / "stencil.mlir"
MATMUL = EXAMPLES / "matmul.mlir"


def raises(kind, question):
    try:
        answer = question()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}, but {answer!r}")


def matmul_model(**more):
    return polyvet.Kernel(
        domain="[n] -> { S[i, j, k] : 0 <= i, j, k < n }",
        reads="[n] -> { S[i, j, k] -> C[i, j]; S[i, j, k] -> A[i, k]; S[i, j, k] -> B[k, j] }",
        writes="[n] -> { S[i, j, k] -> C[i, j] }",
        schedule="[n] -> { S[i, j, k] -> [i, j, k] }",
        **more,
    )


def test_first_example_of_the_readme():
    verdict = polyvet.parse(STENCIL)["stencil"].check("tile(t=4, i=4)")
    assert (verdict.status, verdict.witness.params) == ("refuted", {"n": 6, "steps": 2})
    assert verdict.holds_when == "n <= 5 or steps <= 1"
    assert verdict.witness.replay.confirmed is True
    command = pathlib.Path(sys.executable).with_name("polyvet")
    args = [command, "check", "examples/stencil.mlir", "--transform", "tile(t=4, i=4)"]
    shell = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    assert shell.returncode == 1, shell
    readme = (ROOT / "README.md").read_text()
    assert shell.stdout.strip() in readme, shell.stdout
    assert str(verdict).replace(str(STENCIL), "examples/stencil.mlir").strip() == shell.stdout.strip()


def test_a_verdict_is_no_bool():
    verdict = polyvet.parse(MATMUL)["matmul"].check("reverse(k)")
    assert (verdict.status, verdict.strength, verdict.ok) == ("proved", "reassociated", False)
    raises(TypeError, lambda: bool(verdict))
    error = raises(polyvet.NotProved, verdict.raise_for_status)
    assert error.verdict is verdict and "reassoc" in str(error)
    assert verdict.raise_for_status(allow="reassoc") is verdict
    raises(ValueError, lambda: verdict.raise_for_status(allow="everything"))


def test_programs_come_in_many_forms():
    text = STENCIL.read_text()
    printed = type("Module", (), {"__str__": lambda self: text})()
    lowered = type("Lowered", (), {"as_text": lambda self: text})()
    for form in (text, text.encode(), str(STENCIL), STENCIL, printed, lowered):
        program = polyvet.parse(form)
        assert list(program) == ["stencil"] and "@stencil" in program
    raises(TypeError, lambda: polyvet.parse(None))
    raises(polyvet.ProgramError, lambda: polyvet.parse(b"\xff{"))


def test_errors_have_places():
    program = polyvet.parse(STENCIL)
    error = raises(polyvet.ProgramError, lambda: polyvet.parse("func.func @f( {\n"))
    assert (error.line, error.code, error.file) == (1, "syntax", "<text>") and "^" in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    error = raises(polyvet.ScriptError, lambda: program["stencil"].check("tile(q=4)"))
    assert error.code == "unknown-loop" and error.messages[0].help == "loops: `t`, `i`"
    assert raises(KeyError, lambda: program["nope"]).code == "no-function"
    raises(polyvet.GivenError, lambda: program["stencil"].check("reverse(i)", assume="n >= "))
    raises(polyvet.ScriptError, lambda: program["stencil"].footprint(tile={"q": 8}))
    raises(polyvet.ProgramError, lambda: polyvet.parse("no/such.mlir"))
    raises(polyvet.ProgramError, lambda: polyvet.Kernel(domain="{ S[i] }", schedule="{ S[i] -> [i"))
    raises(polyvet.PolyvetError, lambda: polyvet.validate_pass(program, ["false"]))
    raises(polyvet.PolyvetError, lambda: polyvet.validate_pass(program, []))


def test_deep_input_does_not_end_the_process():
    deep = "func.func @f() {\n" + "scf.execute_region {\n" * 100_000
    raises(polyvet.ProgramError, lambda: polyvet.parse(deep))
    found = []
    thread = threading.Thread(target=lambda: found.append(raises(polyvet.ProgramError, lambda: polyvet.parse(deep))))
    thread.start()
    thread.join()
    assert len(found) == 1


def test_validate_compares_functions():
    verdicts = polyvet.validate(STENCIL, EXAMPLES / "stencil-tiled.mlir")
    assert verdicts.status == "refuted" and verdicts["stencil"].witness.params
    raises(polyvet.NotProved, verdicts.raise_for_status)
    same = polyvet.validate(STENCIL, STENCIL)
    assert same.raise_for_status() is same and same.strength == "bitwise"
    text = MATMUL.read_text()
    reversed_k = polyvet.transform(MATMUL, "reverse(k)").raise_for_status("reassoc").text
    verdicts = polyvet.validate(text, reversed_k, assume=["n >= 1"], allow="reassoc").raise_for_status()
    assert verdicts.strength == "reassociated"


def test_a_pass_is_validated():
    tool = shutil.which("mlir-opt") or shutil.which("mlir-opt-22")
    if tool is None:
        raise Skip("mlir-opt is not installed")
    assert polyvet.validate_pass(STENCIL, [tool, "--affine-loop-tile=tile-size=3"]).status == "refuted"
    assert polyvet.validate_pass(MATMUL, f"{tool} --canonicalize").status == "proved"


def test_reductions_of_models():
    reverse = "{ S[i, j, k] -> [i, j, -k] }"
    assert matmul_model().check(schedule=reverse).status == "refuted"
    verdict = matmul_model(reductions={"S": "add"}).check(schedule=reverse, allow="reassoc")
    assert verdict.strength == "reassociated" and verdict.ok
    error = raises(polyvet.ProgramError, lambda: matmul_model(reductions={"S": "plus"}))
    assert "`add`" in str(error)
    raises(polyvet.ProgramError, lambda: matmul_model(reductions={"T": "add"}))


def test_many_schedules_come_in_order():
    kernel = matmul_model(reductions={"S": "add"})
    # An endless source of schedules is read as far as needed.
    def endless():
        number = 0
        while True:
            sign = "-" if number % 3 == 0 else ""
            yield f"s{number}", f"{{ S[i, j, k] -> [i, j, {sign}k + {number}] }}"
            number += 1

    found = []
    for verdict in kernel.check_many(endless(), threads=3):
        found.append((verdict.subject, verdict.strength))
        if len(found) == 60:
            break
    wanted = ["reassociated" if number % 3 == 0 else "bitwise" for number in range(60)]
    assert found == [(f"s{number}", strength) for number, strength in enumerate(wanted)]


def test_a_bad_schedule_is_an_error_in_its_place():
    verdicts = matmul_model().check_many(["{ S[i, j, k] -> [i, j, k] }", "{ S[i", "{ S[i, j, k] -> [j, i, k] }"])
    assert next(verdicts).status == "proved"
    assert "`1`" in str(raises(polyvet.ScriptError, lambda: next(verdicts)))
    assert [verdict.status for verdict in verdicts] == ["proved"]
    def broken():
        yield "{ S[i, j, k] -> [i, j, k] }"
        raise LookupError("from the source")
    raises(LookupError, lambda: list(matmul_model().check_many(broken())))


def test_relations_as_islpy():
    isl = needs("islpy")
    relations = polyvet.parse(MATMUL)["matmul"].relations
    assert list(relations) == ["S0"]
    statement = relations["S0"].to_islpy()
    image = statement.writes.intersect_domain(isl.UnionSet("[n, m, p] -> { S0[0, 0, k] }")).range()
    assert image.is_equal(isl.UnionSet("[n, m, p] -> { C[0, 0] : n > 0 and m > 0 and p > 0 }"))
    assert polyvet.parse(STENCIL)["stencil"].dependences().to_islpy().deltas().is_subset(isl.UnionSet("{ S0[t, i] : t >= 0 }"))


def test_kernels_of_islpy():
    isl = needs("islpy")
    kernel = polyvet.Kernel(
        domain=isl.Set("[n] -> { S[i] : 0 <= i < n }"),
        reads=[isl.Map("{ S[i] -> A[i] }"), isl.Map("{ S[i] -> A[i + 1] }")],
        writes=isl.Map("{ S[i] -> A[i] }"),
        schedule=isl.UnionMap("{ S[i] -> [i] }"),
    )
    orders = [isl.UnionMap("{ S[i] -> [i] }"), isl.UnionMap("{ S[i] -> [-i] }")]
    assert [verdict.status for verdict in kernel.check_many(orders)] == ["proved", "refuted"]


def test_footprints_are_formulas_and_numbers():
    footprint = polyvet.parse(MATMUL)["matmul"].footprint(tile={"i": 32, "j": 32, "k": 8})
    assert footprint.operands[0].any.elems.value is None
    small = footprint.evaluate(n=16, m=16, p=16, B_0=16, C_0=16, C_1=16)
    assert {one.array: one.full.elems.value for one in small.operands} != {}
    assert "min(32, n - 32*ti)" in str(footprint)


def test_notebooks_have_something_to_show():
    function = polyvet.parse(STENCIL)["stencil"]
    for shown in (function, function.check("reverse(i)"), function.relations["S0"], function.footprint(tile="i=8")):
        assert "<" in shown._repr_html_()
    assert "svg" in function.report()


def test_json_is_that_of_the_command_line():
    import json

    verdict = polyvet.parse(STENCIL)["stencil"].check("reverse(i)")
    command = pathlib.Path(sys.executable).with_name("polyvet")
    args = [command, "check", str(STENCIL), "--transform", "reverse(i)", "--format", "json"]
    shell = json.loads(subprocess.run(args, capture_output=True, text=True).stdout)
    assert json.loads(verdict.to_json()) == shell["results"][0]


def test_threads_ask_at_the_same_time():
    function = polyvet.parse(MATMUL)["matmul"]
    found = []
    ask = lambda: found.append(function.check("tile(i=8, j=8)").status)
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["proved"] * 8


def test_runs_on_arrays_of_numpy():
    numpy = needs("numpy")
    left, right = numpy.arange(6, dtype="f4").reshape(2, 3), numpy.ones((3, 4), dtype="f4")
    start = numpy.zeros((2, 4), dtype="f4")
    run = polyvet.parse(MATMUL)["matmul"].run(A=left, B=right, C=start)
    assert numpy.array_equal(run["C"], left @ right) and not start.any()
    # It lies in the memory that the run left, and outlives the run.
    kept = run["C"]
    assert not kept.flags.owndata and kept.flags.writeable and kept.flags.aligned
    del run
    kept += 1
    assert numpy.array_equal(kept, left @ right + 1)
    # A transposed view is given as it is, also in another order of bytes; an array may be empty.
    again = polyvet.parse(MATMUL)["matmul"].run(A=left.T.copy().T, B=right.astype(">f4"), C=start)
    assert numpy.array_equal(again["C"], left @ right)
    empty = polyvet.parse(MATMUL)["matmul"].run(A=left[:0], B=right, C=start[:0])
    assert empty["C"].shape == (0, 4) and list(empty) == ["A", "B", "C"]
    error = raises(polyvet.PolyvetError, lambda: polyvet.parse(MATMUL)["matmul"].run(A=left, B=right[:2], C=start))
    assert "error[" in str(error), str(error)
    raises(polyvet.PolyvetError, lambda: polyvet.parse(MATMUL)["matmul"].run(Z=left))
    matmul = polyvet.parse(MATMUL)["matmul"]
    error = raises(polyvet.PolyvetError, lambda: matmul.run(A=left.astype("f8"), B=right, C=start))
    assert "the array has elements of type" in str(error), str(error)
    records, masked = numpy.zeros((2, 3), dtype=[("x", "f4")]), numpy.ma.masked_array(left, mask=left > 0)
    for wrong in (numpy.array([object()]), "a.npy", records, masked):
        raises(TypeError, lambda: matmul.run(A=wrong, B=right, C=start))


def test_einstein_notation():
    program = polyvet.from_einsum("ij,jk->ik", (8, 6), (6, 4))
    function = program["einsum"]
    assert function.check("tile(d0=4, d1=2)").status == "proved"
    assert function.check("reverse(d2)").strength == "reassociated"
    open_ = polyvet.from_einsum("bij,bjk", (None, 3, None), (None, None, 5), dtype="int32", name="batched")
    assert "tensor<3x5xi32>" in open_.text and open_.functions == ["batched"], open_.text
    assert polyvet.validate(program, polyvet.from_einsum("xy,yz->xz", (8, 6), (6, 4))).status == "proved"
    swapped = polyvet.validate(program, polyvet.from_einsum("ji,jk->ik", (6, 8), (6, 4)))
    assert swapped.status != "proved", swapped
    wrong = [
        ("ij,jk->ik", [(8, 6)]),
        ("ij->ij", [(8,)]),
        ("ij,jk->ik", [(8, 6), (5, 4)]),
        ("i->ij", [(8,)]),
        ("i...->i", [(8,)]),
        ("i->ii", [(8,)]),
        ("i->i", [(-8,)]),
        ("i->i", [(2.5,)]),
    ]
    for subscripts, shapes in wrong:
        raises(ValueError, lambda: polyvet.from_einsum(subscripts, *shapes))
    raises(ValueError, lambda: polyvet.from_einsum("i->i", (8,), dtype="complex64"))


def test_functions_of_jax():
    jax = needs("jax")
    numpy = needs("numpy")

    def layer(x, w):
        return jax.numpy.maximum(x @ w, 0.0)

    program = polyvet.from_jax(layer, (4, 3), (3, 5))
    x, w = numpy.arange(12, dtype="f4").reshape(4, 3), -numpy.ones((3, 5), dtype="f4")
    again = polyvet.from_jax(jax.jit(layer), x, jax.ShapeDtypeStruct((3, 5), "float32"))
    assert polyvet.validate(program, again).status == "proved"
    other = polyvet.from_jax(lambda x, w: jax.numpy.minimum(x @ w, 0.0), (4, 3), (3, 5))
    assert polyvet.validate(program, other).status == "refuted"
    assert len(list(program["main"].relations)) > 0


def test_jax_is_not_needed():
    code = (
        "import sys; sys.modules['jax'] = None; import polyvet\n"
        "try: polyvet.from_jax(lambda x: x, (2,))\nexcept ImportError: print('no jax')"
    )
    shell = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert shell.stdout == "no jax\n", shell.stdout + shell.stderr


def test_numpy_and_islpy_are_not_needed():
    code = "import sys; sys.modules['numpy'] = sys.modules['islpy'] = None; import polyvet; print(polyvet.parse(sys.argv[1]))"
    shell = subprocess.run([sys.executable, "-c", code, str(STENCIL)], capture_output=True, text=True)
    assert shell.returncode == 0, shell.stderr


def test_types_hold():
    needs("mypy")
    args = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--no-error-summary", "-p", "polyvet"]
    shell = subprocess.run(args, capture_output=True, text=True, cwd=ROOT)
    assert shell.returncode == 0, shell.stdout + shell.stderr
