/**
 * The calls of the product's specification, which apps rely on: each by its method, its path below `/api`, and who may
 * make it. `public` ones need no session.
 */
export const specifiedCalls = `
GET  /status  public
GET  /stats/getCountry  public
POST /users/login  public
POST /users/register  public
POST /users/checkUsername  public
POST /users/checkEmail  public
POST /recovery/request  public
POST /referrals/temporaryReferral  public
POST /referrals/setReferral  user
GET  /users/getPerformerType  user
POST /users/getBio  user
POST /users/getProfile  user
POST /users/follow  user
POST /users/unfollow  user
POST /users/toggleAlert  user
POST /users/getFollowing  user
POST /users/getFollowers  user
POST /users/getFollowingPaginate  user
POST /users/getFollowersPaginate  user
POST /users/search  user
POST /users/blockUser  user
POST /users/unblockUser  user
GET  /users/checkDjTest  user
POST /users/saveProfile  user
GET  /users/resendVerification  user
POST /users/searchCity  user
POST /users/changePassword  user
POST /users/saveToggleSettings  user
GET  /users/getToggleSettings  user
POST /abuse/submit  user
POST /announcements/check  user
GET  /announcements/serverMessages  user
GET  /rooms/getSubscribed  user
GET  /rooms/getRooms  user
GET  /rooms/getManaging  manager
POST /rooms/getRoom  user
POST /rooms/getRoomLineup  user
POST /rooms/getLineup  user
POST /rooms/getManagers  user
POST /rooms/subscribe  user
POST /rooms/unsubscribe  user
POST /rooms/toggleAlert  user
POST /rooms/search  user
POST /rooms/addManager  stage manager
POST /rooms/removeManager  stage manager
POST /rooms/update  stage manager
POST /rooms/generateInstantPrivate  stage manager
POST /roomMembers/getMembers  user
POST /roomMembers/getRoles  user
POST /roomMembers/leaveMember  stage member
POST /roomMembers/addRole  stage manager
POST /roomMembers/removeRole  stage manager
POST /roomMembers/updateRole  stage manager
POST /roomMembers/addMember  stage manager
POST /roomMembers/removeMember  stage manager
POST /roomMembers/updateMemberRole  stage manager
POST /plays/count  public
POST /stats/startiOSActiveListener  public
POST /stats/stopiOSActiveListener  public
GET  /stats/weeklyDJs  user
GET  /stats/get  user
GET  /djs/top  user
GET  /djs/newest  user
GET  /djs/stats  performer
GET  /djs/getProfile  user
POST /djs/test  user
POST /djs/search  user
POST /djs/saveProfile  performer
GET  /sets/getUpcomingSets  user
GET  /sets/getMySets  performer
GET  /sets/getMyPastSets  performer
POST /sets/getSet  user
POST /sets/getUserUpcomingSets  user
POST /sets/getPastSetsPaginate  user
POST /sets/getLatestSets  user
POST /sets/getLatestRoomSets  user
POST /sets/cheer  user
POST /sets/cancel  set owner or stage manager
POST /sets/update  set owner or stage manager
POST /sets/initialTest  user
POST /sets/endInitialTest  user
POST /sets/test  set owner
POST /sets/endTest  set owner
POST /sets/checkIcecast  user
GET  /liveStreams/generateNewKey  performer
GET  /setRequests/getMyRequests  performer
POST /setRequests/getRoomRequests  stage manager
POST /setRequests/request  performer or stage manager
POST /setRequests/accept  the other party
POST /setRequests/decline  either party
GET  /tracks/latest  user
POST /trackHistory/getLatestRoomTracks  user
POST /trackHistory/getLatestProfileTracks  user
POST /trackHistory/getLatestProfileTracksPaginate  user
POST /trackHistory/trackProfile  user
POST /records/artistProfile  user
POST /records/labelProfile  user
POST /favorites/favorite  user
POST /favorites/unfavorite  user
GET  /favorites/getFavorites  user
POST /favorites/getFavoritesPaginate  user
POST /favorites/getLatestFavorites  user
POST /search  user
POST /awards/getRoomAwards  user
GET  /awards/getMyAwards  user
GET  /awards/getGeneralAwards  user
POST /awards/manage  user
GET  /messages/getConversations  user
POST /messages/getConversation  participant
POST /messages/new  user or participant
POST /messages/addParticipant  participant
POST /messages/removeParticipant  participant
POST /messages/setChatName  participant
POST /messages/read  participant
POST /messages/unread  participant
POST /messages/mute  participant
POST /messages/unmute  participant
POST /messages/delete  participant
POST /messages/deleteProfileMessage  profile owner
POST /feedback/submit  user
GET  /social/connectedAccounts  user
POST /social/unlink  user
POST /social/mixcloudStore  user
POST /social/mixcloudUpdate  user
POST /social/twitterStore  user
POST /social/twitterUpdate  user
GET  /social/mixcloud  user
GET  /social/twitter  user
GET  /spotify/login  public
POST /spotify/refresh  user
GET  /sharedSecrets/get  user
GET  /sharedSecrets/startSync  user
GET  /sharedSecrets/getSync  user
GET  /sharedSecrets/endSync  user
GET  /sharedSecrets/delete  user
GET  /sharedSecrets/checkClaimedTokens  user
GET  /sharedSecrets/claimTokens  user
POST /sharedSecrets/store  user
POST /sharedSecrets/generateKeys  user
POST /sharedSecrets/getAddress  user
`;
