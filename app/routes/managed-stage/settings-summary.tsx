import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";

const yesNo = (value: boolean) => (value ? "Yes" : "No");

/** A summary of the stage's settings. */
export function SettingsSummary({ stage }: { stage: StageView }) {
  const rows = [
    { name: "Stage type", value: stage.instant ? "On-demand stage" : "Booking stage" },
    { name: "Name", value: stage.name },
    { name: "Genre", value: stage.genre || "Not set" },
    { name: "Custom URL", value: stage.customUrl ?? "Not set" },
    ...(stage.instant
      ? []
      : [
          { name: "Weekly Bookings", value: yesNo(stage.weekly) },
          { name: "Auto Approve Bookings", value: yesNo(stage.autoApprove) },
          { name: "Members Only Bookings", value: yesNo(stage.membersOnly) },
        ]),
    { name: "Keep Replays", value: yesNo(stage.keepsReplays) },
  ];
  return (
    <Section title="Stage Settings">
      <Picture src={stage.thumbnail} name={stage.name} ratio="wide" className="aspect-video! w-full" />
      <dl className="mt-3">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex gap-x-4 border-b border-tick/60 py-2 text-14">
            <dt className="w-40 shrink-0 text-ink-3">{name}</dt>
            <dd className="min-w-0 grow" dir="auto">
              {value}
            </dd>
          </div>
        ))}
        <div className="py-2 text-14">
          <dt className="text-ink-3">Description</dt>
          <dd className="mt-1 whitespace-pre-line" dir="auto">
            {stage.description || "Not set"}
          </dd>
        </div>
      </dl>
    </Section>
  );
}
