import { useState } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { updateStageCall } from "#app/domains/air/stages/calls/manage.ts";
import type { UpdateStageInput } from "#app/domains/air/stages/contract/manage.ts";
import type { RoleView } from "#app/domains/air/stages/contract/members.ts";
import type { ModerationView } from "#app/domains/air/stages/contract/moderation.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { webhooksPathOf } from "#app/domains/outside/webhooks/paths.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { managedStagePath, membersPath, stagePostsPath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { BroadcastingSection } from "./broadcasting-section.tsx";
import { ConvertSection } from "./convert-section.tsx";
import { ManagersSection } from "./managers-section.tsx";
import { type RoleMode, RolesSection } from "./roles-section.tsx";
import { StageForm } from "./stage-form.tsx";

const ChatSection = lazyPart(() =>
  import("./chat-section.tsx").then((module) => ({ default: module.ChatSection })),
);
const DangerSection = lazyPart(() => import("./danger-section.tsx"));

interface LoadedStage {
  stage: StageView;
  managers: PersonView[];
  roles: RoleView[];
  memberCount: number;
  moderation: ModerationView;
  /** Sets that have not ended, including one that is on. */
  upcomingCount: number;
  /** A service in whose channels a stage can post is on here. */
  hasPosts: boolean;
  /** This instance calls webhooks. */
  hasWebhooks: boolean;
}

/** All settings of a stage for its managers. */
export function StageEditPage({ loaded }: { loaded: LoadedStage }) {
  const revalidator = useRevalidator();
  const [stage, setStage] = useState(loaded.stage);
  const [roleMode, setRoleMode] = useState<RoleMode | null>(null);

  /** Throws what the call refuses. */
  const update = async (change: Omit<UpdateStageInput, "room">) => {
    const body = { room: stage.id, ...change };
    const saved = await callApi(updateStageCall, body);
    setStage(saved);
    showToast(saved.type, saved.message);
    await revalidator.revalidate();
  };
  const leaveRoleMode = () => {
    if (roleMode === null) return false;
    setRoleMode(null);
    return true;
  };

  return (
    <ManagePage
      title="Edit Stage Settings"
      about={<bdi>{stage.name}</bdi>}
      up={managedStagePath(stage.id)}
      onBack={leaveRoleMode}
    >
      <StageForm stage={stage} onSave={update} />
      {stage.instant && stage.archivedAt === null && <BroadcastingSection stageId={stage.id} />}
      <ManagersSection stageId={stage.id} isOnDemand={stage.instant} loaded={loaded.managers} />
      <RolesSection stageId={stage.id} loaded={loaded.roles} mode={roleMode} onMode={setRoleMode} />
      <Section
        title="Members"
        intro="Members and their roles are shown on the stage page. With members-only bookings, only they can book."
      >
        <div className="flex flex-wrap items-center gap-4">
          <p className="tabular text-20 font-semibold">{countOf(loaded.memberCount, "member", "members")}</p>
          <ButtonLink to={membersPath(stage.id)}>Manage Members</ButtonLink>
        </div>
      </Section>
      {loaded.hasPosts && (
        <Section
          title="Posts"
          intro="Cue can post in Discord and Telegram channels when someone plays on this stage."
        >
          <ButtonLink to={stagePostsPath(stage.id)}>Manage Posts</ButtonLink>
        </Section>
      )}
      {loaded.hasWebhooks && (
        <Section title="Webhooks" intro="What happens on this stage, sent to your own software.">
          <ButtonLink to={webhooksPathOf(`stage/${stage.id}`)}>Manage Webhooks</ButtonLink>
        </Section>
      )}
      <InBrowser fallback={<Skeleton className="mt-8 h-130" />}>
        <ChatSection stageId={stage.id} loaded={loaded.moderation} />
      </InBrowser>
      <ConvertSection
        stage={stage}
        upcomingCount={loaded.upcomingCount}
        onConvert={() => update({ instant: !stage.instant })}
      />
      <InBrowser fallback={<Skeleton className="mt-8 h-52" />}>
        <DangerSection
          stage={stage}
          upcomingCount={loaded.upcomingCount}
          onChange={async (changed) => {
            setStage(changed);
            await revalidator.revalidate();
          }}
        />
      </InBrowser>
    </ManagePage>
  );
}
