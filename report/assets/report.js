"use strict";
// Draws the points of each picture: iterations on the left, the arrays they touch on the right. A point that
// is chosen lights up its data; an element that is chosen lights up its iterations.
(() => {
  const NS = "http://www.w3.org/2000/svg";
  const CELL = 26, SMALL = 15, MARGIN = 28, PLANES = 8;
  const svg = (name, attrs = {}, parent) => {
    const e = document.createElementNS(NS, name);
    for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v);
    if (parent) parent.append(e);
    return e;
  };
  const html = (name, attrs = {}, parent, text) => {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v);
    if (text !== undefined) e.textContent = text;
    if (parent) parent.append(e);
    return e;
  };
  const tuple = (name, at) => at.length ? `${name}[${at.join(", ")}]` : name;
  const key = at => at.join(",");

  function picture(figure) {
    const data = JSON.parse(document.getElementById(figure.dataset.picture).textContent);
    const noscript = figure.querySelector("noscript");
    if (noscript) noscript.remove();
    if (!data.statements.length) {
      html("p", {}, figure, data.missing || "There is nothing to draw.");
      return;
    }
    // Which points touch an element: array -> element -> [[statement, point, access]].
    const touching = data.arrays.map(() => new Map());
    data.statements.forEach((s, si) => s.accesses.forEach(a => a.elements.forEach((list, pi) => list.forEach(e => {
      const at = touching[a.array];
      if (!at.has(key(e))) at.set(key(e), []);
      at.get(key(e)).push([si, pi, a.access]);
    }))));
    const state = { stmt: 0, x: 0, y: 0, rest: [], after: false, time: null, pick: null, element: null, slices: [], whole: false, z: null, turn: 32, tilt: 24 };

    // Where one looks first, not below.
    if (data.missing) html("p", { class: "part" }, figure, data.missing[0].toUpperCase() + data.missing.slice(1) + ".");
    const controls = html("div", { class: "controls" }, figure);
    const views = html("div", { class: "views" }, figure);
    const status = html("p", { class: "status", "aria-live": "polite" }, figure);
    const legend = html("p", { class: "key" }, figure);
    for (const [name, text] of [["read", "read"], ["write", "written"], ["both", "read and written, or touching the chosen element"]]) {
      const span = html("span", {}, legend);
      html("i", { style: `background: var(--${name})` }, span);
      span.append(text);
    }
    const params = Object.entries(data.params).map(([k, v]) => `${k} = ${v}`).join(", ");
    const tiles = Object.entries(data.tiles).map(([k, v]) => `${k} = ${v}`).join(", ");
    html("figcaption", {}, figure, [params && `Drawn for ${params}.`, tiles && `Tiles of ${tiles}.`].filter(Boolean).join(" "));

    const labelled = (text, control) => { const l = html("label", {}, controls, text + " "); l.append(control); return control; };
    const choice = (text, options, value, change) => {
      const select = html("select", {});
      options.forEach(([v, t]) => { const o = html("option", { value: v }, select, t); if (v === value) o.selected = true; });
      select.addEventListener("change", () => { change(select.value); redraw(); });
      return labelled(text, select);
    };

    function setStatement(number) {
      const s = data.statements[number];
      state.stmt = number;
      // Loops that are cut are seen first, else the inner ones.
      const all = [...s.dims.keys()], isCut = d => s.dims[d] in data.tiles;
      const axes = [...all.filter(d => !isCut(d)), ...all.filter(isCut)];
      state.x = axes.at(-1) ?? -1;
      state.y = axes.at(-2) ?? -1;
      state.whole = s.tile.length > 0;
      state.z = axes.at(-3) ?? null;
      const first = s.points[0] || [];
      state.rest = first.slice();
      // Something in the middle, so that there is something to see at once.
      const seen = shown(), mean = s.dims.map((_, d) => seen.reduce((sum, [p]) => sum + p[d], 0) / seen.length);
      const off = ([p]) => p.reduce((sum, v, d) => sum + Math.abs(v - mean[d]), 0);
      state.pick = seen.length ? seen.reduce((best, one) => off(one) < off(best) ? one : best)[1] : null;
      state.element = null;
    }

    function buildControls() {
      controls.textContent = "";
      const s = data.statements[state.stmt];
      if (data.statements.length > 1) {
        choice("statement", data.statements.map((s, i) => [String(i), s.stmt]), String(state.stmt), v => { setStatement(+v); buildControls(); });
      }
      if (s.dims.length > 2) {
        const dims = s.dims.map((d, i) => [String(i), d]);
        const axis = (text, own, options) => choice(text, options, String(state[own] ?? ""), v => {
          const old = state[own], now = v === "" ? null : +v;
          for (const other of ["x", "y", "z"]) if (other !== own && state[other] === now) state[other] = other === "z" || old !== null ? old : state[other];
          state[own] = now;
          if (state.x === null || state.y === null || state.x === state.y) [state.x, state.y] = [...s.dims.keys()].reverse().filter(d => d !== state.z);
          buildControls();
        });
        axis("across", "x", dims);
        axis("down", "y", dims);
        axis("deep", "z", [["", "flat"], ...dims]);
        if (state.z !== null) for (const name of ["turn", "tilt"]) {
          const range = html("input", { type: "range", min: -80, max: 80, value: state[name], "aria-label": name });
          range.addEventListener("input", () => { state[name] = +range.value; redraw(); });
          labelled(name, range);
        }
        s.dims.forEach((d, i) => {
          if (i === state.x || i === state.y || i === state.z) return;
          const values = [...new Set(s.points.map(p => p[i]))].sort((a, b) => a - b);
          choice(d + " =", values.map(v => [String(v), String(v)]), String(state.rest[i]), v => { state.rest[i] = +v; state.pick = null; });
        });
      }
      if (s.tile.length) {
        choice("light up", [["", "iteration"], ["1", "tile"]], state.whole ? "1" : "", v => { state.whole = !!v; });
      }
      if (s.order_after.length) {
        choice("order", [["", "before"], ["1", "after the rewrite"]], state.after ? "1" : "", v => { state.after = !!v; });
      }
      const last = Math.max(0, ...data.statements.flatMap(s => order(s)));
      const range = html("input", { type: "range", min: -1, max: last, value: state.time ?? -1, "aria-label": "time" });
      range.addEventListener("input", () => { state.time = +range.value < 0 ? null : +range.value; redraw(); });
      labelled("time", range);
    }
    const order = s => state.after ? s.order_after : s.order;

    /// Points of the chosen statement that lie in the chosen plane.
    function shown() {
      const s = data.statements[state.stmt];
      return s.points.map((p, i) => [p, i]).filter(([p]) => p.every((v, d) => d === state.x || d === state.y || d === state.z || v === state.rest[d]));
    }

    function bounds(values) { return values.length ? [Math.min(...values), Math.max(...values)] : [0, 0]; }

    function iterations(parent) {
      const s = data.statements[state.stmt];
      const points = shown();
      const [x0, x1] = bounds(points.map(([p]) => state.x >= 0 ? p[state.x] : 0));
      const [y0, y1] = bounds(points.map(([p]) => state.y >= 0 ? p[state.y] : 0));
      const deep = state.z !== null, [z0, z1] = bounds(points.map(([p]) => deep ? p[state.z] : 0));
      // Few points stand further apart.
      const across = 1 + Math.hypot(x1 - x0, y1 - y0, z1 - z0), scale = Math.min(64, Math.max(32, 280 / across));
      const size = deep ? MARGIN * 2 + scale * across : 0;
      const w = deep ? size : MARGIN * 2 + (x1 - x0 + 1) * CELL, h = deep ? size : MARGIN * 2 + (y1 - y0 + 1) * CELL;
      const view = html("div", { class: "view" }, parent);
      html("h3", {}, view, `iterations of ${s.stmt}`);
      const root = svg("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, tabindex: 0, role: "application", "aria-label": `Iterations of ${s.stmt}: arrow keys${deep ? " and Page keys" : ""} move, Enter keeps, Escape clears`, class: deep ? "iterations space" : "iterations" }, view);
      const px = v => MARGIN + (v - x0 + .5) * CELL, py = v => MARGIN + (v - y0 + .5) * CELL;
      const [a, b] = [state.turn, state.tilt].map(d => d * Math.PI / 180);
      // A place in space as one on paper, and how far it is away.
      const project = (x, y, z) => {
        const [cx, cy, cz] = [x - (x0 + x1) / 2, y - (y0 + y1) / 2, z - (z0 + z1) / 2];
        const right = cx * Math.cos(a) + cz * Math.sin(a), away = cz * Math.cos(a) - cx * Math.sin(a);
        return [w / 2 + scale * right, h / 2 + scale * (cy * Math.cos(b) - away * Math.sin(b)), away * Math.cos(b) + cy * Math.sin(b)];
      };
      const place = p => deep ? project(p[state.x], p[state.y], p[state.z]) : [state.x >= 0 ? px(p[state.x]) : px(0), state.y >= 0 ? py(p[state.y]) : py(0), 0];
      if (deep) for (const [dim, end] of [["x", [x1 + 1, y0, z0]], ["y", [x0, y1 + 1, z0]], ["z", [x0, y0, z1 + 1]]]) {
        const [fx, fy] = project(x0, y0, z0), [tx, ty] = project(...end);
        svg("path", { class: "axle", d: `M${fx} ${fy}L${tx} ${ty}` }, root);
        svg("text", { class: "axis", x: tx, y: ty + 4 }, root).textContent = s.dims[state[dim]];
      }
      if (!deep && state.x >= 0) for (let v = x0; v <= x1; v++) svg("text", { class: "axis", x: px(v), y: 16 }, root).textContent = v;
      if (!deep && state.y >= 0) for (let v = y0; v <= y1; v++) svg("text", { class: "axis", x: 12, y: py(v) + 4 }, root).textContent = v;
      svg("text", { class: "axis", x: w / 2, y: h - 6 }, root).textContent =
        [state.x >= 0 && `${s.dims[state.x]} across`, state.y >= 0 && `${s.dims[state.y]} down`, deep && `${s.dims[state.z]} deep`].filter(Boolean).join(", ");
      const at = new Map(points.map(([p, i]) => [i, place(p)]));
      const hits = new Set();
      if (state.element) for (const [si, pi] of touching[state.element[0]].get(key(state.element[1])) || []) if (si === state.stmt) hits.add(pi);
      for (const a of data.arrows) {
        if (a.source[0] !== state.stmt || a.sink[0] !== state.stmt || !at.has(a.source[1]) || !at.has(a.sink[1])) continue;
        const hit = state.pick !== null && (a.source[1] === state.pick || a.sink[1] === state.pick);
        const [ax, ay] = at.get(a.source[1]), [bx, by] = at.get(a.sink[1]);
        const len = Math.hypot(bx - ax, by - ay) || 1, cut = 7 / len;
        svg("path", { class: `arrow ${a.kind}${hit ? " hit" : ""}`, d: `M${ax + (bx - ax) * cut} ${ay + (by - ay) * cut}L${bx - (bx - ax) * cut} ${by - (by - ay) * cut}`, "marker-end": `url(#${figure.dataset.picture}-${a.kind})` }, root);
      }
      const defs = svg("defs", {}, root);
      for (const kind of ["raw", "war", "waw"]) {
        const m = svg("marker", { id: `${figure.dataset.picture}-${kind}`, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, defs);
        svg("path", { d: "M0 0L8 4L0 8z" }, m);
      }
      const picked = new Set(state.pick === null ? [] : chosen());
      for (const [, i] of points) {
        if (!s.tile.length || deep) break;
        const [x, y] = at.get(i);
        const shade = parity(s.tile[i]);
        root.prepend(svg("rect", { class: `tile t${shade}`, x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL }));
      }
      // Far before near, and what is chosen above all.
      if (deep) points.sort(([, i], [, j]) => picked.has(i) - picked.has(j) || at.get(j)[2] - at.get(i)[2]);
      for (const [p, i] of points) {
        const [x, y] = at.get(i);
        const tint = deep && s.tile.length ? ` t${parity(s.tile[i])}` : "";
        const done = state.time !== null && order(s)[i] <= state.time;
        const c = svg("circle", { class: `point${tint}${done ? " done" : ""}${picked.has(i) ? " on" : ""}${hits.has(i) ? " hit" : ""}`, cx: x, cy: y, r: deep && !picked.has(i) ? 4 : 6, "data-point": i }, root);
        svg("title", {}, c).textContent = `${tuple(s.stmt, p)}, number ${order(s)[i]}${s.tile.length ? `, tile (${s.tile[i].join(", ")})` : ""}`;
        c.addEventListener("mouseenter", () => { if (!state.kept) choose(i); });
        c.addEventListener("click", () => { state.kept = !(state.kept && state.pick === i); choose(i); });
      }
      root.addEventListener("keydown", event => {
        const step = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1] }[event.key];
        if (event.key === "Escape") { state.kept = false; choose(null); event.preventDefault(); return; }
        if (event.key === "Enter" && state.pick !== null) { state.kept = !state.kept; event.preventDefault(); return; }
        if (!step || !points.length) return;
        event.preventDefault();
        if (state.pick === null) { choose(points[0][1]); return; }
        const p = s.points[state.pick];
        const score = q => {
          const d = [state.x, state.y, state.z].map(dim => dim !== null && dim >= 0 ? q[dim] - p[dim] : 0);
          const along = d.reduce((sum, v, n) => sum + v * step[n], 0), across = d.reduce((sum, v, n) => sum + (step[n] ? 0 : Math.abs(v)), 0);
          return along > 0 ? along + 4 * across : Infinity;
        };
        const best = points.reduce((b, c) => score(c[0]) < score(b[0]) ? c : b);
        if (score(best[0]) < Infinity) choose(best[1]);
      });
      return root;
    }

    function parity(tile) { return Math.abs(tile.reduce((a, b) => a + b, 0)) % 2; }

    /// The point that is chosen, or all points of its tile.
    function chosen() {
      const s = data.statements[state.stmt];
      if (!state.whole || !s.tile.length) return [state.pick];
      const same = i => key(s.tile[i]) === key(s.tile[state.pick]);
      return [...s.points.keys()].filter(same);
    }

    /// What the chosen tile touches, where not all of its points are drawn.
    function wholeTile() {
      const s = data.statements[state.stmt];
      if (!state.whole || state.pick === null || !s.tile.length) return undefined;
      return s.whole.find(one => key(one.tile) === key(s.tile[state.pick]));
    }

    /// Elements that are lit: array -> element -> classes.
    function lit() {
      const all = data.arrays.map(() => new Map());
      if (state.pick === null) return all;
      const s = data.statements[state.stmt], whole = wholeTile();
      s.accesses.forEach((a, number) => {
        for (const e of whole ? whole.elements[number] : chosen().flatMap(point => a.elements[point])) {
          const k = key(e);
          if (!all[a.array].has(k)) all[a.array].set(k, new Set());
          all[a.array].get(k).add(a.access === "read" ? "read" : "write");
        }
      });
      return all;
    }

    /// How an array is drawn: its two longest dimensions down and across, a third one as grids side by side, and the rest
    /// chosen. Dimensions of one element need no choice.
    function layout(a) {
      const extent = d => a.high[d] - a.low[d];
      const longest = a.low.map((_, d) => d).sort((x, y) => extent(y) - extent(x) || y - x);
      const [row, column] = longest.slice(0, 2).sort((x, y) => x - y);
      const third = longest[2];
      const plane = third !== undefined && extent(third) > 0 ? third : null;
      const fixed = longest.slice(plane === null ? 2 : 3).sort((x, y) => x - y);
      return { row: column === undefined ? null : row, column: column === undefined ? row ?? null : column, plane, fixed };
    }

    /// Elements of an array, as `layout` says.
    function array(parent, number, marks) {
      const a = data.arrays[number], { row, column, plane, fixed } = layout(a);
      const first = [...marks.keys()][0];
      const base = state.slices[number] ||= a.low.slice();
      if (first !== undefined) state.slices[number] = first.split(",").map(Number);
      const view = html("div", { class: "view" }, parent);
      const title = html("h3", {}, view, a.array);
      const chosen = state.slices[number];
      const free = d => d === row || d === column || d === plane;
      if (a.low.length > 2) {
        a.low.forEach((low, d) => {
          title.append(d ? ", " : "[");
          if (free(d)) return title.append("·");
          if (low === a.high[d]) return title.append(String(low));
          const select = html("select", { "aria-label": `subscript ${d} of ${a.array}` }, title);
          for (let v = low; v <= a.high[d]; v++) { const o = html("option", { value: v }, select, String(v)); o.selected = v === chosen[d]; }
          select.addEventListener("change", () => { base[d] = +select.value; state.slices[number] = base; state.pick = null; state.element = null; redraw(); });
        });
        title.append("]");
      }
      if (plane === null) return grid(view, number, marks, chosen.slice(), CELL);
      // Of planes those in which something is lit; of many of these the first.
      const all = [];
      for (let p = a.low[plane]; p <= a.high[plane]; p++) all.push(chosen.map((v, d) => d === plane ? p : v));
      const inPlane = at => k => { const e = k.split(",").map(Number); return e.every((v, d) => d === row || d === column || v === at[d]); };
      const lit = marks.size ? all.filter(at => [...marks.keys()].some(inPlane(at))) : all;
      const planes = lit.slice(0, PLANES), line = html("div", { class: "planes" }, view);
      for (const at of planes) grid(line, number, marks, at, planes.length > 1 ? SMALL : CELL);
      const [dark, more] = [all.length - lit.length, lit.length - planes.length];
      const left = [dark && `${dark} more without anything lit`, more && `${more} more`].filter(Boolean).join(", ");
      if (left) html("p", { class: "plane" }, view, left);
    }

    function grid(parent, number, marks, base, cellSize) {
      const a = data.arrays[number], rank = a.low.length, { row, column } = layout(a);
      const [r0, r1] = row !== null ? [a.low[row], a.high[row]] : [0, 0];
      const [c0, c1] = column !== null ? [a.low[column], a.high[column]] : [0, 0];
      const name = rank > 2 ? base.map((v, d) => d === row || d === column ? "·" : v) : base;
      const w = MARGIN + (c1 - c0 + 1) * cellSize + 6, h = MARGIN + (r1 - r0 + 1) * cellSize + 6;
      const part = html("div", {}, parent);
      if (rank > 2) html("p", { class: "plane" }, part, `[${name.join(", ")}]`);
      const root = svg("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, class: "array", role: "application", tabindex: 0, "data-array": number, "aria-label": `Elements of ${tuple(a.array, rank > 2 ? name : [])}: arrow keys move, Enter keeps, Escape clears` }, part);
      const every = cellSize < CELL ? 2 : 1;
      if (column !== null) for (let c = c0; c <= c1; c += every) svg("text", { class: "axis", x: MARGIN + (c - c0 + .5) * cellSize, y: 18 }, root).textContent = c;
      const elements = [];
      for (let r = r0; r <= r1; r++) {
        if (row !== null && (r - r0) % every === 0) svg("text", { class: "axis", x: 12, y: MARGIN + (r - r0 + .5) * cellSize + 4 }, root).textContent = r;
        for (let c = c0; c <= c1; c++) {
          const e = a.low.map((_, d) => d === row ? r : d === column ? c : base[d]);
          elements.push(e);
          const classes = [...(marks.get(key(e)) || [])];
          const on = state.element && state.element[0] === number && key(state.element[1]) === key(e);
          const cell = svg("rect", { class: ["cell", ...classes, on ? "on" : ""].join(" ").trim(), x: MARGIN + (c - c0) * cellSize + 1, y: MARGIN + (r - r0) * cellSize + 1, width: cellSize - 2, height: cellSize - 2, rx: 3, "data-element": key(e) }, root);
          svg("title", {}, cell).textContent = tuple(a.array, e);
          cell.addEventListener("mouseenter", () => { if (!state.kept) chooseElement(number, e); });
          cell.addEventListener("click", () => { state.kept = !state.kept; chooseElement(number, e); });
        }
      }
      root.addEventListener("keydown", event => {
        const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
        if (event.key === "Escape") { state.kept = false; choose(null); event.preventDefault(); return; }
        if (event.key === "Enter" && state.element) { state.kept = !state.kept; event.preventDefault(); return; }
        if (!step) return;
        event.preventDefault();
        const now = state.element && state.element[0] === number && state.element[1].every((v, d) => d === row || d === column || v === base[d]) ? state.element[1] : null;
        if (!now) { chooseElement(number, elements[0]); return; }
        const next = now.slice();
        if (column !== null) next[column] = Math.min(c1, Math.max(c0, next[column] + step[1]));
        if (row !== null) next[row] = Math.min(r1, Math.max(r0, next[row] + step[0]));
        chooseElement(number, next);
      });
    }

    function chooseElement(number, e) {
      if (state.pick === null && state.element && state.element[0] === number && key(state.element[1]) === key(e)) return;
      state.element = [number, e];
      state.pick = null;
      redraw();
    }

    function choose(point) {
      // The element under a mouse at rest is new after each drawing, and tells of the mouse again.
      if (state.pick === point && !state.element) return;
      state.pick = point;
      state.element = null;
      redraw();
    }

    function describe() {
      status.textContent = "";
      let parts = 0;
      const add = (tag, text) => { const e = document.createElement(tag); e.textContent = text; status.append(e); };
      if (state.pick !== null) {
        const s = data.statements[state.stmt];
        add("b", tuple(s.stmt, s.points[state.pick]));
        if (state.whole && s.tile.length) {
          const whole = wholeTile(), drawn = chosen().length;
          const part = whole && whole.points > drawn ? `, of which ${drawn} are drawn` : "";
          add("span", ` in tile (${s.tile[state.pick].join(", ")}) of ${whole ? whole.points : drawn} iterations${part}; by itself it`);
        }
        for (const a of s.accesses) {
          const list = a.elements[state.pick].map(e => tuple(data.arrays[a.array].array, e));
          if (list.length) add("span", `${parts++ ? ";" : ""} ${a.access.replace("_", " ")}s ${list.join(", ")}`);
        }
        // Other statements too, to which no arrow can be drawn.
        const ends = (own, other) => {
          const kinds = new Map();
          for (const a of data.arrows) {
            if (a[own][0] !== state.stmt || a[own][1] !== state.pick) continue;
            const end = tuple(data.statements[a[other][0]].stmt, data.statements[a[other][0]].points[a[other][1]]);
            kinds.set(end, [...new Set([...(kinds.get(end) || []), a.kind])]);
          }
          return [...kinds].map(([end, kind]) => `${end} (${kind.join(", ")})`);
        };
        for (const [what, list] of [["after", ends("sink", "source")], ["before", ends("source", "sink")]])
          if (list.length) add("span", `; must run ${what} ${list.slice(0, 12).join(", ")}${list.length > 12 ? `, and ${list.length - 12} more` : ""}`);
      } else if (state.element) {
        const [number, e] = state.element;
        add("b", tuple(data.arrays[number].array, e));
        const by = touching[number].get(key(e)) || [];
        const list = by.slice(0, 24).map(([si, pi, access]) => `${tuple(data.statements[si].stmt, data.statements[si].points[pi])} ${access.replace("_", " ")}s it`);
        add("span", by.length ? "  " + list.join(", ") + (by.length > 24 ? `, and ${by.length - 24} more` : "") : "  is not touched");
      } else {
        add("span", "Choose an iteration or an element: with the mouse, or with Tab and the arrow keys.");
      }
    }

    function redraw() {
      const active = figure.contains(document.activeElement) ? document.activeElement : null;
      const focused = active && active.classList.contains("iterations");
      const label = active && active.dataset.array !== undefined ? active.getAttribute("aria-label") : null;
      views.textContent = "";
      const root = iterations(views);
      const marks = lit();
      const used = new Set(data.statements[state.stmt].accesses.map(a => a.array));
      const arrays = html("div", { class: "arrays" }, views);
      data.arrays.forEach((_, number) => { if (used.has(number)) array(arrays, number, marks[number]); });
      describe();
      if (focused) root.focus({ preventScroll: true });
      if (label) [...views.querySelectorAll("svg.array")].find(e => e.getAttribute("aria-label") === label)?.focus({ preventScroll: true });
    }

    setStatement(0);
    buildControls();
    redraw();
  }

  document.querySelectorAll("figure.picture").forEach(picture);
  // On paper everything is open.
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.open = true; }));
})();
