import type { AccountView } from "./contract/accounts.ts";
import type { UserRow } from "./queries/accounts.ts";

export function toAccountView(user: UserRow): AccountView {
  return {
    id: user.id,
    _id: user.id,
    username: user.username,
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    profile: user.photo,
    title: user.title,
    badge: user.badge,
    performerType: user.performerType,
    dj: user.isPerformer,
    djTest: user.hasPassedTest,
    manager: user.isManager,
    operator: user.isOperator,
  };
}
