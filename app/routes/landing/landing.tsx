import clsx from "clsx";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { takeNotice } from "#app/api-client.ts";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { LandingData } from "./landing-data.server.ts";
import { LoginPanel } from "./login-panel.tsx";
import { onNow } from "./on-now.ts";
import { keepReferral, useReferral } from "./referral.ts";
import { Ring, RingHand } from "./ring.tsx";
import { RingButton, RingText } from "./ring-centre.tsx";
import type { Promo } from "./shapes.ts";
import { StorePanel } from "./store-panel.tsx";

const RegisterPanel = lazy(() => import("./register-panel.tsx"));
const SiteFoot = lazyPart(() => import("../shell/site-foot.tsx"));
const PromoPanel = lazy(() => import("./promo-panel.tsx"));
const FollowStages = lazyPart(() => import("./follow-stages.tsx"));
const RecoverPanel = lazy(() => import("./recover-panel.tsx"));

const promos = ["listen", "perform", "earn"] as const;
type PanelName = "login" | "register" | "recover" | Promo;

/** An address can request one: `/?show=recover`. */
function panelNamed(name: string | null): PanelName {
  return name === "register" || name === "recover" ? name : "login";
}

function isPromo(panel: PanelName): panel is Promo {
  return promos.some((promo) => promo === panel);
}

const formRoom = <Skeleton className="h-96 w-full max-w-sm" />;

/** Shows signed-out visitors three tabs to explore, what can be heard right now, and the way in. */
export function Landing({ first, stores, inviter }: LandingData) {
  const [params] = useSearchParams();
  const id = params.get("id");
  const referral = useReferral(id, inviter);
  const [{ live, next }, setOnNow] = useState(first);
  const [panel, setPanel] = useState(() => panelNamed(params.get("show")));
  // The focus follows when its element is replaced: not at first, and not from a tab that stays.
  const [takesFocus, setTakesFocus] = useState(false);
  const [wantsForm, setWantsForm] = useState(stores.length === 0);
  // The server renders whole pages and waits for no part that is loaded later.
  const isHydrated = useHydrated();

  useEffect(() => {
    const notice = takeNotice();
    if (notice) showToast(notice.type, notice.message);
  }, []);
  useEffect(() => keepReferral(id, inviter), [id, inviter]);

  const goTo = (name: PanelName) => {
    setTakesFocus(true);
    setPanel(name);
  };
  const choose = (promo: Promo) => {
    setTakesFocus(false);
    setPanel(panel === promo ? "login" : promo);
  };
  const toLogin = () => goTo("login");

  return (
    <main
      id="main"
      className={clsx(
        "grid grow overflow-x-clip",
        "grid-cols-[auto_minmax(0,1fr)] content-start [grid-template-areas:'head_head'_'tabs_ring'_'air_air'_'side_side'_'foot_foot']",
        "sm:grid-cols-2 sm:grid-rows-[auto_auto_1fr_auto] sm:[grid-template-areas:'head_ring'_'tabs_ring'_'side_ring'_'foot_foot']",
        "lg:grid-cols-[auto_minmax(0,1fr)_27rem] lg:grid-rows-[auto_1fr_auto] lg:[grid-template-areas:'head_ring_side'_'tabs_ring_side'_'foot_ring_side']",
      )}
    >
      <h1 className="max-w-[calc(24ch+2.5rem)] px-5 pt-6 text-16 text-ink-2 [grid-area:head] sm:max-w-[calc(24ch+5rem)] sm:px-10 sm:text-20 lg:pt-14">
        Live sets, heard the moment they are played.
      </h1>
      <PromoTabs chosen={isPromo(panel) ? panel : null} onChoose={choose} />

      <div className="relative flex items-center justify-center pr-5 [grid-area:ring] sm:items-start sm:py-6 sm:pr-8 sm:pl-0 lg:items-center lg:px-8">
        <div className="@container relative grid aspect-square w-full max-w-40 place-items-center sm:sticky sm:top-[calc(var(--head)+24px)] sm:max-w-md lg:static lg:max-w-[min(44rem,calc(100dvh-10.5rem))]">
          <Ring
            shape={isPromo(panel) ? panel : "knob"}
            light={live && !isUnheard(live.state) ? "green" : (live ?? next) ? "amber" : "off"}
            className="absolute inset-0 size-full"
          />
          {/* On phones the next set is shown below. */}
          {!live && <RingHand className={next ? "sm:hidden" : undefined} />}
          {(live || next) && (
            <section
              aria-label={live ? "On air now" : "Up next"}
              className="relative flex w-[52%] flex-col items-center gap-3"
            >
              <div className="@min-[26rem]:mb-2 @min-[26rem]:scale-125">
                <RingButton live={live} />
              </div>
              <div className="w-full max-sm:hidden">
                <RingText live={live} next={next} />
              </div>
            </section>
          )}
        </div>
      </div>
      <div className="px-5 pt-3 [grid-area:air] sm:hidden">
        <RingText live={live} next={next} />
      </div>

      <div className="px-5 pt-6 pb-8 [grid-area:side] sm:px-10 sm:pt-8 lg:border-l lg:border-tick lg:bg-raised lg:pt-[clamp(2rem,22dvh_-_5.5rem,8rem)]">
        {isPromo(panel) ? (
          <Suspense fallback={formRoom}>
            <PromoPanel promo={panel} onBack={toLogin} />
          </Suspense>
        ) : panel !== "login" ? (
          <Suspense fallback={formRoom}>
            {!isHydrated ? (
              formRoom
            ) : panel === "register" ? (
              <RegisterPanel referral={referral} onCancel={toLogin} />
            ) : (
              <RecoverPanel takesFocus={takesFocus} onBack={toLogin} />
            )}
          </Suspense>
        ) : wantsForm ? (
          <LoginPanel
            invitedBy={referral?.username ?? null}
            takesFocus={takesFocus}
            onRegister={() => goTo("register")}
            onForgot={() => goTo("recover")}
          />
        ) : (
          <StorePanel
            stores={stores}
            referral={referral}
            takesFocus={takesFocus}
            onLogIn={() => {
              setTakesFocus(true);
              setWantsForm(true);
            }}
          />
        )}
      </div>

      <div className="min-h-24 [grid-area:foot]">
        <InBrowser>
          <FollowStages onChange={(stages) => setOnNow((shown) => onNow(stages, shown.live?.id))} />
          <SiteFoot />
        </InBrowser>
      </div>
    </main>
  );
}

/** The three words of the poster. */
function PromoTabs({ chosen, onChoose }: { chosen: Promo | null; onChoose: (promo: Promo) => void }) {
  return (
    <ul className="mt-4 pl-5 [grid-area:tabs] sm:pl-10">
      {promos.map((promo) => (
        <li key={promo}>
          <button
            type="button"
            aria-pressed={chosen === promo}
            onClick={() => onChoose(promo)}
            className={clsx(
              "display block min-h-11 text-28 uppercase transition-colors hover:text-ink sm:text-44 xl:text-72",
              chosen === promo || chosen === null ? "text-ink" : "text-ink-3",
            )}
          >
            {promo}
          </button>
        </li>
      ))}
    </ul>
  );
}
