import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { saveTogglesCall } from "#app/domains/people/accounts/calls/settings.ts";
import { ToggleSettings } from "#app/domains/people/accounts/contract/settings.ts";

/** The settings of notifications and posts, each saved separately. */
export function useToggles(saved: ToggleSettings) {
  const [toggles, setToggles] = useState(saved);
  const save = (name: keyof ToggleSettings) => async (isOn: boolean) => {
    try {
      const answered = await callApi(saveTogglesCall, { [name]: isOn });
      // Responses may arrive in any order: each is only about its own setting.
      setToggles((now) => ({ ...now, [name]: answered[name] }));
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  return { toggles, save };
}
