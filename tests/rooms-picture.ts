/** The rooms that each room may import. */
type Arrows = Record<string, readonly string[]>;

const BOX = { width: 112, height: 36 };
const GAP = { x: 22, y: 44 };
const MARGIN = 16;

/**
 * Draws the rooms as SVG. A room stands above those it imports. An arrow that follows from two others is left out, so that
 * the picture stays readable; the table has them all.
 *
 * @param arrows the table, which must have no cycle
 */
export function roomsPicture(arrows: Arrows): string {
  const depth = new Map<string, number>();
  const depthOf = (room: string): number => {
    const earlier = depth.get(room);
    if (earlier !== undefined) return earlier;
    const below = (arrows[room] ?? []).map(depthOf);
    const computed = below.length === 0 ? 0 : Math.max(...below) + 1;
    depth.set(room, computed);
    return computed;
  };
  const rooms = Object.keys(arrows);
  const highest = Math.max(...rooms.map(depthOf));
  const rows = Array.from({ length: highest + 1 }, (_, row) =>
    rooms.filter((room) => depthOf(room) === highest - row).sort(),
  );
  const widest = Math.max(...rows.map((row) => row.length));
  const width = widest * (BOX.width + GAP.x) - GAP.x + 2 * MARGIN;
  const height = rows.length * (BOX.height + GAP.y) - GAP.y + 2 * MARGIN;
  const place = new Map<string, { x: number; y: number }>();
  const centreOfImporters = (room: string): number => {
    const above = rooms.filter((other) => place.has(other) && direct(other, arrows).includes(room));
    return above.reduce((sum, other) => sum + (place.get(other)?.x ?? 0), 0) / Math.max(1, above.length);
  };
  for (const [index, row] of rows.entries()) {
    row.sort((a, b) => centreOfImporters(a) - centreOfImporters(b));
    const used = row.length * (BOX.width + GAP.x) - GAP.x;
    for (const [column, room] of row.entries()) {
      place.set(room, {
        x: Math.round((width - used) / 2 + column * (BOX.width + GAP.x)),
        y: MARGIN + index * (BOX.height + GAP.y),
      });
    }
  }

  const lines = rooms.flatMap((room) =>
    direct(room, arrows).map((to) => {
      const [from, end] = [place.get(room), place.get(to)];
      if (!from || !end) throw new Error(`${room} imports ${to}, which has no line in the table`);
      const [x1, y1] = [from.x + BOX.width / 2, from.y + BOX.height];
      const [x2, y2] = [end.x + BOX.width / 2, end.y - 2];
      const bend = Math.round((y2 - y1) / 2);
      return `  <path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" marker-end="url(#tip)"/>`;
    }),
  );
  const boxes = [...place].map(
    ([room, { x, y }]) =>
      `  <rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8"/>` +
      `<text x="${x + BOX.width / 2}" y="${y + 23}">${room}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>The rooms of Amparo and the imports allowed between them</title>',
    '<style>svg{background:#fff}path{fill:none;stroke:#7d8b99}rect{fill:#f2f6f9;stroke:#33506b}' +
      'text{font:14px sans-serif;text-anchor:middle;fill:#16222d}#tip path{fill:#7d8b99;stroke:none}</style>',
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">' +
      '<path d="M0 0 8 4 0 8z"/></marker>',
    '<g>',
    ...lines,
    '</g>',
    ...boxes,
    '</svg>',
    '',
  ].join('\n');
}

/** The imports of a room that it does not also reach through another of its imports. */
function direct(room: string, arrows: Arrows): string[] {
  const targets = arrows[room] ?? [];
  const reached = new Set(targets.flatMap((target) => [...allBelow(target, arrows)]));
  return targets.filter((target) => !reached.has(target));
}

function allBelow(room: string, arrows: Arrows): Set<string> {
  const below = new Set<string>();
  for (const target of arrows[room] ?? []) {
    below.add(target);
    for (const deeper of allBelow(target, arrows)) below.add(deeper);
  }
  return below;
}
