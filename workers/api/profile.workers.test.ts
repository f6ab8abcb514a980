import { expect, test } from "vitest";
import type { MyProfileView } from "#app/domains/people/contract/my-profile.ts";
import type { ProfileView } from "#app/domains/people/contract.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

test("one's own profile, by id, by name or by nothing, holds what nobody else sees of it", async () => {
  const referrer = await makePerson({ username: "Rosa" });
  const person = await makePerson({ username: "Iris", email: "iris@example.com", referrerId: referrer.id });
  const [second, third] = [
    await makePerson({ referrerId: person.id }),
    await makePerson({ referrerId: person.id }),
  ];
  for (const body of [{}, { user: person.id }, { user: "iris" }]) {
    const mine = await answerOf<MyProfileView>(request("/api/users/getProfile", { as: person, body }));
    expect(mine).toMatchObject({
      username: "Iris",
      email: "iris@example.com",
      emailVerified: false,
      referrer: { id: referrer.id, username: "Rosa" },
      referralCount: 2,
      usernameChangeableAt: 0,
      badgeDisplayChat: true,
      disableDMs: false,
      hideFollowsPlayer: false,
    });
  }
  for (const other of [second, third]) {
    const theirs = request("/api/users/getProfile", { as: other, body: { user: person.id } });
    const view = await answerOf<ProfileView>(theirs);
    expect(view).toMatchObject({ username: "Iris" });
    for (const secret of ["email", "emailVerified", "referrer", "disableDMs", "usernameChangeableAt"])
      expect(view).not.toHaveProperty(secret);
  }
});
