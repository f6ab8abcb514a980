import clsx from "clsx";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useRevalidator } from "react-router";
import { toRoomState, useRoom } from "#app/domains/air/stages/live/use-room.ts";
import { stagePlayerPath, stageSoundPath } from "#app/domains/outside/embeds/address.ts";
import { useFollows } from "#app/domains/people/people/ui/use-follows.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { hasLongWord } from "#app/ui/name-size.ts";
import { Picture } from "#app/ui/picture.tsx";
import { useOrigin, useViewer } from "../shell/viewer.ts";
import { Figures } from "./figures.tsx";
import { LiveBlock } from "./live-block.tsx";
import { NextBlock } from "./next-block.tsx";
import { stageHref, stageImage } from "./play-source.ts";
import { RoomLayout } from "./room-layout.tsx";
import { ShareButton } from "./share-button.tsx";
import { SpecialBody } from "./special-body.tsx";
import type { StageRouteData } from "./stage-route-data.ts";
import { StageTabs } from "./stage-tabs.tsx";
import { SubscribeButton, useSubscription } from "./subscribe-button.tsx";
import { usePerformersChat } from "./use-performers-chat.ts";

/** A name longer than this is set one size smaller. */
const longName = 22;
/** So is one with a word that is longer than this. */
const longWord = 10;

/** A stage's page: the performer's picture, the name, what is on; then the rest. */
export function StagePage({ data }: { data: StageRouteData }) {
  const { stage } = data.page;
  const viewer = useViewer();
  const origin = useOrigin();
  const [initial] = useState(() => toRoomState("stage", stage));
  const room = useRoom("stage", stage.id, initial);
  const { state } = room;
  const { revalidate } = useRevalidator();
  const isGone = room.connection === "gone";
  // Deleted while the page is open: the page says so as soon as it is loaded again.
  const readAgain = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (isGone) readAgain();
  }, [isGone]);
  const managerIds = useMemo(() => data.page.managers.map(({ id }) => id), [data.page.managers]);
  const performersChat = usePerformersChat(state);
  const subscription = useSubscription(stage);
  const follows = useFollows(data.followedIds);
  const now = useNow(10_000);
  const set = state.currentSet;
  const plays = state.listenCount ?? stage.listenCount;
  const lit = state.online
    ? ({
        tone: "green",
        share: set?.endTime ? (now - set.startTime) / (set.endTime - set.startTime) : 1,
      } as const)
    : undefined;
  return (
    <RoomLayout room={room} title={stage.name} managerIds={managerIds} other={performersChat}>
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <span className="grow" />
        {viewer && <SubscribeButton isOn={subscription.isOn} onToggle={subscription.toggle} />}
        <ShareButton
          name={stage.name}
          url={`${origin}${stageHref(stage)}`}
          playerUrl={`${origin}${stagePlayerPath(stage)}`}
          soundUrl={`${origin}${stageSoundPath(stage)}`}
        />
      </div>
      <Picture
        src={stageImage(stage, state)}
        name={state.online ? (state.currentDj?.username ?? stage.name) : stage.name}
        alt={state.online && state.currentDj ? state.currentDj.username : ""}
        ratio="wide"
        lit={lit}
        isEager
        className="max-h-[46vh] w-full short:hidden"
      />
      <div className="px-4 sm:px-8">
        <h1
          className={clsx(
            "display relative -mt-8 w-fit max-w-[94%] bg-ground pt-3 pr-5 sm:-mt-12 short:mt-0 short:pt-0 short:text-28",
            stage.name.length > longName || hasLongWord(stage.name, longWord)
              ? "text-28 sm:text-44"
              : "text-44 xl:text-72",
          )}
          dir="auto"
        >
          {stage.name}
        </h1>
        <Figures
          figures={[
            { one: "listening now", other: "listening now", count: state.currentListeners },
            { one: "total play", other: "total plays", count: plays },
            { one: "subscriber", other: "subscribers", count: subscription.count },
          ]}
        />
        {stage.archivedAt !== null && (
          <p className="mt-4 text-16 text-amber">This stage is archived. It has no new broadcasts.</p>
        )}
        {state.online ? (
          <LiveBlock stage={stage} state={state} viewerId={viewer?.id ?? null} />
        ) : data.special !== null ? null : (
          <NextBlock stage={stage} state={state} viewerId={viewer?.id ?? null} follows={follows} />
        )}
        <div className="mt-10">
          {data.special === null ? (
            <StageTabs data={data} state={state} subscriberCount={subscription.count} follows={follows} />
          ) : (
            <SpecialBody text={data.special} />
          )}
        </div>
      </div>
    </RoomLayout>
  );
}
