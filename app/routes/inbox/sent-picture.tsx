import { ImageOff } from "lucide-react";
import { useCallback, useState } from "react";
import { pictureAt } from "#app/domains/base/pictures/rules.ts";

/**
 * A picture in a conversation: always in one size, so that nothing moves when it loads; it links to the whole picture.
 */
export function SentPicture({ path, by }: { path: string; by: string }) {
  const [hasFailed, setFailed] = useState(false);
  // A server-rendered image may have failed before anything listened for it.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true);
  }, []);
  if (hasFailed)
    return (
      <p className="flex aspect-4/3 w-72 max-w-full flex-col items-center justify-center gap-2 bg-control text-14 text-ink-2">
        <ImageOff aria-hidden="true" className="size-8 text-ink-3" />
        This picture could not be loaded
      </p>
    );
  return (
    <a href={path} target="_blank" rel="noreferrer" className="block w-72 max-w-full">
      <img
        ref={check}
        src={pictureAt(path, 480)}
        alt={`Sent by ${by}`}
        width={288}
        height={216}
        decoding="async"
        onError={() => setFailed(true)}
        className="aspect-4/3 w-full bg-control object-cover"
      />
    </a>
  );
}
