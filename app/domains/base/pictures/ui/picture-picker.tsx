import clsx from "clsx";
import { ImageUp, Trash2 } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { CutKind } from "../rules.ts";
import type { OpenedPicture } from "./open-picture.ts";

const CropDialog = lazy(() => import("./crop-dialog.tsx"));

const words: Record<CutKind, { label: string; choose: string; remove: string; cut: string }> = {
  profile: {
    label: "Profile photo",
    choose: "Choose Photo",
    remove: "Remove Photo",
    cut: "Crop Your Photo",
  },
  banner: { label: "Banner", choose: "Choose Banner", remove: "Remove Banner", cut: "Crop Your Banner" },
  thumbnail: {
    label: "Thumbnail",
    choose: "Choose Picture",
    remove: "Remove Picture",
    cut: "Crop Picture",
  },
  upload: { label: "Picture", choose: "Choose Picture", remove: "Remove Picture", cut: "Crop Picture" },
};

const shapes: Record<CutKind, string> = {
  profile: "w-32",
  banner: "aspect-[3/1]! w-full",
  thumbnail: "aspect-video! w-full max-w-sm",
  upload: "w-40",
};

const pictureName = /\.(jpe?g|png|tiff?)$/i;

/**
 * Shows a picture and lets it be replaced: chosen, dropped or pasted, then cropped in a dialog. Files that cannot be
 * stored are refused here with the server's messages.
 */
export function PicturePicker({
  kind,
  src,
  name,
  onPick,
}: {
  kind: CutKind;
  /** Path of the present picture, or null. */
  src: string | null;
  /** The owner's name: the drawn fallback comes from it. */
  name: string;
  /**
   * Called with a data URL, or with null to remove the present picture. The new picture is shown while this runs, and
   * `src` after that.
   */
  onPick: (dataUrl: string | null) => Promise<unknown> | undefined;
}) {
  const messageId = useId();
  const fileRef = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<OpenedPicture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [underWay, setUnderWay] = useState<{ picture: string | null } | null>(null);
  const [isOver, setOver] = useState(false);
  const text = words[kind];
  const isBusy = underWay !== null;
  const shown = underWay ? underWay.picture : src;

  useEffect(() => () => opened?.close(), [opened]);

  const open = async (file: File | undefined) => {
    if (file === undefined || isBusy) return;
    // A file dropped on a stage's picture whose name is not a picture's was not meant for it.
    if (kind === "thumbnail" && !pictureName.test(file.name)) return;
    setProblem(null);
    const { openPicture } = await import("./open-picture.ts");
    const result = await openPicture(file);
    if ("problem" in result) setProblem(result.problem);
    else setOpened(result);
  };
  const pick = async (picture: string | null) => {
    setOpened(null);
    setProblem(null);
    setUnderWay({ picture });
    try {
      await onPick(picture);
    } catch {
      // The caller has shown the error; the picture reverts.
    } finally {
      setUnderWay(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };
  const paste = (event: ClipboardEvent) => {
    const file = event.clipboardData.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void open(file);
  };

  return (
    // Dropping and pasting are shorter ways to what the button does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <h3 className="mb-2 text-14 font-semibold text-ink-2">{text.label}</h3>
      <div className={clsx("flex gap-4", kind === "banner" ? "flex-col" : "flex-wrap items-center")}>
        <Picture
          src={shown}
          name={name}
          ratio={kind === "profile" || kind === "upload" ? "square" : "wide"}
          isEager
          className={clsx(shapes[kind], isOver && "outline-2 outline-offset-2 outline-ink")}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            icon={<ImageUp aria-hidden="true" className="size-4" />}
            isBusy={isBusy}
            aria-describedby={messageId}
            onClick={() => fileRef.current?.click()}
          >
            {text.choose}
          </Button>
          {src !== null && (
            <Button
              tone="bare"
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              disabled={isBusy}
              onClick={() => void pick(null)}
            >
              {text.remove}
            </Button>
          )}
        </div>
      </div>
      <p
        id={messageId}
        aria-live="polite"
        className={clsx("mt-2 min-h-5 text-14", problem ? "text-red" : "text-ink-3")}
      >
        {problem ?? "JPG, PNG or TIF. You can also drop or paste one here."}
      </p>
      <input
        ref={fileRef}
        type="file"
        hidden
        accept=".jpg,.jpeg,.png,.tif,.tiff"
        aria-label={text.choose}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          // Allows the same file to be chosen again.
          event.target.value = "";
        }}
      />
      {opened && (
        <Suspense>
          <CropDialog
            url={opened.url}
            kind={kind}
            title={text.cut}
            onCut={(dataUrl) => void pick(dataUrl)}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
