import { eq, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  broadcasts,
  cheers,
  favorites,
  listens,
  plays,
  setRequests,
  sets,
  stageLog,
  stageManagers,
  stageMembers,
  stageRestrictions,
  stageRoles,
  stageSubscriptions,
  stages,
  tracks,
  users,
} from "../../schema/index.ts";
import { behind, type DataSection, inOrder, pageSize, rowOf } from "./page.ts";

const requestors = alias(users, "requestors");

/** What the account has done on stages and with music. */
export const activitySections: readonly DataSection[] = [
  {
    name: "subscriptions",
    of: ["stage_subscriptions.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(stageSubscriptions),
          stage: stages.name,
          hasAlert: stageSubscriptions.hasAlert,
          createdAt: stageSubscriptions.createdAt,
        })
        .from(stageSubscriptions)
        .innerJoin(stages, eq(stages.id, stageSubscriptions.stageId))
        .where(behind(stageSubscriptions, after, eq(stageSubscriptions.userId, userId)))
        .orderBy(inOrder(stageSubscriptions))
        .limit(pageSize),
  },
  {
    name: "memberships",
    of: ["stage_members.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(stageMembers),
          stage: stages.name,
          role: stageRoles.name,
          allowsNaming: stageMembers.allowsNaming,
          isPlaying: stageMembers.isPlaying,
          createdAt: stageMembers.createdAt,
        })
        .from(stageMembers)
        .innerJoin(stages, eq(stages.id, stageMembers.stageId))
        .leftJoin(stageRoles, eq(stageRoles.id, stageMembers.roleId))
        .where(behind(stageMembers, after, eq(stageMembers.userId, userId)))
        .orderBy(inOrder(stageMembers))
        .limit(pageSize),
  },
  {
    name: "managedStages",
    of: ["stage_managers.user_id"],
    read: (db, userId, after) =>
      db
        .select({ row: rowOf(stageManagers), stage: stages.name, createdAt: stageManagers.createdAt })
        .from(stageManagers)
        .innerJoin(stages, eq(stages.id, stageManagers.stageId))
        .where(behind(stageManagers, after, eq(stageManagers.userId, userId)))
        .orderBy(inOrder(stageManagers))
        .limit(pageSize),
  },
  {
    name: "chatRestrictions",
    of: ["stage_restrictions.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(stageRestrictions),
          stage: stages.name,
          until: stageRestrictions.until,
          createdAt: stageRestrictions.createdAt,
        })
        .from(stageRestrictions)
        .innerJoin(stages, eq(stages.id, stageRestrictions.stageId))
        .where(behind(stageRestrictions, after, eq(stageRestrictions.userId, userId)))
        .orderBy(inOrder(stageRestrictions))
        .limit(pageSize),
  },
  {
    name: "chatRestrictionsMade",
    of: ["stage_restrictions.by_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(stageRestrictions),
          stage: stages.name,
          user: users.username,
          until: stageRestrictions.until,
          createdAt: stageRestrictions.createdAt,
        })
        .from(stageRestrictions)
        .innerJoin(stages, eq(stages.id, stageRestrictions.stageId))
        .innerJoin(users, eq(users.id, stageRestrictions.userId))
        .where(behind(stageRestrictions, after, eq(stageRestrictions.byId, userId)))
        .orderBy(inOrder(stageRestrictions))
        .limit(pageSize),
  },
  {
    name: "changesToStages",
    of: ["stage_log.actor_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(stageLog),
          stage: stages.name,
          action: stageLog.action,
          details: stageLog.details,
          at: stageLog.at,
        })
        .from(stageLog)
        .innerJoin(stages, eq(stages.id, stageLog.stageId))
        .where(behind(stageLog, after, eq(stageLog.actorId, userId)))
        .orderBy(inOrder(stageLog))
        .limit(pageSize),
  },
  {
    name: "sets",
    of: ["sets.performer_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(sets),
          stage: stages.name,
          name: sets.name,
          description: sets.description,
          startsAt: sets.startsAt,
          endsAt: sets.endsAt,
          status: sets.status,
          mixcloud: sets.mixcloud,
          mixcloudName: sets.mixcloudName,
          createdAt: sets.createdAt,
          changedAt: sets.changedAt,
          peakListeners: sets.peakListeners,
        })
        .from(sets)
        .innerJoin(stages, eq(stages.id, sets.stageId))
        .where(behind(sets, after, eq(sets.performerId, userId)))
        .orderBy(inOrder(sets))
        .limit(pageSize),
  },
  {
    name: "setRequests",
    of: ["set_requests.performer_id", "set_requests.requestor_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(setRequests),
          stage: stages.name,
          performer: users.username,
          requestor: requestors.username,
          kind: setRequests.kind,
          fromStartsAt: setRequests.fromStartsAt,
          fromEndsAt: setRequests.fromEndsAt,
          name: setRequests.name,
          description: setRequests.description,
          startsAt: setRequests.startsAt,
          endsAt: setRequests.endsAt,
          weeks: setRequests.weeks,
          timeZone: setRequests.timeZone,
          mixcloud: setRequests.mixcloud,
          mixcloudName: setRequests.mixcloudName,
          status: setRequests.status,
          createdAt: setRequests.createdAt,
          settledAt: setRequests.settledAt,
        })
        .from(setRequests)
        .innerJoin(stages, eq(stages.id, setRequests.stageId))
        .innerJoin(users, eq(users.id, setRequests.performerId))
        .innerJoin(requestors, eq(requestors.id, setRequests.requestorId))
        .where(
          behind(
            setRequests,
            after,
            or(eq(setRequests.performerId, userId), eq(setRequests.requestorId, userId)),
          ),
        )
        .orderBy(inOrder(setRequests))
        .limit(pageSize),
  },
  {
    name: "broadcasts",
    of: ["broadcasts.performer_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(broadcasts),
          stage: stages.name,
          startedAt: broadcasts.startedAt,
          endedAt: broadcasts.endedAt,
          peakListeners: broadcasts.peakListeners,
        })
        .from(broadcasts)
        .leftJoin(stages, eq(stages.id, broadcasts.stageId))
        .where(behind(broadcasts, after, eq(broadcasts.performerId, userId)))
        .orderBy(inOrder(broadcasts))
        .limit(pageSize),
  },
  {
    name: "plays",
    of: ["plays.performer_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(plays),
          artist: tracks.artist,
          title: tracks.title,
          stage: stages.name,
          playedAt: plays.playedAt,
          listenCount: plays.listenCount,
        })
        .from(plays)
        .innerJoin(tracks, eq(tracks.id, plays.trackId))
        .leftJoin(stages, eq(stages.id, plays.stageId))
        .where(behind(plays, after, eq(plays.performerId, userId)))
        .orderBy(inOrder(plays))
        .limit(pageSize),
  },
  {
    name: "favorites",
    of: ["favorites.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(favorites),
          artist: tracks.artist,
          title: tracks.title,
          performer: users.username,
          stage: stages.name,
          createdAt: favorites.createdAt,
        })
        .from(favorites)
        .leftJoin(tracks, eq(tracks.id, favorites.trackId))
        .leftJoin(users, eq(users.id, favorites.performerId))
        .leftJoin(stages, eq(stages.id, favorites.stageId))
        .where(behind(favorites, after, eq(favorites.userId, userId)))
        .orderBy(inOrder(favorites))
        .limit(pageSize),
  },
  {
    name: "cheers",
    of: ["cheers.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(cheers),
          performer: users.username,
          stage: stages.name,
          artist: tracks.artist,
          title: tracks.title,
          cheeredAt: cheers.cheeredAt,
        })
        .from(cheers)
        .leftJoin(tracks, eq(tracks.id, cheers.trackId))
        .leftJoin(users, eq(users.id, cheers.performerId))
        .leftJoin(stages, eq(stages.id, cheers.stageId))
        .where(behind(cheers, after, eq(cheers.userId, userId)))
        .orderBy(inOrder(cheers))
        .limit(pageSize),
  },
  {
    name: "listens",
    of: ["listens.listener"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(listens),
          performer: users.username,
          stage: stages.name,
          listenedAt: listens.listenedAt,
        })
        .from(listens)
        .leftJoin(users, eq(users.id, listens.performerId))
        .leftJoin(stages, eq(stages.id, listens.stageId))
        .where(behind(listens, after, eq(listens.listener, userId)))
        .orderBy(inOrder(listens))
        .limit(pageSize),
  },
];
