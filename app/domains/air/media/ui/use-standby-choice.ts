import { useSWRConfig } from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { useWork } from "#app/ui/use-work.ts";
import { viewEncoderCall } from "../calls/media.ts";
import { setStandbyCall } from "../calls/standby.ts";

/** A performer's choice about their connected encoder; the pages that show it are read again. */
export function useStandbyChoice(mount: string | null) {
  const { isBusy, run } = useWork(showFailure);
  const { mutate } = useSWRConfig();
  const choose = (isOn: boolean) =>
    run(async () => {
      try {
        await callApi(setStandbyCall, { isOn });
      } finally {
        await mutate([viewEncoderCall.path, mount]);
      }
    });
  return { isBusy, choose };
}
