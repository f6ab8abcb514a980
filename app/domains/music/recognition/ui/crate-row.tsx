import { memo } from "react";
import type { CrateTrackView } from "../contract.ts";

const missingTexts: Record<CrateTrackView["missing"][number], string> = {
  title: "title",
  artist: "artist",
  isrc: "ISRC",
  label: "label",
  composer: "composer",
};
const lists = new Intl.ListFormat("en", { type: "conjunction" });

/** One track of a crate. */
export const CrateRow = memo(function CrateRow({
  track,
  isChosen,
  sameAs,
  onToggle,
}: {
  track: CrateTrackView;
  isChosen: boolean;
  /** The title of the track that is the same recording. */
  sameAs: string | null;
  onToggle: (id: string) => void;
}) {
  const { id, title, artists, label, catalogueNumber, duration, missing } = track;
  const release = [label, catalogueNumber].filter((each) => each !== null).join(" ");
  return (
    <li className="border-t border-tick">
      <label className="flex min-h-14 cursor-pointer items-start gap-3 py-2.5 hover:bg-raised">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-ink"
          checked={isChosen}
          onChange={() => onToggle(id)}
        />
        <span className="min-w-0 grow">
          <span className="block text-16 wrap-anywhere" dir="auto">
            {title || "Untitled"}
          </span>
          <span className="block text-14 wrap-anywhere text-ink-2" dir="auto">
            {artists.length > 0 ? artists.join(", ") : "Unknown artist"}
            {release !== "" && <span className="text-ink-3">{` · ${release}`}</span>}
          </span>
          {sameAs !== null && (
            <span className="block text-14 wrap-anywhere text-ink-3">
              The same recording as <bdi>{sameAs || "an untitled track"}</bdi>
            </span>
          )}
          {missing.length > 0 && (
            <span className="block text-14 text-ink-3">
              {`Missing for reports: ${lists.format(missing.map((each) => missingTexts[each]))}`}
            </span>
          )}
        </span>
        <span className="tabular shrink-0 text-14 text-ink-3">{clock(duration)}</span>
      </label>
    </li>
  );
});

/** 3:07, or 1:02:09. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
