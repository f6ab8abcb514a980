/**
 * The permitted callers of each call, and the objects that they may name: one line per call, one character per cell.
 * `access-matrix.workers.test.ts` asks the real API about every cell. A call that is about nothing and is answered to
 * everyone who may make it has no line: its declaration says it all. A line without a call fails.
 *
 * A line reads: method and address (`#` begins the name of a variant of the same call), what it is about, then three
 * columns of answers: about one's *own* thing, about someone *else's*, and about one that is *missing*; a call that
 * is about nothing has one column. In a column stand, in this order, the answers to
 *
 *   signed-out, listener, performer, member, manager, other-manager, operator, and the holder of the instance's key.
 *
 * Of things that belong to a stage "own" means: of the stage that `member` belongs to, `manager` manages and
 * `performer` plays on; "else's" is what `other-manager` has in the same way. Of all other things "own" is the asking
 * person's, and "else's" a stranger's. `objects.ts` says what each word means.
 */
import type { Caller } from "#app/call.ts";
import type { ErrorCode } from "#app/errors.ts";

export const askers = [
  "signed-out",
  "listener",
  "performer",
  "member",
  "manager",
  "other-manager",
  "operator",
  "key",
] as const;
export type Asker = (typeof askers)[number];

export const whose = ["own", "else's", "missing"] as const;
export type Whose = (typeof whose)[number];

/** The meaning of each character of the table; null is a 200. */
export const answers: Readonly<Record<string, ErrorCode | null>> = {
  "+": null,
  "-": "authorization",
  // "Not yours" and "not there" answer alike.
  ".": "not-found",
  // From here on the asker may make the call, and it cannot be done for another reason.
  a: "login-failed",
  b: "bad-input",
  c: "captcha-failed",
  d: "you-blocked",
  e: "not-welcome",
  f: "follow-self",
  g: "not-connected",
  h: "block-self",
  i: "members-only",
  j: "set-not-on",
  k: "passkey-failed",
  l: "link-used",
  m: "mixcloud-not-linked",
  n: "not-a-performer",
  o: "no-schedule",
  p: "operator-protected",
  q: "report-self",
  r: "recovery-unknown",
  s: "manager-self",
  t: "no-test",
  u: "referral-unknown",
  v: "not-live",
  w: "wrong-password",
  x: "manager-protected",
  y: "referral-circular",
  z: "link-failed",
  T: "twitter-not-linked",
  W: "not-a-webhook",
  B: "not-a-bot-token",
  A: "listens-token",
  P: "proof-wrong",
  S: "secret-not-sealed",
  U: "tip-unverified",
  C: "act-by-key",
  O: "operator-own",
};

/** The one column of a call that has no line, by who may make it. */
export const answersTo: Readonly<Record<Caller, string>> = {
  guest: "++++++++",
  public: "++++++++",
  user: "-++++++-",
  operator: "......++",
  key: ".......+",
};

export const table = `
GET  /openapi.json                                               ++++++++
GET  /docs                                                       ++++++++
GET  /public/stages                                              ++++++++
GET  /public/nowPlaying                       stage              ++++++++  ++++++++  ........
GET  /public/schedule                         stage              ++++++++  ++++++++  ........
GET  /public/history                          stage              ++++++++  ++++++++  ........

POST /users/login                                                aaaaaaaa
POST /users/register                                             cccccccc
POST /users/confirmEmailChange                                   llllllll
POST /users/stopEmailChange                                      llllllll
POST /recovery/request                                           rrrrrrrr
POST /recovery/reset                                             llllllll
POST /passkeys/logIn                                             kkkkkkkk
POST /referrals/temporaryReferral             person             ++++++++  ++++++++  ++++++++
POST /referrals/setReferral                   person             -yyyyyy-  -++++++-  -uuuuuu-

POST /notifications/unsubscribeMail                              bbbbbbbb
POST /users/changePassword                                       -wwwwww-
POST /users/changeEmail                                          -wwwwww-
POST /users/deleteAccount                                        -wwwwww-
POST /users/endSession                        session            -++++++-  -......-  -......-
POST /secondFactor/begin                                         -wwwwww-
POST /secondFactor/confirm                                       -......-
POST /secondFactor/renewCodes                                    -......-
POST /secondFactor/remove                                        -......-
POST /passkeys/addOptions                                        -wwwwww-
POST /passkeys/add                                               -kkkkkk-
POST /passkeys/rename                         passkey            -++++++-  -......-  -......-
POST /passkeys/remove                         passkey            -++++++-  -......-  -......-

GET  /tokens/statement                                           -......-
GET  /tokens/statement.csv                                       -......-

POST /users/getProfile                        person             -++++++-  -++++++-  -......-
POST /users/getBio                            person             -++++++-  -++++++-  -......-
POST /users/follow                            person             -ffffff-  -++++++-  -......-
POST /users/unfollow                          person             -++++++-  -++++++-  -......-
POST /users/toggleAlert                       followed           -++++++-  -......-  -......-
POST /users/getFollowing                      person             -++++++-  -++++++-  -......-
POST /users/getFollowers                      person             -++++++-  -++++++-  -......-
POST /users/getFollowingPaginate              person             -++++++-  -++++++-  -......-
POST /users/getFollowersPaginate              person             -++++++-  -++++++-  -......-
POST /users/blockUser                         person             -hhhhhh-  -++++++-  -......-
POST /users/unblockUser                       person             -++++++-  -++++++-  -......-
POST /abuse/submit                            person             -qqqqqq-  -++++++-  -......-

POST /awards/getRoomAwards                     stage              -++++++-  -++++++-  -......-
POST /awards/manage                           award              -++++++-  -......-  -......-
POST /messages/getConversation                conversation       -++++++-  -......-  -......-
POST /messages/new                            conversation       -++++++-  -......-  -......-
POST /messages/new#to somebody                person             -bbbbbb-  -++++++-  -......-
POST /messages/new#to who is blocked          blocked            -dddddd-  -eeeeee-  -......-
POST /messages/edit                           own-message        -++++++-  -......-  -......-
POST /messages/deleteMessage                  own-message        -++++++-  -......-  -......-
POST /messages/addParticipant                 conversation       -++++++-  -......-  -......-
POST /messages/addParticipant#who left        left-conversation  -......-  -......-  -......-
POST /messages/removeParticipant              conversation       -++++++-  -......-  -......-
POST /messages/removeParticipant#another      conversation       -++++++-  -......-  -......-
POST /messages/setChatName                    conversation       -++++++-  -......-  -......-
POST /messages/read                           conversation       -++++++-  -......-  -......-
POST /messages/unread                         conversation       -++++++-  -......-  -......-
POST /messages/mute                           conversation       -++++++-  -......-  -......-
POST /messages/unmute                         conversation       -++++++-  -......-  -......-
POST /messages/delete                         conversation       -++++++-  -......-  -......-
POST /messages/getConversation#who left       left-conversation  -......-  -......-  -......-
POST /messages/new#who left                   left-conversation  -......-  -......-  -......-
POST /messages/getConversation#blocked        blocked-conversation  -++++++-  -++++++-  -......-
POST /messages/new#blocked                    blocked-conversation  -dddddd-  -eeeeee-  -......-
POST /messages/edit#blocked                   blocked-conversation  -dddddd-  -eeeeee-  -......-
POST /messages/deleteMessage#blocked          blocked-conversation  -++++++-  -++++++-  -......-
POST /messages/addParticipant#blocked         blocked-conversation  -dddddd-  -eeeeee-  -......-
POST /messages/removeParticipant#blocked      blocked-conversation  -++++++-  -++++++-  -......-
POST /messages/setChatName#blocked            blocked-conversation  -dddddd-  -eeeeee-  -......-
POST /messages/read#blocked                   blocked-conversation  -++++++-  -++++++-  -......-
POST /messages/mute#blocked                   blocked-conversation  -++++++-  -++++++-  -......-
POST /messages/delete#blocked                 blocked-conversation  -++++++-  -++++++-  -......-
POST /messages/deleteOwnMessage               chat-message       -++++++-  -......-  -......-
POST /abuse/submitMessage                     chat-message       -qqqqqq-  -++++++-  -......-
POST /messages/deleteProfileMessage           profile-message    -++++++-  -......-  -......-
POST /messages/deleteProfileMessages          profile-messages   -++++++-  -......-  -......-

POST /trackHistory/getLatestRoomTracks        stage              -++++++-  -++++++-  -......-
POST /trackHistory/getLatestProfileTracks     person             -++++++-  -++++++-  -......-
POST /trackHistory/getLatestProfileTracksPaginate  person        -++++++-  -++++++-  -......-
POST /trackHistory/trackProfile               track              -++++++-  -++++++-  -......-
POST /records/artistProfile                   artist             -++++++-  -++++++-  -......-
POST /records/labelProfile                    label              -++++++-  -++++++-  -......-
POST /favorites/favorite                      track              -++++++-  -++++++-  -......-
POST /favorites/unfavorite                    track              -++++++-  -++++++-  -......-
POST /favorites/getLatestFavorites            person             -++++++-  -++++++-  -......-
POST /plays/count                             stage              ++++++++  ++++++++  ........
POST /stats/startiOSActiveListener            performance        ++++++++  ++++++++  ........
POST /stats/stopiOSActiveListener             performance        ++++++++  ++++++++  ........

POST /social/mixcloudStore                                          -zzzzzz-
POST /social/mastodonStore                                          -zzzzzz-
POST /social/listenbrainzStore                                      -AAAAAA-
POST /social/lastfmStore                                            -zzzzzz-
POST /social/pauseListens                                           -......-
POST /social/mixcloudUpdate                                         -mmmmmm-
POST /social/twitterStore                                           -zzzzzz-
POST /social/twitterUpdate                                          -TTTTTT-
POST /crate/add                                                  -.++...-
GET  /crate/list                                                 -.++...-
POST /crate/delete                            crate-track        -.++...-  -......-  -......-
POST /webhooks/list                                              -.++...-
POST /webhooks/list#of a stage                webhook-stage      -...+..-  -....+.-  -......-
POST /webhooks/add                                               -.++...-
POST /webhooks/add#of a stage                 webhook-stage      -...+..-  -....+.-  -......-
POST /webhooks/update                         webhook            -++++++-  -......-  -......-
POST /webhooks/update#of a stage              stage-webhook      -...+..-  -....+.-  -......-
POST /webhooks/rollSecret                     webhook            -++++++-  -......-  -......-
POST /webhooks/rollSecret#of a stage          stage-webhook      -...+..-  -....+.-  -......-
POST /webhooks/test                           webhook            -++++++-  -......-  -......-
POST /webhooks/test#of a stage                stage-webhook      -...+..-  -....+.-  -......-
POST /webhooks/deliveries                     webhook            -++++++-  -......-  -......-
POST /webhooks/deliveries#of a stage          stage-webhook      -...+..-  -....+.-  -......-
POST /webhooks/retry                          webhook            -......-  -......-  -......-
POST /webhooks/retry#of a stage               stage-webhook      -......-  -......-  -......-
POST /webhooks/remove                         webhook            -++++++-  -......-  -......-
POST /webhooks/remove#of a stage              stage-webhook      -...+..-  -....+.-  -......-
POST /social/upload                           replay             -++++++-  -++++++-  -++++++-
POST /social/retryUpload                      replay             -......-  -......-  -......-
GET  /djs/stats                                                  -.++...-
GET  /djs/desk                                                   -.++...-
POST /djs/saveProfile                                            -.++...-
POST /djs/test                                                   -t++ttt-
GET  /media/connection                                           -.++...-
GET  /liveStreams/generateNewKey                                 -.++...-
POST /media/encoderFile                                          -t++ttt-
POST /media/encoder                           mount              -++++++-  -++++++-  -++++++-
POST /media/soundCheck                        mount              -++++++-  -......-  -......-
POST /media/standby                                              -.gg...-
POST /media/stageConnection                   on-demand-stage    -...+..-  -....+.-  -......-
POST /sets/checkIcecast                       mount              -++++++-  -++++++-  -++++++-

POST /tracklist/importHistory                 own-performance    -++++++-  -......-  -......-
POST /tracklist/describe                      own-line           -++++++-  -......-  -......-
POST /replays/get                             replay             ++++++++  ++++++++  ........
POST /replays/get#for its performer alone     private-replay     .++++++.  ........  ........
POST /replays/events                          replay             ++++++++  ++++++++  ........
POST /replays/events#for its performer alone  private-replay     .++++++.  ........  ........
POST /replays/update                          replay             -++++++-  -......-  -......-
POST /replays/update#of a coming set          set                -.+....-  -......-  -......-
POST /replays/update#of an on-demand stage    stage-replay       -...+..-  -....+.-  -......-
POST /replays/delete                          replay             -++++++-  -......-  -......-
POST /replays/delete#of an on-demand stage    stage-replay       -...+..-  -....+.-  -......-

POST /rooms/getRoom                           stage              -++++++-  -++++++-  -......-
POST /rooms/getRoomLineup                     stage              -++++++-  -++++++-  -......-
POST /rooms/getLineup                         stage              -++++++-  -++++++-  -......-
POST /rooms/getManagers                       stage              -++++++-  -++++++-  -......-
POST /rooms/subscribe                         stage              -++++++-  -++++++-  -......-
POST /rooms/unsubscribe                       stage              -++++++-  -++++++-  -......-
POST /rooms/toggleAlert                       subscription       -++++++-  -......-  -......-
POST /rooms/create                                               -...++.-
POST /rooms/update                            stage              -...+..-  -....+.-  -......-
POST /rooms/getLog                            stage              -...+..-  -....+.-  -......-
POST /rooms/archive                           spare-stage        -...+..-  -....+.-  -......-
POST /rooms/restore                           spare-stage        -...+..-  -....+.-  -......-
POST /rooms/delete                            spare-stage        -...+..-  -....+.-  -......-
POST /rooms/delete#by another name            spare-stage        -...b..-  -....b.-  -......-
POST /rooms/addManager                        stage              -...+..-  -....+.-  -......-
POST /rooms/addManager#a person who is not there  stage          -......-  -......-  -......-
POST /rooms/removeManager                     co-manager         -...+..-  -....+.-  -......-
POST /rooms/removeManager#oneself             stage              -...s..-  -....s.-  -......-
POST /rooms/removeManager#a manager of no stage  stage           -......-  -......-  -......-
POST /rooms/generateInstantPrivate            on-demand-stage    -...+..-  -....+.-  -......-
POST /rooms/generateInstantPrivate#a booking stage  stage        -...b..-  -....b.-  -......-
POST /rooms/getPerformers                     on-demand-stage    -...+..-  -....+.-  -......-
POST /rooms/getPerformers#of a booking stage  stage              -...b..-  -....b.-  -......-
POST /rooms/setPerformer                      on-demand-stage    -...+..-  -....+.-  -......-
POST /rooms/setPerformer#of a booking stage   stage              -...b..-  -....b.-  -......-

POST /roomMembers/getMembers                  stage              -++++++-  -++++++-  -......-
POST /roomMembers/getRoles                    stage              -++++++-  -++++++-  -......-
POST /roomMembers/allowNaming                 stage              -..+...-  -......-  -......-
POST /roomMembers/leaveMember                 stage              -..+...-  -......-  -......-
POST /roomMembers/addRole                     stage              -...+..-  -....+.-  -......-
POST /roomMembers/updateRole                  role               -...+..-  -....+.-  -......-
POST /roomMembers/updateRole#of another stage    foreign-role    -......-  -......-  -......-
POST /roomMembers/removeRole                  role               -...+..-  -....+.-  -......-
POST /roomMembers/removeRole#of another stage    foreign-role    -......-  -......-  -......-
POST /roomMembers/addMember                   stage              -...+..-  -....+.-  -......-
POST /roomMembers/addMember#in a role of another stage  foreign-role  -......-  -......-  -......-
POST /roomMembers/removeMember                membership         -...+..-  -....+.-  -......-
POST /roomMembers/removeMember#of another stage  foreign-membership  -......-  -......-  -......-
POST /roomMembers/updateMemberRole            membership         -...+..-  -....+.-  -......-
POST /roomMembers/updateMemberRole#of another stage  foreign-membership  -......-  -......-  -......-

POST /roomChat/getModeration                  stage              -...+..-  -....+.-  -......-
POST /roomChat/update                         stage              -...+..-  -....+.-  -......-
POST /roomChat/deleteMessage                  stage-message      -...+..-  -....+.-  -......-
POST /roomChat/deleteMessage#of another stage  foreign-message   -......-  -......-  -......-
POST /roomChat/deleteMessages                 stage-messages     -...+..-  -....+.-  -......-
POST /roomChat/deleteMessages#of another stage  foreign-messages  -......-  -......-  -......-
POST /roomChat/timeout                        stage              -...+..-  -....+.-  -......-
POST /roomChat/timeout#of a manager           co-manager         -...x..-  -....x.-  -......-
POST /roomChat/ban                            stage              -...+..-  -....+.-  -......-
POST /roomChat/ban#of a manager               co-manager         -...x..-  -....x.-  -......-
POST /roomChat/lift                           stage              -...+..-  -....+.-  -......-

POST /sets/getUserUpcomingSets                person             -++++++-  -++++++-  -......-
POST /sets/getLatestSets                      person             -++++++-  -++++++-  -......-
POST /sets/getPastSetsPaginate                person             -++++++-  -++++++-  -......-
POST /sets/getLatestRoomSets                  stage              -++++++-  -++++++-  -......-
POST /sets/getRoomSchedule                    stage              -++++++-  -++++++-  -......-
GET  /tracklist/get                           tracklist          ++++++++  ++++++++  ........
POST /tracklist/correct                       tracklist          -.+.+..-  -....+.-  -......-
GET  /tracklist/names                         tracklist          -.+.+..-  -....+.-  -......-
POST /tracklist/suggest                       tracklist          -++++++-  -++++++-  -......-
POST /sets/getSet                             set                -++++++-  -++++++-  -......-
POST /sets/getOwnSet                          set                -.+.+..-  -....+.-  -......-
POST /sets/update                             set                -.+.+..-  -....+.-  -......-
POST /sets/update#its time                    set                -.+.+..-  -....+.-  -......-
POST /sets/update#its performer               set                -.+.+..-  -....+.-  -......-
POST /sets/cancel                             set                -.+.+..-  -....+.-  -......-
POST /sets/end                                set                -.j.j..-  -....j.-  -......-
POST /sets/test                               set                -.+....-  -......-  -......-
POST /sets/endTest                            set                -.+....-  -......-  -......-
POST /sets/cheer                              stage              -vvvvvv-  -vvvvvv-  -......-
POST /tokens/tip                              stage              -UUUUUU-  -UUUUUU-  -UUUUUU-

POST /posts/addDiscord                                           -tWWttt-
POST /posts/addDiscord#of a stage             stage              -...W..-  -....W.-  -......-
POST /posts/addTelegram                                          -tBBttt-
POST /posts/addTelegram#of a stage            stage              -...B..-  -....B.-  -......-
GET  /posts/list                                                 -++++++-
GET  /posts/list#of a stage                   stage              -...+..-  -....+.-  -......-
POST /posts/update                            post-target        -++++++-  -......-  -......-
POST /posts/update#of a stage                 stage-post-target  -...+..-  -....+.-  -......-
POST /posts/preview                           post-target        -++++++-  -......-  -......-
POST /posts/preview#of a stage                stage-post-target  -...+..-  -....+.-  -......-
POST /posts/test                              post-target        -++++++-  -......-  -......-
POST /posts/test#of a stage                   stage-post-target  -...+..-  -....+.-  -......-
GET  /posts/record                                               -++++++-
GET  /posts/record#of a stage                 stage              -...+..-  -....+.-  -......-
GET  /posts/record#of a target                post-target        -++++++-  -......-  -......-
GET  /posts/record#of a target of a stage     stage-post-target  -...+..-  -....+.-  -......-
POST /posts/remove                            post-target        -++++++-  -......-  -......-
POST /posts/remove#of a stage                 stage-post-target  -...+..-  -....+.-  -......-

POST /setRequests/getRoomRequests             stage              -...+..-  -....+.-  -......-
POST /setRequests/request                     stage              -n++nnn-  -n++nnn-  -......-
POST /setRequests/request#on a stage of members  members-stage   -ni+nnn-  -niinnn-  -......-
POST /setRequests/request#on demand           on-demand-stage    -oooooo-  -oooooo-  -......-
POST /setRequests/request#for somebody else   stage              -...+..-  -....+.-  -......-
POST /setRequests/accept                      request            -...+..-  -....+.-  -......-
POST /setRequests/accept#an invitation        invitation         -.+....-  -......-  -......-
POST /setRequests/accept#another time         move               -...+..-  -....+.-  -......-
POST /setRequests/accept#as a substitute      offer              -..+...-  -......-  -......-
POST /setRequests/undoAccept                  accepted-request   -...+..-  -....+.-  -......-
POST /setRequests/undoAccept#an invitation    accepted-invitation  -.+....-  -......-  -......-
POST /setRequests/decline                     request            -.+.+..-  -....+.-  -......-
POST /setRequests/decline#an invitation       invitation         -.+.+..-  -....+.-  -......-
POST /setRequests/decline#another time        move               -.+.+..-  -....+.-  -......-
POST /setRequests/decline#as a substitute     offer              -.+++..-  -....+.-  -......-

POST /sharedSecrets/generateKeys                                 -PPPPPP-
POST /sharedSecrets/getAddress                person             -++++++-  -++++++-  -......-
POST /sharedSecrets/store                                        -SSSSSS-
POST /tokens/devices/add                                         -PPPPPP-
POST /tokens/devices/remove                                      -......-
POST /tokens/devices/only                                        -......-
POST /tokens/devices/newKey                                      -PPPPPP-

POST /operator/make-manager                   person             ......O+  ......++  ........
POST /operator/make-performer                 person             ......O+  ......++  ........
POST /operator/make-operator                  person             .......+  .......+  ........
POST /operator/remove-operator                person             .......+  .......+  ........
POST /operator/references                     person             .......+  .......+  ........
POST /operator/remove-reference               harvested          ......++  ......++  ........
POST /operator/create-set                     stage              ......++  ......++  ........
POST /operator/grant-award                    person             ......O+  ......++  ........
POST /operator/retract-announcement           announcement       ......++  ......++  ........
POST /operator/describe-track                 track              ......++  ......++  ........
POST /operator/describe-label                 label              ......++  ......++  ......++
POST /operator/remove-artist-picture          artist             ......++  ......++  ........
POST /operator/ban                            person             ......p+  ......++  ........
POST /operator/unban                          person             ......++  ......++  ........
POST /operator/settle                         report             ......++  ......++  ........
POST /operator/dismiss                        person             ......O+  ......++  ........

POST /tokens/giveBack                         own-tip            -++++++-  -......-  -......-

POST /operator/tokens/grant                   person             ......++  ......++  ........
POST /operator/tokens/freeze                  person             ......++  ......++  ........
POST /operator/tokens/unfreeze                person             ......++  ......++  ........
POST /operator/tokens/hold                    open-claim         ......++  ......++  ........
POST /operator/tokens/release                 held-claim         ......++  ......++  ........
POST /operator/tokens/void                    open-claim         ......++  ......++  ........
POST /operator/tokens/giveBack                received-tip       ......++  ......++  ........
POST /operator/tokens/wallet                  person             ......++  ......++  ........
POST /operator/tokens/decide                  token-act          ......+C  ......+C  ........
`;
