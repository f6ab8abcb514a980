import { useState } from "react";
import { VisibilityChoice } from "#app/domains/air/replays/ui/visibility-choice.tsx";
import type { PerformerProfile, SavePerformerInput } from "#app/domains/people/people/contract/my-profile.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { Toggle } from "#app/ui/toggle.tsx";

/** The rights of a performer's next replays, and the way to those that exist. */
export function ReplaysSection({
  profile,
  save,
}: {
  profile: PerformerProfile;
  /** Returns whether it is saved. */
  save: (change: SavePerformerInput) => Promise<boolean>;
}) {
  const { replayVisibility, replayDownload, replayFeed } = profile;
  const [wanted, setWanted] = useState<typeof replayVisibility | null>(null);
  const choose = async (visibility: typeof replayVisibility) => {
    setWanted(visibility);
    await save({ replayVisibility: visibility });
    setWanted((now) => (now === visibility ? null : now));
  };
  const visibility = wanted ?? replayVisibility;
  return (
    <Section
      title="Replays"
      intro="Your performances are recorded and can be played again after they end. These settings apply to your next ones. You can also change each replay on its own, even while you are on air."
      end={<ButtonLink to="/settings/dj/replays">Your Replays</ButtonLink>}
    >
      <VisibilityChoice
        name="replay-visibility"
        legend="Who can hear new replays"
        value={visibility}
        onChoose={(each) => void choose(each)}
      />
      {visibility !== "never" && (
        <div className="mt-2 divide-y divide-tick/50 border-t border-tick">
          <Toggle
            label="Downloads of Replays"
            description="Everyone who can hear a replay can also download it, as MP3 or Opus."
            isOn={replayDownload}
            onChange={(isOn) => save({ replayDownload: isOn })}
          />
          <Toggle
            label="Replays in Podcast Feeds"
            description="Replays that everyone can hear appear in your RSS feed. Podcast apps download them from there, even if downloads are off."
            isOn={replayFeed}
            onChange={(isOn) => save({ replayFeed: isOn })}
          />
        </div>
      )}
    </Section>
  );
}
