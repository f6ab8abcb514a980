import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/shell/route.tsx", [
    layout("routes/breakdown/route.tsx", [
      index("routes/home/route.tsx"),
      route("room/:room", "routes/stage/route.tsx"),
      route("profile/:user?", "routes/profile/route.tsx"),
      route("profile/songs/:user", "routes/profile-songs/route.tsx"),
      route("following/:user?", "routes/follow-lists/following-route.tsx"),
      route("followers/:user?", "routes/follow-lists/followers-route.tsx"),
      route("djs", "routes/performer/route.tsx"),
      route("djs/audiotest", "routes/audio-test/route.tsx"),
      route("management", "routes/management/route.tsx"),
      route("management/:room", "routes/managed-stage/route.tsx"),
      route("settings", "routes/settings/route.tsx", [
        index("routes/settings-overview/route.tsx"),
        route("profile", "routes/settings-profile/route.tsx"),
        route("selectaward/:type", "routes/settings-award/route.tsx"),
        route("generalawards", "routes/settings-awards/route.tsx"),
        route("dj", "routes/settings-performer/route.tsx"),
        route("social", "routes/settings-social/route.tsx"),
        route("social/mixcloud", "routes/settings-mixcloud/route.tsx"),
        route("social/twitter", "routes/settings-twitter/route.tsx"),
        route("notification", "routes/settings-notification/route.tsx"),
        route("password", "routes/settings-password/route.tsx"),
        route("blocked", "routes/settings-blocked/route.tsx"),
        route("data", "routes/settings-data/route.tsx"),
        route("feedback", "routes/settings-feedback/route.tsx"),
      ]),
      route("operators", "routes/operators/route.tsx", [
        index("routes/operators/open-route.tsx"),
        route("settled", "routes/operators/settled-route.tsx"),
        route("people", "routes/operators/people-route.tsx"),
        route("feedback", "routes/operators/feedback-route.tsx"),
      ]),
      route("*", "routes/not-found/route.tsx"),
    ]),
  ]),
  route("player/stage/:stage", "routes/embedded-stage/route.tsx"),
  route("player/:username", "routes/embedded-profile/route.tsx"),
  route("verify", "routes/verify/route.tsx"),
] satisfies RouteConfig;
