import { lazy, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";
import { takeNotice } from "#app/api-client.ts";
import type { StageView } from "#app/domains/stages/contract.ts";
import { PlayControl } from "#app/player/play-control.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { stageHref, toPlaySource } from "../stage/play-source.ts";
import { LoginPanel } from "./login-panel.tsx";
import { Promo } from "./promo.tsx";
import { PromoTabs, Shape } from "./shape.tsx";
import type { LandingTab } from "./shapes.ts";

const RegisterPanel = lazy(() => import("./register-panel.tsx"));

/** For signed-out visitors: three words to explore, a way in, and what can be heard right now. */
export function Landing({ live }: { live: StageView | null }) {
  const [tab, setTab] = useState<LandingTab>("login");
  const [isRegistering, setRegistering] = useState(false);

  useEffect(() => {
    const notice = takeNotice();
    if (notice) showToast(notice.type, notice.message);
  }, []);

  return (
    <main id="main" className="relative grow overflow-hidden lg:grid lg:grid-cols-[minmax(0,1fr)_27rem]">
      <div className="relative flex flex-col px-5 pt-6 sm:px-10 lg:pt-14 lg:pb-10">
        <Shape
          tab={tab}
          isLive={live !== null}
          className="absolute top-16 right-2 w-44 max-w-none sm:-top-16 sm:-right-24 sm:w-[460px] lg:top-6 lg:right-auto lg:left-[17rem] lg:w-[min(760px,100%)] xl:left-[25rem]"
        />
        <div className="relative">
          <h1 className="max-w-[24ch] text-16 text-ink-2 sm:text-20">
            Live sets, heard the moment they are played.
          </h1>
          <div className="mt-4">
            <PromoTabs chosen={tab} onChoose={(next) => setTab((now) => (now === next ? "login" : next))} />
          </div>
        </div>
        <span className="hidden grow lg:block" />
        {live && <OnAirNow stage={live} className="relative mt-6 hidden lg:flex" />}
      </div>
      <div className="relative flex flex-col justify-center px-5 py-8 sm:px-10 lg:border-l lg:border-tick lg:bg-raised">
        {tab !== "login" ? (
          <Promo tab={tab} onBack={() => setTab("login")} />
        ) : isRegistering ? (
          <Suspense fallback={<Skeleton className="h-96 w-full max-w-sm" />}>
            <RegisterPanel onCancel={() => setRegistering(false)} />
          </Suspense>
        ) : (
          <LoginPanel onRegister={() => setRegistering(true)} />
        )}
      </div>
      {live && <OnAirNow stage={live} className="relative flex px-5 pb-8 sm:px-10 lg:hidden" />}
    </main>
  );
}

/** One stage that plays now, to be heard without an account. */
function OnAirNow({ stage, className }: { stage: StageView; className: string }) {
  return (
    <section aria-label="On air now" className={className}>
      <div className="flex min-w-0 items-center gap-4">
        <PlayControl source={toPlaySource(stage, stage)} />
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <Badge tone="green">LIVE</Badge>
            <span className="truncate text-14 text-ink-2">{stage.currentDj?.username ?? stage.genre}</span>
          </p>
          <Link to={stageHref(stage)} className="display block min-h-8 text-28 hover:underline">
            {stage.name}
          </Link>
        </div>
      </div>
    </section>
  );
}
