import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/shell/route.tsx", [
    layout("routes/breakdown/route.tsx", [
      index("routes/home/route.tsx"),
      route("room/:room", "routes/stage/route.tsx"),
      route("profile/:user?", "routes/profile/route.tsx"),
      route("djs", "routes/performer/route.tsx"),
      route("djs/audiotest", "routes/audio-test/route.tsx"),
      route("management", "routes/management/route.tsx"),
      route("management/:room", "routes/managed-stage/route.tsx"),
      route("*", "routes/not-found/route.tsx"),
    ]),
  ]),
  route("player/stage/:stage", "routes/embedded-stage/route.tsx"),
  route("player/:username", "routes/embedded-profile/route.tsx"),
  route("verify", "routes/verify/route.tsx"),
] satisfies RouteConfig;
