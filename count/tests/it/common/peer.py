"""Counts sets with barvinok (islpy-barvinok): a JSON request a line in, a JSON answer a line out."""

import json
import os
import signal
import sys
import time

import islpy as isl

LIMIT_SECONDS = int(os.environ.get("POLYVET_BARVINOK_LIMIT", "20"))
REPEAT_SECONDS = float(os.environ.get("POLYVET_BARVINOK_REPEAT", "0.05"))


def answer(request):
    start = time.perf_counter()
    text = isl.Set(request["set"])
    context = isl.Set(request["context"])
    card, best = None, None
    while best is None or (time.perf_counter() - start < REPEAT_SECONDS):
        begin = time.perf_counter()
        card = text.intersect_params(context).card()
        if hasattr(card, "gist_params"):
            card = card.gist_params(context)
        spent = time.perf_counter() - begin
        best = spent if best is None else min(best, spent)
    values = []
    for point in request["at"]:
        there = isl.Set("[%s] -> { : %s }" % (
            ", ".join(name for name, _ in point), " and ".join(f"{name} = {value}" for name, value in point) or "true"))
        values.append(str(card.intersect_params(there).eval(there.align_params(card.get_space()).sample_point())
                          if point else card.eval(isl.Point.zero(card.get_domain_space()))))
    return {"seconds": best, "length": len(str(card)), "values": values}


for line in sys.stdin:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT_SECONDS)
        try:
            text = json.dumps(answer(json.loads(line)))
        except Exception as error:  # pylint: disable=broad-except
            text = json.dumps({"error": repr(error)})
        os.write(write, text.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    print(text or json.dumps({"error": "too slow"}), flush=True)
