import { playerKeys } from "#app/player/player-keys.ts";
import Dialog from "#app/ui/dialog.tsx";
import { setSingleKeys, useSingleKeys } from "#app/ui/single-keys.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { pages } from "./page-keys.ts";

interface Line {
  keys: readonly string[];
  /** The relation between two keys: alternatives, or one after the other. */
  joint?: "or" | "then";
  does: string;
}

const everybody: Line[] = [
  { keys: ["C"], does: "Open or close the chat" },
  { keys: ["?"], does: "Show this help" },
];
const signedIn: Line[] = [
  ...pages.map(({ key, name }) => ({
    keys: ["G", key.toUpperCase()],
    joint: "then" as const,
    does: name,
  })),
  { keys: ["/"], does: "Search" },
];

/** All keys, and the setting that turns them off. The default export of its own chunk. */
export default function KeysDialog({ isSignedIn, onClose }: { isSignedIn: boolean; onClose: () => void }) {
  const areOn = useSingleKeys();
  return (
    <Dialog title="Keyboard Shortcuts" onClose={onClose}>
      <Keys title="Player" lines={playerKeys} />
      <Keys title="Pages" lines={isSignedIn ? [...signedIn, ...everybody] : everybody} />
      <div className="mt-4 border-t border-tick">
        <Toggle
          label="Use these keys"
          description="Turn off if you use voice control or press keys by accident."
          isOn={areOn}
          onChange={(isOn) => {
            setSingleKeys(isOn);
            return undefined;
          }}
        />
      </div>
    </Dialog>
  );
}

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className="mt-4 first:mt-0">
      <h3 className="label mb-1 text-ink-3">{title}</h3>
      <dl>
        {lines.map(({ keys, joint = "or", does }) => (
          <div key={does} className="flex items-center justify-between gap-4 border-t border-tick py-1.5">
            <dt className="text-16">{does}</dt>
            <dd className="flex items-center gap-1.5 text-14 text-ink-3">
              {keys.map((key, index) => (
                <span key={key} className="flex items-center gap-1.5">
                  {index > 0 && joint}
                  <kbd className="inline-flex min-h-7 min-w-7 font-[inherit] items-center justify-center rounded-control border border-edge px-1.5 text-14 text-ink">
                    {key}
                  </kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
