/**
 * Addresses of pages that others link to, as `routes.ts` defines them. A stage or a person is named by id or by name.
 */

/** The landing page, which leads to `next` after log-in. The link's state can say what for: see `LogInFor`. */
export const logInPath = (next: string) => `/?next=${encodeURIComponent(next)}`;
/** A guest's intention on a page that they can read. */
export type LogInFor = "chat" | "follow" | "test";

export const stagePath = (stage: string) => `/room/${stage}`;
export const profilePath = (user: string) => `/profile/${user}`;
export const songsPath = (user: string) => `/profile/songs/${user}`;
export const performancesPath = (user: string) => `/profile/performances/${user}`;
export const followingPath = (user: string) => `/following/${user}`;
export const followersPath = (user: string) => `/followers/${user}`;

/** The search for a text. */
export const searchPath = (text: string) => `/search?q=${encodeURIComponent(text.toWellFormed())}`;

export const trackPath = (track: string) => `/tracks/${track}`;
/** Returns the path of an artist by id or by name. */
export const artistPath = (artist: string) => `/artists/${encodeURIComponent(artist.toWellFormed())}`;
export const labelPath = (label: string) => `/labels/${label}`;

/** The inbox with one of its notices open. */
export const noticePath = (notice: string) => `/inbox?notice=${encodeURIComponent(notice)}`;
export const conversationPath = (conversation: string) =>
  `/inbox?conversation=${encodeURIComponent(conversation)}`;
/** The inbox with a new message to a person. */
export const writeToPath = (user: string) => `/inbox?to=${encodeURIComponent(user)}`;

/** A broadcast that can be played again, by its own id or that of its set. */
export const replayPath = (replay: string) => `/replay/${encodeURIComponent(replay)}`;
/** The same with the editor of its tracklist, for what was performed without a set. */
export const replayEditorPath = (replay: string) => `${replayPath(replay)}?tracklist=edit`;
/** All that everyone can play again. */
export const replaysPath = () => "/replays";

/** A set that was played. */
export const playedSetPath = (set: string) => `/djs/sets/${set}`;
/** The same with the editor of its tracklist, for its performer and the managers of the stage. */
export const tracklistEditorPath = (set: string) => `${playedSetPath(set)}?tracklist=edit`;
/** The page of a recording: that of its set, which stays when the recording is gone, otherwise its own. */
export const recordedPath = (replay: string, set?: string | null) =>
  set == null ? replayPath(replay) : playedSetPath(set);
/** A booked set, as its performer sees it. */
export const ownSetPath = (set: string) => `/djs/setdetails/${set}`;
/** A booked set, as the stage's managers see it. */
export const managedSetPath = (set: string) => `/management/setdetails/${set}`;
export const liveDashboardPath = (set: string) => `/djs/live-dashboard/${set}`;

/** A performer's own tracks, by which they are recognized. */
export const cratePath = () => "/djs/crate";

/** Returns the page where a performer requests a set on a stage. */
export const requestStagePath = (stage: string) => `/djs/request?room=${encodeURIComponent(stage)}`;
/** Returns the page where a manager asks a performer to play. */
export const requestPerformerPath = (stage: string) => `/management/request/${stage}`;

export const managedStagePath = (stage: string) => `/management/${stage}`;
export const editStagePath = (stage: string) => `/management/edit/${stage}`;
export const membersPath = (stage: string) => `/management/managemembers/${stage}`;
/** Returns the page of the targets of a stage's posts. */
export const stagePostsPath = (stage: string) => `/management/posts/${stage}`;
export const addManagerPath = (stage: string) => `/management/addmanager/${stage}`;

/** Returns the page where anyone can check a statement of a wallet. */
export const verifyStatementPath = () => "/tokens/verify";
