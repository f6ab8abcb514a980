import clsx from "clsx";
import { Check, Info } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { showAwardCall } from "#app/domains/value/awards/calls.ts";
import type { EarnedAwardView } from "#app/domains/value/awards/contract.ts";
import { AwardBadge } from "#app/domains/value/awards/ui/award-badge.tsx";
import { awardTexts } from "#app/domains/value/awards/wording.ts";
import { BusyTicks, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";

const AwardDialog = lazy(() => import("#app/domains/value/awards/ui/award-dialog.tsx"));

export type AwardType = "title" | "badge";

const words = {
  title: {
    page: "Select Profile Title",
    intro: "Shown under your name. Choose one to use it.",
    none: "No title",
    empty: "You have not earned a title yet",
  },
  badge: {
    page: "Select Badge",
    intro: "Shown beside your name on your profile, in chats and in lists. Choose one to use it.",
    none: "No badge",
    empty: "You have not earned a badge yet",
  },
};

/** Earned awards of one type; a tap shows one of them on the profile, the first entry shows none. */
export function SelectAwardPage({
  awardType,
  earned,
  isDj,
}: {
  awardType: AwardType;
  earned: EarnedAwardView[];
  isDj: boolean;
}) {
  const choices = awardType === "badge" ? earned.filter(({ badge }) => badge !== null) : earned;
  const [shown, setShown] = useState(
    () => choices.find((award) => (awardType === "title" ? award.isTitle : award.isBadge))?.id ?? null,
  );
  /** The choice that is being sent to the server; undefined where there is none. */
  const [wanted, setWanted] = useState<string | null | undefined>(undefined);
  const [opened, setOpened] = useState<EarnedAwardView | null>(null);
  const text = words[awardType];

  const choose = async (id: string | null) => {
    if (wanted !== undefined) return;
    setWanted(id);
    try {
      const body = id === null ? { awardType, remove: true } : { awardType, award: id };
      const { type, message } = await callApi(showAwardCall, body);
      setShown(id);
      showToast(type, message);
    } catch (error) {
      showFailure(error);
    } finally {
      setWanted(undefined);
    }
  };
  const stateOf = (id: string | null) => ({
    isShown: shown === id,
    isBusy: wanted === id,
    onChoose: () => void choose(id),
  });

  return (
    <SettingsPage title={text.page} back={{ to: "/settings/profile", name: "Profile" }} intro={text.intro}>
      <ul className="mt-6 border-t border-tick">
        <Choice {...stateOf(null)}>
          <span className="text-16">{text.none}</span>
        </Choice>
        {choices.map((award) => {
          const { title, name } = awardTexts(award, isDj);
          return (
            <Choice
              key={award.id}
              {...stateOf(award.id)}
              end={
                <IconButton
                  label={`About ${title}`}
                  aria-haspopup="dialog"
                  onClick={() => setOpened(award)}
                  className="mr-1"
                >
                  <Info aria-hidden="true" className="size-5" />
                </IconButton>
              }
            >
              <AwardBadge award={award} className="size-12" />
              <span className="min-w-0">
                <span className="display block text-20">{title}</span>
                <span className="block text-14 text-ink-3">{name}</span>
                {award.room && (
                  <span className="block truncate text-14 text-ink-3">
                    From <bdi>{award.room.name}</bdi>
                  </span>
                )}
              </span>
            </Choice>
          );
        })}
      </ul>
      {choices.length === 0 && <EmptyState title={text.empty}>See what you can earn, and how:</EmptyState>}
      <p className="mt-4">
        <ButtonLink to="/settings/generalawards">Achievable Awards</ButtonLink>
      </p>
      {opened && (
        <Suspense fallback={null}>
          <AwardDialog award={opened} isDj={isDj} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </SettingsPage>
  );
}

function Choice({
  isShown,
  isBusy,
  onChoose,
  end,
  children,
}: {
  isShown: boolean;
  isBusy: boolean;
  onChoose: () => void;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center border-b border-tick">
      <button
        type="button"
        aria-pressed={isShown}
        aria-busy={isBusy || undefined}
        onClick={onChoose}
        className={clsx(
          "flex min-h-16 min-w-0 grow items-center gap-4 border-l-2 px-3 py-2 text-left transition-colors -outline-offset-2 hover:bg-control",
          isShown ? "border-ink" : "border-transparent",
        )}
      >
        {children}
        <span className="ml-auto flex w-6 shrink-0 justify-center">
          {isBusy ? <BusyTicks /> : isShown && <Check aria-hidden="true" className="size-5" />}
        </span>
      </button>
      {end}
    </li>
  );
}
