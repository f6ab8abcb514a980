import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { showToast } from "./toast.tsx";

/**
 * A dialog in its own chunk, which loads when it is opened. On failure the dialog shows that and closes, and the next
 * press retries: `lazy` would fail permanently, together with everything inside its boundary.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let known: { default: ComponentType<Props> } | null = null;
  return function LazyDialog(props: Props) {
    const [loaded, setLoaded] = useState(known);
    const giveUp = useEffectEvent(() => {
      showToast("error", "This could not be loaded. Try again when you are online.");
      props.onClose();
    });
    useEffect(() => {
      let isGone = false;
      load().then(
        (module) => {
          known = module;
          if (!isGone) setLoaded(module);
        },
        () => {
          if (!isGone) giveUp();
        },
      );
      return () => {
        isGone = true;
      };
    }, []);
    return loaded && <loaded.default {...props} />;
  };
}
