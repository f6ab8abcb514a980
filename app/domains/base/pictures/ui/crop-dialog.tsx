import { useId, useState } from "react";
import Cropper, { type Area, type MediaSize } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "#app/ui/button.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { pictureWidths } from "../contract.ts";
import { type CutKind, cropSize, pictureRatios } from "../rules.ts";
import { drawCut } from "./draw-cut.ts";

const zoomLimit = 5;
/** Pixels that an arrow key moves the picture by; a fifth with Shift. */
const keyboardStep = 10;

/**
 * Chooses the part of a picture to keep: dragged or moved with the arrow keys, zoomed with wheel, fingers or slider.
 * Import it lazily.
 */
export default function CropDialog({
  url,
  kind,
  title,
  onCut,
  onClose,
}: {
  url: string;
  kind: CutKind;
  title: string;
  /** Called with a data URL, ready to be sent. */
  onCut: (dataUrl: string) => void;
  onClose: () => void;
}) {
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [maxZoom, setMaxZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const { isBusy, run } = useWork(() => showToast("error", "Your browser could not crop this picture."));
  const ratio = pictureRatios[kind];

  /** Limited so that the remaining part has the pixels of the smallest size. */
  const limitZoom = ({ naturalWidth, naturalHeight }: MediaSize) => {
    const whole = cropSize({ width: naturalWidth, height: naturalHeight }, ratio);
    const smallest = pictureWidths[kind].at(-1) ?? whole.width;
    setMaxZoom(Math.max(1, Math.min(zoomLimit, whole.width / smallest)));
  };
  const use = () =>
    run(async () => {
      if (area) onCut(await drawCut(url, area, kind));
    });

  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-14 text-ink-3">
        Drag the picture to move it
        <span className="pointer-coarse:hidden">, or use the arrow keys</span>.
      </p>
      <div className="relative mt-3 h-[min(45dvh,22rem)] bg-ground">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={ratio}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_percent, pixels) => setArea(pixels)}
          onMediaLoaded={limitZoom}
          keyboardStep={keyboardStep}
          // The page's policy allows no style without its nonce; the file beside it is the same.
          disableAutomaticStylesInjection
          // The area outside the crop is dimmed with the theme's background colour.
          classes={{ cropAreaClassName: "text-ground/70! border-ink!" }}
          cropperProps={{
            // The arrow keys move the picture, also with a screen reader.
            role: "application",
            "aria-label": "Crop area. Use the arrow keys to move the picture.",
          }}
        />
      </div>
      <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4">
        <label htmlFor={zoomId} className="text-14 font-semibold text-ink-2">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={zoom}
          disabled={maxZoom === 1}
          aria-valuetext={`${Math.round(zoom * 100)} %`}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 w-full accent-ink"
        />
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        <Button tone="bare" onClick={onClose}>
          Cancel
        </Button>
        <Button tone="solid" isBusy={isBusy} disabled={area === null} onClick={() => void use()}>
          Crop
        </Button>
      </div>
    </Dialog>
  );
}
