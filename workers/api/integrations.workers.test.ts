import { expect, test } from "vitest";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

test("an instance without service keys has no linked accounts", async () => {
  const person = await makePerson();
  expect(await answerOf(request("/api/social/connectedAccounts", { as: person }))).toEqual({
    mixcloud: false,
    mixcloudTags: [],
    mixcloudPhoto: null,
    twitter: false,
    tweetLive: false,
    tweetBookings: false,
    isConfigured: { mixcloud: false, twitter: false },
  });
});
