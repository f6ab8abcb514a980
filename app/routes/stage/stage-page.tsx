import clsx from "clsx";
import { ArrowLeft } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { StagePageView } from "#app/domains/stages/contract.ts";
import { toRoomState, useRoom } from "#app/domains/stages/live/use-room.ts";
import { ChatPanel } from "#app/domains/stages/ui/chat/chat-panel.tsx";
import { Reactions } from "#app/domains/stages/ui/reactions.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { abbreviate } from "#app/ui/number.ts";
import { usePanels } from "#app/ui/panels.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useOrigin, useViewer } from "../shell/viewer.ts";
import { LiveBlock } from "./live-block.tsx";
import { NextBlock } from "./next-block.tsx";
import { stageImage } from "./play-source.ts";
import { ShareButton } from "./share-button.tsx";
import { StageTabs } from "./stage-tabs.tsx";
import { SubscribeButton } from "./subscribe-button.tsx";

/** A name longer than this is set one size smaller. */
const longName = 22;

/** A stage as a poster: whoever performs, wide; the name, large; what is on, at once; then the rest. */
export function StagePage({ page }: { page: StagePageView }) {
  const { stage } = page;
  const viewer = useViewer();
  const origin = useOrigin();
  const { chat } = usePanels();
  const navigate = useNavigate();
  const [initial] = useState(() => toRoomState("stage", stage));
  const room = useRoom("stage", stage.id, initial);
  const { state, send } = room;
  const [subscription, setSubscription] = useState({
    isOn: stage.subscribed,
    count: stage.subscriberCount,
  });
  const say = useMemo(() => (text: string, id: string) => send("roomChat", { msg: text }, id), [send]);
  const now = useNow(10_000);
  const set = state.currentSet;
  const lit = state.online
    ? ({
        tone: "green",
        share: set?.endTime ? (now - set.startTime) / (set.endTime - set.startTime) : 1,
      } as const)
    : undefined;
  const goBack = () => {
    // A page opened by a link has nothing to go back to.
    if (window.history.state?.idx > 0) void navigate(-1);
    else void navigate("/");
  };

  return (
    <div className="flex grow">
      <main id="main" inert={chat.isSheet} className="relative min-w-0 grow pb-12">
        <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
          <IconButton label="Back" onClick={goBack}>
            <ArrowLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <span className="grow" />
          {viewer && (
            <SubscribeButton stageId={stage.id} subscription={subscription} onChange={setSubscription} />
          )}
          <ShareButton name={stage.name} url={`${origin}/player/stage/${stage.customUrl ?? stage.id}`} />
        </div>
        <div className="relative">
          <Picture
            src={stageImage(stage, state)}
            name={state.online ? (state.currentDj?.username ?? stage.name) : stage.name}
            alt={state.online && state.currentDj ? state.currentDj.username : ""}
            ratio="wide"
            lit={lit}
            isEager
            className="max-h-[46vh] w-full"
          />
          <Reactions reactions={room.reactions} />
        </div>
        <div className="px-4 sm:px-8">
          <h1
            className={clsx(
              "display relative -mt-8 w-fit max-w-[94%] bg-ground pt-3 pr-5 sm:-mt-12",
              stage.name.length > longName ? "text-28 sm:text-44" : "text-44 xl:text-72",
            )}
            dir="auto"
          >
            {stage.name}
          </h1>
          <Statistics
            listeners={state.currentListeners}
            plays={stage.listenCount}
            subscribers={subscription.count}
          />
          {state.online ? (
            <LiveBlock stage={stage} state={state} viewerId={viewer?.id ?? null} />
          ) : (
            <NextBlock stage={stage} state={state} />
          )}
          <div className="mt-10">
            <StageTabs page={page} state={state} subscriberCount={subscription.count} />
          </div>
        </div>
      </main>
      <ChatPanel
        room={`stage/${stage.id}`}
        title={stage.name}
        messages={state.messages}
        connection={room.connection}
        say={say}
        viewerId={viewer?.id ?? null}
      />
    </div>
  );
}

function Statistics({
  listeners,
  plays,
  subscribers,
}: {
  listeners: number;
  plays: number;
  subscribers: number;
}) {
  const figures = [
    { name: "listening now", count: listeners },
    { name: plays === 1 ? "total play" : "total plays", count: plays },
    { name: subscribers === 1 ? "subscriber" : "subscribers", count: subscribers },
  ];
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-1 sm:gap-x-8">
      {figures.map(({ name, count }) => (
        <div key={name} className="flex flex-row-reverse items-baseline gap-2">
          <dt className="text-14 text-ink-3">{name}</dt>
          <dd className="tabular text-20 font-semibold">{abbreviate(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
