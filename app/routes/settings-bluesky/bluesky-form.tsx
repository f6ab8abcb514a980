import { type SubmitEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { storeBlueskyCall } from "#app/domains/people/integrations/calls.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useRefusal } from "../settings/refusal.ts";

const empty = { identifier: "", password: "" };

/** Links an account with its handle and an app password. */
export function BlueskyForm({ isAgain }: { isAgain: boolean }) {
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(empty);
  const refusal = useRefusal(form, {
    "bluesky-login-failed": "identifier",
    "bluesky-suspended": "identifier",
    "server-not-public": "identifier",
    "app-password-needed": "password",
    "bluesky-code-needed": "password",
  });
  const { isBusy, run } = useWork(refusal.tell);

  const type = (name: keyof typeof empty) => (event: { target: { value: string } }) => {
    refusal.forget(name);
    setTyped((before) => ({ ...before, [name]: event.target.value }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      refusal.clear();
      await callApi(storeBlueskyCall, typed);
      setTyped(empty);
      showToast("confirm", "Bluesky account successfully linked");
      await revalidate();
    });
  };
  return (
    <form ref={form} onSubmit={submit} className="flex w-full max-w-sm flex-col gap-2" noValidate>
      <Field
        label="Handle"
        placeholder="name.bsky.social"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.identifier}
        onChange={type("identifier")}
        error={refusal.at("identifier")}
      />
      <Field
        label="App password"
        type="password"
        autoComplete="off"
        placeholder="xxxx-xxxx-xxxx-xxxx"
        value={typed.password}
        onChange={type("password")}
        error={refusal.at("password")}
        hint="Not your account’s password: create an app password in Bluesky under Settings, Privacy and Security"
      />
      <div className="mt-2">
        <Button
          type="submit"
          tone="solid"
          isBusy={isBusy}
          disabled={typed.identifier.trim() === "" || typed.password.trim() === ""}
        >
          {isAgain ? "Link Again" : "Link"}
        </Button>
      </div>
    </form>
  );
}
