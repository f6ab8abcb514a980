import { redirect } from "react-router";
import { openMyProfile } from "#app/domains/people/people/my-profile.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { findInviter } from "../landing/landing-data.server.ts";
import { readReferral } from "../landing/referral.ts";
import type { Route } from "./+types/route";
import { RefPage } from "./ref-page.tsx";

/** The target of a shared link: the landing page with the referral stored, or, signed in, one's own referrals. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const id = readReferral(new URL(request.url).searchParams.get("id"));
  if (app.viewer === null) throw redirect(id === null ? "/" : `/?id=${id}`);
  const [profile, inviter] = await forPage(request, Promise.all([openMyProfile(app), findInviter(app, id)]));
  const { referrer, referralCount } = profile;
  return {
    userId: profile.id,
    referrer,
    referralCount,
    inviter: referrer === null && inviter?.id !== profile.id ? inviter : null,
  };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Referrals · Cue" }];
}

export default function RefRoute({ loaderData }: Route.ComponentProps) {
  return <RefPage {...loaderData} />;
}
