import { encode } from "uqr";

/** The quiet zone around the code in modules, as ISO 18004 requires. */
const quiet = 4;

/** A QR code in the theme's colours. Always dark on light: many cameras cannot read the inverse. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data.map(toRow).join("");
  const width = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${width} ${width}`}
      shapeRendering="crispEdges"
      className="size-56 shrink-0 bg-[light-dark(var(--ground),var(--ink))] text-[light-dark(var(--ink),var(--ground))]"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** The dark runs of one row as rectangles of a path. */
function toRow(modules: boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < modules.length; x += 1) {
    if (!modules[x]) continue;
    let end = x;
    while (modules[end]) end += 1;
    path += `M${x} ${y}h${end - x}v1h${x - end}z`;
    x = end;
  }
  return path;
}
