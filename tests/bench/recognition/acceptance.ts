/** The rows by which the ear is accepted, and the table of what was measured of each. */
import type { Figure } from "../report.ts";

/** A figure; with a row, it counts for that row of the table. */
export interface RowFigure extends Figure {
  row?: number;
  /** Whether the aim was reached; `open` where this run was too small to say. Left out where it only explains. */
  isReached?: boolean | "open";
}

interface Row {
  aim: string;
  /** Published figures of others, on material of their own. */
  anchor: string;
}

const rows: readonly Row[] = [
  {
    aim: "A, 30 s: ≥ 99 % named at every speed within ±8 %, both playbacks, 0 wrong; 20 s: ≥ 95 %; speed off by ≤ 0.05 %",
    anchor: "gunfinger 100 % (real music, 30 s); Panako 2 83 % (20 s, +10 %)",
  },
  {
    aim: "C by the second: accuracy ≥ 0.90, precision ≥ 0.97, specificity ≥ 0.95, each ≥ the best peer + 0.10 (lower end)",
    anchor: "Qfp 0.876 / 0.959 / 0.927, on harder data (real mixes)",
  },
  {
    aim: "C, plays ≥ 30 s: ≥ 97 % named, 0 wrong; 20 to 30 s: ≥ 90 % named or possible",
    anchor: "gunfinger 107 of 115; YACAST 97 %, DJ Monitor 93 % (their own words)",
  },
  {
    aim: "blend at 0 dB for 30 s: both named ≥ 60 %; noise 10 dB ≥ 95 %; talk-over at 0 dB for 8 s: no loss of lock",
    anchor: "gunfinger 13 to 14 of 40; 37 to 39 of 40",
  },
  {
    aim: "starts and ends: median ≤ 1.5 s, p90 ≤ 6 s; blend-ins of 30 s found ≤ 10 s after -12 dB",
    anchor: "gunfinger 2.7 s; 68 s late",
  },
  { aim: "D: 0 named in 300 h; possible ≤ 1 in 10 h", anchor: "cqt-rs: 31 min" },
  {
    aim: "E: the right version, or “one of these”, in every case; 0 wrong names",
    anchor: "gunfinger 24 wrong of 2,160",
  },
  { aim: "F: second play named ≥ 90 %; 0 names from a poisoned span", anchor: "none" },
  {
    aim: "named after a track is alone: p50 ≤ 12 s, p90 ≤ 30 s",
    anchor: "cqt-rs 2.7 s (a list of 111 s of songs)",
  },
  {
    aim: "processor of a stream, mean: ≤ 2 % at 1,000 and ≤ 3 % at 10,000 references; p99 of the sound's delay unchanged with 8 streams",
    anchor: "gunfinger 7.8 % (262); 57 or 21 % (8,122)",
  },
  {
    aim: "≤ 1.4 MB for an hour of reference with peaks; hot set of 1,500 ≤ 100 MB",
    anchor: "gunfinger 1.36; Panako 3.7, Olaf 4.7, audfprint 0.26",
  },
  { aim: "browser: ≥ 60 × real time on one core; 0 bytes of sound sent", anchor: "none" },
  {
    aim: "G: 40 of 40 history files parsed; with the ear, order and times within 10 s for ≥ 95 %",
    anchor: "none",
  },
  {
    aim: "export: ≥ 95 % of named plays pass each society's mandatory fields; the rest listed with what is missing",
    anchor: "90 % of submitted playlists are refused",
  },
];

/** Returns the table of all rows, in Markdown. What was not measured in this run says so. */
export function toAcceptanceTable(figures: readonly RowFigure[]): string {
  const lines = rows.map(({ aim, anchor }, place) => {
    const own = figures.filter(({ row }) => row === place + 1);
    const measured = own.map(({ what, value }) => `${what}: ${value}`).join("; ");
    return `| ${place + 1} | ${aim} | ${anchor} | ${measured || "not measured"} | ${verdictOf(own)} |`;
  });
  return ["| row | aim | anchor | measured | reached |", "|---|---|---|---|---|", ...lines].join("\n");
}

function verdictOf(figures: readonly RowFigure[]): string {
  const named = (verdict: boolean | "open") =>
    figures.filter(({ isReached }) => isReached === verdict).map(({ what }) => what);
  const [missed, open] = [named(false), named("open")];
  if (missed.length > 0) return `no: ${missed.join("; ")}`;
  if (open.length > 0) return `not shown: ${open.join("; ")}`;
  return named(true).length > 0 ? "yes" : "";
}
