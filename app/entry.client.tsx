import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { guardNavigation } from "./player/guard-navigation.ts";
import { PlayerProvider } from "./player/player-provider.tsx";
import { Player } from "./player/store.ts";
import { stopKeepingClicks } from "./ui/early-click.ts";

stopKeepingClicks();
const player = new Player();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PlayerProvider player={player}>
        <HydratedRouter instrumentations={[guardNavigation(player)]} />
      </PlayerProvider>
    </StrictMode>,
  );
});
